package posthorn.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.event.Event;
import posthorn.domain.event.JsonBytes;
import tools.jackson.databind.util.RawValue;

/** An event as the archive keeps it, with the API's names; its data as it was written. */
record EventLine(
    String id,
    String tenantId,
    String eventType,
    Instant timestamp,
    Instant acceptedAt,
    @Nullable String idempotencyKey,
    @Nullable String source,
    @Nullable String sessionId,
    String priority,
    @Nullable String orderingKey,
    @Nullable Instant deliverAt,
    RawValue data) {

  static EventLine of(Event event) {
    return new EventLine(
        event.id().value(),
        event.tenant().value(),
        event.type().value(),
        event.timestamp(),
        event.acceptedAt(),
        event.idempotencyKey(),
        event.source(),
        event.sessionId(),
        event.priority().wireName(),
        event.orderingKey(),
        event.deliverAt(),
        onOneLine(event.data()));
  }

  /** Within a JSON text a line break is white space: one inside a string is always escaped. */
  private static RawValue onOneLine(JsonBytes data) {
    return new RawValue(new String(data.bytes(), UTF_8).replace('\n', ' ').replace('\r', ' '));
  }
}
