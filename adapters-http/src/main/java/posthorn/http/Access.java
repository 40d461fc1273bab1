package posthorn.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.Objects;
import java.util.Optional;
import posthorn.application.access.Authenticate;
import posthorn.domain.access.ApiKey;
import posthorn.domain.tenant.TenantId;

/** Lets nobody into the API without a key. */
final class Access {
  private static final String SCHEME = "Bearer ";
  private static final String KEY_ATTRIBUTE = "posthorn.api-key";

  private final Authenticate authenticate;

  Access(Authenticate authenticate) {
    this.authenticate = authenticate;
  }

  void register(RoutesConfig routes) {
    routes.before("/v1/*", this::require);
  }

  private void require(Context context) {
    String header = context.header("Authorization");
    if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      throw refused(context, "send it as 'Authorization: Bearer <key>'");
    }
    Optional<ApiKey> key = authenticate.authenticate(header.substring(SCHEME.length()).strip());
    if (key.isEmpty()) {
      throw refused(context, "the key is not known");
    }
    context.attribute(KEY_ATTRIBUTE, key.get());
  }

  private static ProblemException refused(Context context, String detail) {
    context.header("WWW-Authenticate", "Bearer");
    return new ProblemException(Problem.unauthorized(detail));
  }

  /** The tenant that the request is about. */
  static TenantId tenantOf(Context context) {
    ApiKey key = context.attribute(KEY_ATTRIBUTE);
    return Objects.requireNonNull(key, "the route is outside the API").tenant();
  }
}
