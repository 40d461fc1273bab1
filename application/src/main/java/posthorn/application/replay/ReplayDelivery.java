package posthorn.application.replay;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.application.dispatch.Dispatcher;
import posthorn.application.port.Deliveries;
import posthorn.application.port.Ids;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.event.Priority;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/** Delivers an event to a webhook once more: a new delivery, whatever became of the first one. */
public final class ReplayDelivery {
  private final Deliveries deliveries;
  private final Ids ids;
  private final Dispatcher dispatcher;

  public ReplayDelivery(Deliveries deliveries, Ids ids, Dispatcher dispatcher) {
    this.deliveries = deliveries;
    this.ids = ids;
    this.dispatcher = dispatcher;
  }

  /**
   * Which delivery to repeat.
   *
   * @param priority of the new one; null for that of the first
   */
  public record Command(
      TenantId tenant, WebhookId webhook, DeliveryId delivery, @Nullable Priority priority) {}

  /** The new delivery; empty if the webhook has no such delivery. */
  public Optional<Delivery> replay(Command command, Instant now) {
    return deliveries
        .find(command.tenant(), command.delivery())
        .filter(original -> original.webhook().equals(command.webhook()))
        .map(original -> replayOf(original, command.priority(), now))
        // Retention may have removed it since it was read.
        .filter(deliveries::addIfEventRemains)
        .map(replay -> {
          dispatcher.expect(replay.webhook(), now);
          return replay;
        });
  }

  private Delivery replayOf(Delivery original, @Nullable Priority priority, Instant now) {
    var id = new DeliveryId(ids.next(DeliveryId.PREFIX, now));
    return original.replayed(id, priority == null ? original.priority() : priority, now);
  }
}
