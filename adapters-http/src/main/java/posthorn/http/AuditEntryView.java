package posthorn.http;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.domain.access.AuditEntry;
import posthorn.domain.access.Permission;
import posthorn.domain.access.Role;
import posthorn.domain.delivery.RecordedHeaders;
import posthorn.domain.net.WebhookUrl;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An entry of the audit log as the API shows it.
 *
 * @param keyId null where it was changed on the command line
 * @param before how it was; null where it was not there, or the caller may not see it
 * @param after how it is
 */
record AuditEntryView(
    String id,
    Instant time,
    String tenantId,
    @Nullable String keyId,
    String role,
    String action,
    String method,
    String path,
    @Nullable String objectId,
    @Nullable JsonNode before,
    @Nullable JsonNode after,
    String requestId,
    String remoteAddress) {

  private static final List<String> URLS = List.of("url", "public_url");

  /** Fields with what a receiver said, which may quote the path. */
  private static final List<String> ANSWERED = List.of("message", "response_sample");

  static AuditEntryView of(AuditEntry entry, Role caller) {
    AuditEntry.Actor actor = entry.actor();
    AuditEntry.Subject subject = entry.subject();
    JsonNode before = json(entry.change().before());
    JsonNode after = json(entry.change().after());
    boolean shown = maySee(caller, subject.path(), before == null ? after : before);
    return new AuditEntryView(
        entry.id().value(),
        entry.at(),
        entry.tenant().value(),
        actor.keyId(),
        actor.role().wireName(),
        subject.action(),
        subject.method(),
        subject.path(),
        subject.objectId(),
        shown ? seen(before, caller) : null,
        shown ? seen(after, caller) : null,
        actor.requestId(),
        actor.remoteAddress());
  }

  private static @Nullable JsonNode json(@Nullable String text) {
    return text == null ? null : Json.MAPPER.readTree(text);
  }

  /** As {@link UrlSight} has it: a caller who may not manage webhooks sees no path. */
  private static @Nullable JsonNode seen(@Nullable JsonNode thing, Role caller) {
    if (thing != null && !UrlSight.isWhole(caller)) {
      hidePaths(thing);
    }
    return thing;
  }

  private static void hidePaths(JsonNode node) {
    node.forEach(AuditEntryView::hidePaths);
    if (!(node instanceof ObjectNode object)) {
      return;
    }
    for (String name : URLS) {
      if (object.path(name).isString()) {
        object.put(name, WebhookUrl.withoutPath(object.path(name).asString()));
      }
    }
    for (String name : ANSWERED) {
      if (object.path(name).isString()) {
        object.put(name, RecordedHeaders.HIDDEN);
      }
    }
  }

  /** Nobody sees more here than by looking at the thing itself. */
  private static boolean maySee(Role caller, String path, @Nullable JsonNode thing) {
    if (path.startsWith("/v1/tenants")) {
      return caller.may(Permission.OPERATE);
    }
    if (path.startsWith("/v1/api-keys")) {
      String role = thing == null ? "" : thing.path("role").asString("");
      return Role.named(role).map(caller::governs).orElse(caller.may(Permission.OPERATE));
    }
    return true;
  }
}
