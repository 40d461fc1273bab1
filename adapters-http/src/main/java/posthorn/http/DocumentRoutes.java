package posthorn.http;

import io.javalin.http.Context;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** {@code /openapi.json}, and {@code /docs}: a page to try the API; all of it is in the jar. */
final class DocumentRoutes implements Routes {
  private static final String PAGE = "index.html";
  private static final String ICON = "favicon.ico";
  private static final String ICON_TYPE = "image/x-icon";
  private static final String DESCRIPTION = "openapi.json";

  /** Two of them are Swagger UI's, taken out of its package by the build. */
  private static final Map<String, String> FILES =
      Map.of(
          "swagger-ui.css", "text/css",
          "swagger-ui-bundle.js", "text/javascript",
          "start.js", "text/javascript",
          "welcome.css", "text/css");

  private static final String CONTENT_SECURITY_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline';"
          + " img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'";

  private final String version;

  /** By their names; each is made when it is first asked for. */
  private final Map<String, StoredDocument> made = new ConcurrentHashMap<>();

  DocumentRoutes(String version) {
    this.version = version;
  }

  @Override
  public void addTo(Api api) {
    api.open("/openapi.json", context -> description(context, api))
        .as(RouteText.answering("This document", 200, Object.class));
    api.open("/docs", context -> file(context, PAGE, StoredDocument.HTML))
        .as(RouteText.file("A page to try the API", "text/html"));
    api.open("/favicon.ico", context -> file(context, ICON, ICON_TYPE))
        .as(RouteText.file("The icon of the server's pages", ICON_TYPE));
    api.open("/docs/{file}", this::file)
        .as(RouteText.answering("What the pages consist of", 200, Object.class));
  }

  private void description(Context context, Api api) {
    once(
            DESCRIPTION,
            () ->
                new StoredDocument(
                    RouteText.JSON,
                    Json.MAPPER.writeValueAsBytes(OpenApiDocument.of(api.routes(), version))))
        .send(context);
  }

  private void file(Context context) {
    String name = context.pathParam("file");
    String type = FILES.get(name);
    if (type == null) {
      throw new ProblemException(Problem.notFound("file"));
    }
    file(context, name, type);
  }

  private void file(Context context, String name, String type) {
    context.header("Content-Security-Policy", CONTENT_SECURITY_POLICY);
    once(name, () -> new StoredDocument(type, StoredDocument.read(name))).send(context);
  }

  private StoredDocument once(String name, Supplier<StoredDocument> maker) {
    return made.computeIfAbsent(name, _ -> maker.get());
  }
}
