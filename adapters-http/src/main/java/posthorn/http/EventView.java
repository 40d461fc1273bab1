package posthorn.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.domain.event.Event;
import tools.jackson.databind.util.RawValue;

/**
 * An event as the API shows it; its data, where it is shown, as it was written.
 *
 * @param deliveriesNextCursor where its next deliveries begin; absent where none follows
 */
record EventView(
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
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable RawValue data,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<DeliveryView> deliveries,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String deliveriesNextCursor) {

  static EventView withoutData(Event event) {
    return of(event, null, null);
  }

  static EventView withData(Event event) {
    return of(event, dataOf(event), null);
  }

  static EventView whole(Event event, PageView<DeliveryView> deliveries) {
    return of(event, dataOf(event), deliveries);
  }

  private static RawValue dataOf(Event event) {
    return new RawValue(new String(event.data().bytes(), UTF_8));
  }

  private static EventView of(
      Event event, @Nullable RawValue data, @Nullable PageView<DeliveryView> deliveries) {
    return new EventView(
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
        data,
        deliveries == null ? null : deliveries.items(),
        deliveries == null ? null : deliveries.nextCursor());
  }
}
