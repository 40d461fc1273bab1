package posthorn.http;

import static posthorn.domain.access.Permission.READ;
import static posthorn.http.RouteText.listing;

import io.javalin.http.Context;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import posthorn.application.port.AuditLog;
import posthorn.application.port.AuditQuery;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.access.AuditEntry;
import posthorn.domain.access.AuditId;
import posthorn.domain.access.Role;
import posthorn.domain.tenant.TenantId;

/** {@code /v1/audit}: who changed what of a tenant's things, for operators also the server's. */
final class AuditRoutes implements Routes {
  private static final Pattern ACTION = Pattern.compile("(POST|PUT|PATCH|DELETE) /\\S+");
  private static final String ACTION_RULE =
      "must be a method and a route such as DELETE /v1/webhooks/{id}";

  /** Ids sort by time. */
  private static final Comparator<AuditEntry> NEWEST_FIRST =
      Comparator.comparing((AuditEntry entry) -> entry.id().value()).reversed();

  private final AuditLog log;

  AuditRoutes(AuditLog log) {
    this.log = log;
  }

  @Override
  public void addTo(Api api) {
    api.get("/v1/audit", READ, this::list)
        .takes("limit", "cursor", "from", "to", "key_id")
        .takes(
            Parameter.matching(
                "action",
                "A method and a route",
                "^" + ACTION.pattern() + "$",
                "DELETE /v1/webhooks/{id}"),
            Parameter.text(
                "object_id",
                "What was done to this",
                QueryParameters.MAX_TEXT,
                "wh_01KDVDNA000000000000000000"))
        .as(listing("Lists who changed what, newest first", AuditEntryView.class));
  }

  private void list(Context context) {
    var parameters = new QueryParameters(context);
    int limit = parameters.limit();
    Instant from = parameters.time("from").orElse(null);
    Instant to = parameters.time("to").orElse(null);
    ApiKeyId key = parameters.id("key_id", ApiKeyId.PREFIX, ApiKeyId::new).orElse(null);
    String action =
        parameters
            .valid("action", text -> ACTION.matcher(text).matches(), ACTION_RULE)
            .orElse(null);
    String object = parameters.text("object_id").orElse(null);
    AuditId cursor = parameters.id("cursor", AuditId.PREFIX, AuditId::new).orElse(null);
    parameters.check();

    Role caller = Access.callerOf(context).key().role();
    List<AuditEntry> found =
        tenantsOf(context)
            .flatMap(tenant ->
                log
                    .list(new AuditQuery(tenant, from, to, key, action, object, cursor, limit + 1))
                    .stream())
            .sorted(NEWEST_FIRST)
            .limit(limit + 1L)
            .toList();
    context.json(
        PageView.of(
            found, limit, entry -> AuditEntryView.of(entry, caller), last -> last.id().value()));
  }

  /** An operator who names no tenant also sees what was changed of the server. */
  private static Stream<TenantId> tenantsOf(Context context) {
    TenantId tenant = Access.tenantOf(context);
    return AlertLevel.of(context) == null ? Stream.of(tenant, TenantId.SYSTEM) : Stream.of(tenant);
  }
}
