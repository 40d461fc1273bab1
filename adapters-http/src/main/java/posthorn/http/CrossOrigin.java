package posthorn.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.util.Set;

/**
 * Lets pages of other origins use the API, those that the operator names and no others. Keys come
 * in a header and never in a cookie, so none is sent along without the page's doing.
 *
 * @param origins such as {@code https://app.example}; {@code *} for all
 */
record CrossOrigin(Set<String> origins) {
  private static final String ANY = "*";
  private static final String SECONDS = "600";

  void register(RoutesConfig routes) {
    if (!origins.isEmpty()) {
      routes.before(this::allow);
    }
  }

  private void allow(Context context) {
    String origin = context.header("Origin");
    if (origin == null || !(origins.contains(ANY) || origins.contains(origin))) {
      return;
    }
    context
        .header("Access-Control-Allow-Origin", origin)
        .header("Vary", "Origin")
        .header("Access-Control-Expose-Headers", "ETag, Location, Retry-After, X-Request-Id");
    if (context.method().equals(HandlerType.OPTIONS)) {
      context
          .header("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, PATCH, DELETE")
          .header(
              "Access-Control-Allow-Headers",
              "Authorization, Content-Type, Idempotency-Key, If-Match, X-Request-Id")
          .header("Access-Control-Max-Age", SECONDS);
    }
  }
}
