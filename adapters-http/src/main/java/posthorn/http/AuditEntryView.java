package posthorn.http;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.access.AuditEntry;
import posthorn.domain.access.Permission;
import posthorn.domain.access.Role;
import tools.jackson.databind.JsonNode;

/**
 * An entry of the audit log as the API shows it.
 *
 * @param before how it was; null where it was not there, or the caller may not see it
 * @param after how it is
 */
record AuditEntryView(
    String id,
    Instant time,
    String tenantId,
    String keyId,
    String role,
    String action,
    String method,
    String path,
    @Nullable String objectId,
    @Nullable JsonNode before,
    @Nullable JsonNode after,
    String requestId,
    String remoteAddress) {

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
        actor.key().value(),
        actor.role().wireName(),
        subject.action(),
        subject.method(),
        subject.path(),
        subject.objectId(),
        shown ? before : null,
        shown ? after : null,
        actor.requestId(),
        actor.remoteAddress());
  }

  private static @Nullable JsonNode json(@Nullable String text) {
    return text == null ? null : Json.MAPPER.readTree(text);
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
