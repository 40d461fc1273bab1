package posthorn.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.javalin.http.Context;

/**
 * {@code /}: what this server is and where its documents are. Browsers get a page, other clients
 * JSON. The version is no secret: the API's description has it, and so has each delivery's
 * User-Agent.
 */
final class WelcomeRoutes implements Routes {
  private static final String CONTENT_SECURITY_POLICY =
      "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none';"
          + " frame-ancestors 'none'";

  private final WelcomeView view;
  private final StoredDocument page;

  /** What the server says of itself, and the paths to go on with. */
  record WelcomeView(
      String name, String version, String docs, String openapi, String health, String readiness) {}

  WelcomeRoutes(String version) {
    view = new WelcomeView("posthorn", version, "/docs", "/openapi.json", "/healthz", "/readyz");
    String text = new String(StoredDocument.read("welcome.html"), UTF_8);
    page =
        new StoredDocument(StoredDocument.HTML, text.replace("{version}", version).getBytes(UTF_8));
  }

  @Override
  public void addTo(Api api) {
    api.open("/", this::welcome)
        .as(
            RouteText.answering(
                "What this server is, and where its documents are; browsers get a page",
                200,
                WelcomeView.class));
  }

  private void welcome(Context context) {
    context.addHeader("Vary", "Accept");
    String accepted = context.header("Accept");
    if (accepted == null || !accepted.contains("text/html")) {
      context.json(view);
      return;
    }
    context.header("Content-Security-Policy", CONTENT_SECURITY_POLICY);
    page.send(context);
  }
}
