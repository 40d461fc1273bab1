package posthorn.application.alerts;

import java.time.Instant;
import java.util.List;
import posthorn.application.dispatch.Dispatcher;
import posthorn.application.policy.Policies;
import posthorn.application.port.Events;
import posthorn.application.port.Ids;
import posthorn.application.port.Webhooks;
import posthorn.domain.alert.Notice;
import posthorn.domain.alert.Notice.Content;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventId;
import posthorn.domain.event.Priority;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;

/**
 * Hands a notice to the engine, as an event for the one webhook of its channel: no other webhook
 * gets it, whatever it subscribed to. From there on it is signed and retried like any event.
 */
public final class PublishNotice {
  private final Webhooks webhooks;
  private final Events events;
  private final Dispatcher dispatcher;
  private final Policies policies;
  private final Ids ids;

  public PublishNotice(
      Webhooks webhooks, Events events, Dispatcher dispatcher, Policies policies, Ids ids) {
    this.webhooks = webhooks;
    this.events = events;
    this.dispatcher = dispatcher;
    this.policies = policies;
    this.ids = ids;
  }

  /** Once, however often it is asked to: the notice's id is the event's idempotency key. */
  void publish(Notice notice, Content.Message message, Instant now) {
    // Without its channel there is nobody to tell.
    webhooks
        .find(TenantId.SYSTEM, message.webhook())
        .ifPresent(webhook -> publish(notice, message, webhook, now));
  }

  private void publish(Notice notice, Content.Message message, Webhook webhook, Instant now) {
    var event =
        new Event(
            new EventId(ids.next(EventId.PREFIX, now)),
            TenantId.SYSTEM,
            message.type(),
            message.data(),
            notice.createdAt(),
            now,
            notice.id(),
            "posthorn",
            null,
            Priority.NORMAL,
            null,
            null);
    var delivery =
        Delivery.of(
            new DeliveryId(ids.next(DeliveryId.PREFIX, now)),
            event,
            webhook,
            policies.of(webhook).retry().policy().maxAttempts());
    events.accept(List.of(new Events.Publication(event, List.of(delivery))), notice.createdAt());
    dispatcher.expect(webhook.id(), now);
  }
}
