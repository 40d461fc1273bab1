package posthorn.application.publish;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.DispatchBell;
import posthorn.application.port.Events;
import posthorn.application.port.Ids;
import posthorn.application.port.Webhooks;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventId;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.retry.RetryPolicy;
import posthorn.domain.tenant.TenantId;

/** Accepts an event: commits it and a delivery for every webhook that wants it. */
public final class PublishEvent {
  public static final int MAX_DATA_BYTES = 256 * 1024;

  /** For how long an idempotency key is remembered. */
  private static final Duration KEY_WINDOW = Duration.ofHours(24);

  private final Webhooks webhooks;
  private final Events events;
  private final Ids ids;
  private final DispatchBell bell;
  private final RetryPolicy policy;

  public PublishEvent(
      Webhooks webhooks, Events events, Ids ids, DispatchBell bell, RetryPolicy policy) {
    this.webhooks = webhooks;
    this.events = events;
    this.ids = ids;
    this.bell = bell;
    this.policy = policy;
  }

  /**
   * What the application hands in.
   *
   * @param timestamp when it happened, if not now
   */
  public record Command(
      TenantId tenant,
      EventType type,
      JsonBytes data,
      @Nullable Instant timestamp,
      @Nullable String idempotencyKey,
      @Nullable String sessionId) {}

  /** What became of it. */
  public sealed interface Result {
    /** It is durable, with this many deliveries. */
    record Accepted(EventId id, int deliveries) implements Result {}

    /** Its idempotency key was seen within the last day; nothing was written. */
    record Duplicate(EventId first) implements Result {}

    /** Its data is over the limit; nothing was written. */
    record TooLarge(int bytes, int limit) implements Result {}
  }

  public Result publish(Command command, Instant now) {
    if (command.data().length() > MAX_DATA_BYTES) {
      return new Result.TooLarge(command.data().length(), MAX_DATA_BYTES);
    }
    Event event = eventOf(command, now);
    List<Delivery> deliveries = deliveriesOf(event, now);
    return switch (events.accept(event, deliveries, now.minus(KEY_WINDOW))) {
      case Events.Acceptance.SeenBefore(EventId first) -> new Result.Duplicate(first);
      case Events.Acceptance.Accepted() -> {
        if (!deliveries.isEmpty()) {
          bell.ring();
        }
        yield new Result.Accepted(event.id(), deliveries.size());
      }
    };
  }

  private Event eventOf(Command command, Instant now) {
    return new Event(
        new EventId(ids.next(EventId.PREFIX, now)),
        command.tenant(),
        command.type(),
        command.data(),
        command.timestamp() == null ? now : command.timestamp(),
        now,
        command.idempotencyKey(),
        command.sessionId());
  }

  private List<Delivery> deliveriesOf(Event event, Instant now) {
    return webhooks.of(event.tenant()).stream()
        .filter(webhook -> webhook.wants(event.type()))
        .map(webhook ->
            Delivery.of(
                new DeliveryId(ids.next(DeliveryId.PREFIX, now)),
                event,
                webhook.id(),
                policy.maxAttempts()))
        .toList();
  }
}
