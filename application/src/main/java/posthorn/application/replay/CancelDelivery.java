package posthorn.application.replay;

import java.time.Instant;
import java.util.Optional;
import posthorn.application.dispatch.Dispatcher;
import posthorn.application.port.Deliveries;
import posthorn.application.port.OperatorEvent;
import posthorn.application.port.OperatorEvents;
import posthorn.domain.delivery.CancelReason;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.tenant.TenantId;

/** Calls a delivery off that waits, at a person's word. */
public final class CancelDelivery {
  private final Deliveries deliveries;
  private final Dispatcher dispatcher;
  private final OperatorEvents operatorEvents;

  public CancelDelivery(
      Deliveries deliveries, Dispatcher dispatcher, OperatorEvents operatorEvents) {
    this.deliveries = deliveries;
    this.dispatcher = dispatcher;
    this.operatorEvents = operatorEvents;
  }

  /** What became of it. */
  public sealed interface Result {
    record Cancelled(Delivery delivery) implements Result {}

    /** It is over already, or being tried this moment. */
    record NotWaiting(Delivery delivery) implements Result {}

    record NotFound() implements Result {}
  }

  public Result cancel(TenantId tenant, DeliveryId id, Instant now) {
    CancelReason reason = CancelReason.BY_OPERATOR;
    Optional<Delivery> cancelled = deliveries.cancelIfWaiting(tenant, id, reason, now);
    if (cancelled.isEmpty()) {
      return deliveries
          .find(tenant, id)
          .<Result>map(Result.NotWaiting::new)
          .orElseGet(Result.NotFound::new);
    }
    Delivery delivery = cancelled.get();
    operatorEvents.announce(
        new OperatorEvent.DeliveryCancelled(
            tenant, delivery.id(), delivery.webhook(), reason, now));
    if (delivery.lane() != null) {
      // The next of its lane may be due.
      dispatcher.expect(delivery.webhook(), now);
    }
    return new Result.Cancelled(delivery);
  }
}
