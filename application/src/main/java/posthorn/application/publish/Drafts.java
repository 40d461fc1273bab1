package posthorn.application.publish;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import posthorn.application.dispatch.Dispatcher;
import posthorn.application.policy.Policies;
import posthorn.application.port.Events.Publication;
import posthorn.application.port.Ids;
import posthorn.application.port.Webhooks;
import posthorn.application.publish.PublishEvent.Command;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventId;
import posthorn.domain.webhook.Webhook;

/**
 * Turns what is handed in into what is to be written. The dispatcher keeps room for it meanwhile,
 * so every draft ends here too: {@link #committed} or {@link #withdrawn}.
 */
public final class Drafts {
  private final Webhooks webhooks;
  private final Ids ids;
  private final Dispatcher dispatcher;
  private final Policies policies;

  public Drafts(Webhooks webhooks, Ids ids, Dispatcher dispatcher, Policies policies) {
    this.webhooks = webhooks;
    this.ids = ids;
    this.dispatcher = dispatcher;
    this.policies = policies;
  }

  /** An event that is not written yet, and the webhooks of its deliveries, in their order. */
  public record Draft(Publication publication, List<Webhook> receivers) {}

  /** An event, and the webhooks that want it; the dispatcher keeps no room for it yet. */
  record Addressed(Event event, List<Webhook> receivers) {}

  Addressed address(Command command, Instant now) {
    return address(command, 0, now);
  }

  private Addressed address(Command command, int hops, Instant now) {
    Event event = eventOf(command, hops, now);
    return new Addressed(event, Audience.of(event, webhooks.of(event.tenant())));
  }

  /**
   * Makes an event of a message that came in.
   *
   * @param hops how often it has come in before
   */
  public Draft draft(Command command, int hops, Instant now) {
    return draft(address(command, hops, now), now);
  }

  Draft draft(Addressed addressed, Instant now) {
    Event event = addressed.event();
    List<Webhook> receivers = addressed.receivers();
    var offered = new ArrayList<Delivery>();
    try {
      for (Webhook webhook : receivers) {
        offered.add(dispatcher.offer(deliveryOf(event, webhook, now), event, webhook, now));
      }
    } catch (RuntimeException e) {
      withdraw(event, offered, receivers);
      throw e;
    }
    return new Draft(new Publication(event, List.copyOf(offered)), receivers);
  }

  /** Only now that it is durable, and has its number, may any of it leave. */
  public void committed(Draft draft, long sequence) {
    Event event = draft.publication().event().numbered(sequence);
    List<Delivery> deliveries = draft.publication().deliveries();
    for (int i = 0; i < deliveries.size(); i++) {
      dispatcher.committed(deliveries.get(i), event, draft.receivers().get(i));
    }
  }

  /** It was not written. */
  public void withdrawn(Draft draft) {
    withdraw(draft.publication().event(), draft.publication().deliveries(), draft.receivers());
  }

  private void withdraw(Event event, List<Delivery> offered, List<Webhook> receivers) {
    for (int i = 0; i < offered.size(); i++) {
      dispatcher.withdrawn(offered.get(i), event, receivers.get(i));
    }
  }

  private Event eventOf(Command command, int hops, Instant now) {
    return new Event(
        new EventId(ids.next(EventId.PREFIX, now)),
        command.tenant(),
        command.type(),
        command.data(),
        command.timestamp() == null ? now : command.timestamp(),
        now,
        command.idempotencyKey(),
        command.source(),
        command.sessionId(),
        command.priority(),
        command.orderingKey(),
        command.deliverAt(),
        hops,
        Event.UNNUMBERED);
  }

  private Delivery deliveryOf(Event event, Webhook webhook, Instant now) {
    return Delivery.of(
        new DeliveryId(ids.next(DeliveryId.PREFIX, now)),
        event,
        webhook,
        policies.of(webhook).retry().policy().maxAttempts());
  }
}
