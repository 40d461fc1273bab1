package posthorn.files;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.access.AuditEntry;
import posthorn.domain.event.JsonBytes;
import tools.jackson.databind.util.RawValue;

/** An entry of the audit log as the archive keeps it, with the API's names. */
record ChangeLine(
    String id,
    Instant at,
    String tenantId,
    @Nullable String keyId,
    String role,
    String remoteAddress,
    String requestId,
    String action,
    @Nullable String objectId,
    @Nullable RawValue before,
    @Nullable RawValue after) {

  static ChangeLine of(AuditEntry entry) {
    return new ChangeLine(
        entry.id().value(),
        entry.at(),
        entry.tenant().value(),
        entry.actor().keyId(),
        entry.actor().role().wireName(),
        entry.actor().remoteAddress(),
        entry.actor().requestId(),
        entry.subject().action(),
        entry.subject().objectId(),
        raw(entry.change().before()),
        raw(entry.change().after()));
  }

  private static @Nullable RawValue raw(@Nullable String json) {
    return json == null ? null : RawLine.of(JsonBytes.of(json));
  }
}
