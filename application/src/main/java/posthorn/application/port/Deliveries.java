package posthorn.application.port;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.CancelReason;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.event.Event;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/** The deliveries and the history of what became of each. */
public interface Deliveries {

  /**
   * Writes a restarted delivery if it can still be restarted from the cycle before; else writes
   * nothing and says so.
   */
  boolean restartIfAtRest(Delivery restarted);

  /**
   * Adds a delivery of an event that is there already; if it is not there any more, writes nothing
   * and says so.
   */
  boolean addIfEventRemains(Delivery delivery);

  /**
   * Calls a delivery off if it waits, as it is at that moment; empty if it is gone, or over, or a
   * worker has it. Whoever waited behind it in its lane may leave.
   */
  Optional<Delivery> cancelIfWaiting(
      TenantId tenant, DeliveryId id, CancelReason reason, Instant now);

  /** How many of the webhook's deliveries wait, or are with a worker. */
  int unfinished(WebhookId webhook);

  /** The event that it delivers, as long as it is kept. */
  Optional<Event> eventOf(Delivery delivery);

  Optional<Delivery> find(TenantId tenant, DeliveryId id);

  /** A page of those that match. */
  Page<Delivery, DeliveryId> page(DeliveryQuery query);

  /** The deliveries of a page, for who does not go on to the next one. */
  default List<Delivery> list(DeliveryQuery query) {
    return page(query).items();
  }

  /** The attempts of a delivery, oldest first. */
  List<Attempt> attemptsOf(DeliveryId id);

  /** The last attempt of each of these deliveries; of those without one, nothing. */
  Map<DeliveryId, Attempt> lastAttemptsOf(List<DeliveryId> ids);
}
