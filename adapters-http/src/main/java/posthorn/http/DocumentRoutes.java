package posthorn.http;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/** {@code /openapi.json}, and {@code /docs}: a page to try the API out, all of it in the jar. */
final class DocumentRoutes implements Routes {
  /** The first two are Swagger UI's, taken out of its package by the build. */
  private static final Map<String, String> FILES =
      Map.of(
          "swagger-ui.css", "text/css",
          "swagger-ui-bundle.js", "text/javascript",
          "start.js", "text/javascript");

  private static final String CONTENT_SECURITY_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline';"
          + " img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'";

  private final String version;

  DocumentRoutes(String version) {
    this.version = version;
  }

  @Override
  public void addTo(Api api) {
    api.open("/openapi.json", context -> context.json(OpenApiDocument.of(api.routes(), version)))
        .as(RouteText.answering("This document", 200, Object.class));
    api.open("/docs", context -> send(context, "index.html", "text/html; charset=utf-8"))
        .as(RouteText.answering("A page to try the API", 200, Object.class));
    api.open("/docs/{file}", DocumentRoutes::file)
        .as(RouteText.answering("What that page consists of", 200, Object.class));
  }

  private static void file(Context context) throws IOException {
    String name = context.pathParam("file");
    String type = FILES.get(name);
    if (type == null) {
      throw new ProblemException(Problem.notFound("file"));
    }
    send(context, name, type);
  }

  private static void send(Context context, String name, String type) throws IOException {
    try (InputStream in = DocumentRoutes.class.getResourceAsStream("docs/" + name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is not in the jar");
      }
      context
          .header("Content-Security-Policy", CONTENT_SECURITY_POLICY)
          .header("X-Content-Type-Options", "nosniff")
          .contentType(type)
          .result(in.readAllBytes());
    }
  }
}
