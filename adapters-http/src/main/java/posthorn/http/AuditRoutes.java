package posthorn.http;

import static posthorn.domain.access.Permission.READ;
import static posthorn.http.RouteText.listing;

import io.javalin.http.Context;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.AuditLog;
import posthorn.application.port.AuditQuery;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.access.AuditEntry;
import posthorn.domain.access.AuditId;

/** {@code /v1/audit}: who changed what of a tenant's things. */
final class AuditRoutes implements Routes {
  private static final Pattern ACTION = Pattern.compile("(POST|PUT|PATCH|DELETE) /\\S+");
  private static final String ACTION_RULE =
      "must be a method and a route such as DELETE /v1/webhooks/{id}";

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
                "DELETE /v1/webhooks/{id}"))
        .as(listing("Lists who changed what, newest first", EntryView.class));
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
    AuditId cursor = parameters.id("cursor", AuditId.PREFIX, AuditId::new).orElse(null);
    parameters.check();

    List<AuditEntry> found =
        log.list(
            new AuditQuery(Access.tenantOf(context), from, to, key, action, cursor, limit + 1));
    context.json(PageView.of(found, limit, EntryView::of, last -> last.id().value()));
  }

  record EntryView(
      String id,
      Instant time,
      String tenantId,
      String keyId,
      String role,
      String action,
      String method,
      String path,
      @Nullable String objectId,
      String requestId,
      String remoteAddress) {

    static EntryView of(AuditEntry entry) {
      AuditEntry.Actor actor = entry.actor();
      AuditEntry.Subject subject = entry.subject();
      return new EntryView(
          entry.id().value(),
          entry.at(),
          entry.tenant().value(),
          actor.key().value(),
          actor.role().wireName(),
          subject.action(),
          subject.method(),
          subject.path(),
          subject.objectId(),
          actor.requestId(),
          actor.remoteAddress());
    }
  }
}
