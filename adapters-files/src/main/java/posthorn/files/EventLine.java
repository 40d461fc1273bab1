package posthorn.files;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.event.Event;
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
    long sequenceNumber,
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
        event.sequence(),
        event.orderingKey(),
        event.deliverAt(),
        RawLine.of(event.data()));
  }
}
