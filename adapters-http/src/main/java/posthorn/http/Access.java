package posthorn.http;

import io.javalin.http.Context;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import posthorn.application.access.Authenticate;
import posthorn.application.port.Tenants;
import posthorn.application.quota.RequestQuota;
import posthorn.domain.access.ApiKey;
import posthorn.domain.access.Permission;
import posthorn.domain.access.Role;
import posthorn.domain.field.FieldError;
import posthorn.domain.tenant.TenantId;

/**
 * Lets nobody into the API without a key, with a key only where its role may go, and a tenant's
 * keys only as often as they may come.
 */
final class Access {
  /** As a parameter of any request, and as a field of those that make something. */
  static final String TENANT = "tenant_id";

  private static final String SCHEME = "Bearer ";
  private static final String CALLER_ATTRIBUTE = "posthorn.caller";
  private static final String TENANTS_ATTRIBUTE = "posthorn.tenants";
  private static final String CHANGED_ATTRIBUTE = "posthorn.changed-tenant";

  private final Authenticate authenticate;
  private final RequestQuota quota;
  private final Tenants tenants;
  private final ClientAddresses addresses;
  private final InstantSource clock;

  Access(
      Authenticate authenticate,
      RequestQuota quota,
      Tenants tenants,
      ClientAddresses addresses,
      InstantSource clock) {
    this.authenticate = authenticate;
    this.quota = quota;
    this.tenants = tenants;
    this.addresses = addresses;
    this.clock = clock;
  }

  /**
   * Lets the request through, or ends it.
   *
   * @param parameters those that the route knows, besides the tenant's id
   */
  void admit(Context context, Permission permission, Set<String> parameters) {
    Instant now = clock.instant();
    ApiKey key = authenticated(context, permission, now);
    TenantId tenant = key.tenant();
    if (context.queryString() != null) {
      QueryParameters.requireKnown(context, parameters);
      tenant = named(key, context.queryParams(TENANT)).orElse(tenant);
    }
    context.attribute(TENANTS_ATTRIBUTE, tenants);
    context.attribute(CALLER_ATTRIBUTE, new Caller(key, tenant));
  }

  private ApiKey authenticated(Context context, Permission permission, Instant now) {
    var request = new Authenticate.Request(keyIn(context), permission, () -> addresses.of(context));
    return switch (authenticate.authenticate(request, now)) {
      case Authenticate.Result.Known(ApiKey key) -> counted(context, key, now);
      case Authenticate.Result.Forbidden(ApiKey key) ->
          throw new ProblemException(Problem.forbidden(counted(context, key, now).role()));
      case Authenticate.Result.Missing() ->
          throw refused(context, "send it as 'Authorization: Bearer <key>'");
      case Authenticate.Result.Unknown() -> throw refused(context, "the key is not known");
      case Authenticate.Result.Expired(Instant at) ->
          throw refused(context, "the key has expired at " + at);
      case Authenticate.Result.TooManyFailures(Instant until) ->
          throw new ProblemException(Problem.tooManyFailures(RateHeaders.seconds(now, until)));
    };
  }

  private static @Nullable String keyIn(Context context) {
    String header = context.header("Authorization");
    return header != null && header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        ? header.substring(SCHEME.length()).strip()
        : null;
  }

  /** Operators' keys count for no tenant: its traffic must not keep them from raising its quota. */
  private ApiKey counted(Context context, ApiKey key, Instant now) {
    if (key.role() != Role.OPERATOR) {
      RateHeaders.write(context, quota.take(key.tenant(), now), now);
    }
    return key;
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
      return namedInBody(context, fields, new TenantId(text.get()));
    }
    return caller.tenant();
  }

  /** Beside the request's own tenant, not in its place: others may follow in the same body. */
  private static TenantId namedInBody(Context context, RequestFields fields, TenantId tenant) {
    Tenants known = context.attribute(TENANTS_ATTRIBUTE);
    if (known != null && known.find(tenant).isEmpty()) {
      fields.reject(TENANT, "names a tenant that is not there");
    }
    context.attribute(CHANGED_ATTRIBUTE, tenant);
    return tenant;
  }

  /** Says whose thing the request changes, where that is not the request's own tenant. */
  static void changes(Context context, @Nullable TenantId tenant) {
    context.attribute(CHANGED_ATTRIBUTE, tenant == null ? TenantId.SYSTEM : tenant);
  }

  /** The tenant whose thing was changed, when it was: the one that the body named, if it did. */
  static TenantId changedTenantOf(Context context) {
    TenantId named = context.attribute(CHANGED_ATTRIBUTE);
    return named == null ? tenantOf(context) : named;
  }

  private Optional<TenantId> named(ApiKey key, List<String> texts) {
    if (texts.isEmpty()) {
      return Optional.empty();
    }
    String text = texts.getFirst();
    if (texts.size() > 1 || !TenantId.isValid(text)) {
      String rule = texts.size() > 1 ? QueryParameters.GIVEN_TWICE : TenantId.RULE;
      throw new ProblemException(Problem.invalid(List.of(new FieldError(TENANT, rule))));
    }
    var tenant = new TenantId(text);
    // Whether there is such a tenant is nobody's business but its own and an operator's.
    if (!mayName(key, text) || tenants.find(tenant).isEmpty()) {
      throw new ProblemException(Problem.notFound("tenant"));
    }
    return Optional.of(tenant);
  }

  private static boolean mayName(ApiKey key, String tenant) {
    return key.role() == Role.OPERATOR || key.tenant().value().equals(tenant);
  }
}
