package posthorn.http;

import io.javalin.http.Context;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import posthorn.application.access.Authenticate;
import posthorn.domain.access.ApiKey;
import posthorn.domain.access.Permission;
import posthorn.domain.access.Role;
import posthorn.domain.field.FieldError;
import posthorn.domain.tenant.TenantId;

/** Lets nobody into the API without a key, and with a key only where its role may go. */
final class Access {
  /** As a parameter of any request, and as a field of those that make something. */
  static final String TENANT = "tenant_id";

  private static final String SCHEME = "Bearer ";
  private static final String CALLER_ATTRIBUTE = "posthorn.caller";

  private final Authenticate authenticate;

  Access(Authenticate authenticate) {
    this.authenticate = authenticate;
  }

  /**
   * Lets the request through, or ends it.
   *
   * @param parameters those that the route knows, besides the tenant's id
   */
  void admit(Context context, Permission permission, Set<String> parameters) {
    ApiKey key = authenticated(context);
    if (!key.role().may(permission)) {
      throw new ProblemException(Problem.forbidden(key.role()));
    }
    TenantId tenant = key.tenant();
    if (context.queryString() != null) {
      QueryParameters.requireKnown(context, parameters);
      tenant = named(key, context.queryParam(TENANT)).orElse(tenant);
    }
    context.attribute(CALLER_ATTRIBUTE, new Caller(key, tenant));
  }

  private ApiKey authenticated(Context context) {
    String header = context.header("Authorization");
    if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      throw refused(context, "send it as 'Authorization: Bearer <key>'");
    }
    return authenticate
        .authenticate(header.substring(SCHEME.length()).strip())
        .orElseThrow(() -> refused(context, "the key is not known"));
  }

  private static ProblemException refused(Context context, String detail) {
    context.header("WWW-Authenticate", "Bearer");
    return new ProblemException(Problem.unauthorized(detail));
  }

  static Caller callerOf(Context context) {
    Caller caller = context.attribute(CALLER_ATTRIBUTE);
    return Objects.requireNonNull(caller, "the route is open to all");
  }

  /** The tenant that the request is about. */
  static TenantId tenantOf(Context context) {
    return callerOf(context).tenant();
  }

  /** The same, where the request's body may name it. */
  static TenantId tenantOf(Context context, RequestFields fields) {
    Caller caller = callerOf(context);
    Optional<String> text = fields.text(TENANT, TenantId.MAX_LENGTH);
    if (text.isPresent() && !mayName(caller.key(), text.get())) {
      fields.reject(TENANT, "must be your own: only an operator may name another tenant");
    } else if (text.isPresent() && !TenantId.isValid(text.get())) {
      fields.reject(TENANT, TenantId.RULE);
    } else if (text.isPresent()) {
      return new TenantId(text.get());
    }
    return caller.tenant();
  }

  private static Optional<TenantId> named(ApiKey key, @Nullable String text) {
    if (text == null) {
      return Optional.empty();
    }
    if (!TenantId.isValid(text)) {
      throw new ProblemException(Problem.invalid(List.of(new FieldError(TENANT, TenantId.RULE))));
    }
    // Whether there is such a tenant is nobody's business but its own and an operator's.
    if (!mayName(key, text)) {
      throw new ProblemException(Problem.notFound("tenant"));
    }
    return Optional.of(new TenantId(text));
  }

  private static boolean mayName(ApiKey key, String tenant) {
    return key.role() == Role.OPERATOR || key.tenant().value().equals(tenant);
  }
}
