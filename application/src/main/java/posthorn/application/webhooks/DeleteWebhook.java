package posthorn.application.webhooks;

import java.time.Instant;
import posthorn.application.dispatch.Dispatcher;
import posthorn.application.port.Deliveries;
import posthorn.application.port.History;
import posthorn.application.port.OperatorEvent;
import posthorn.application.port.OperatorEvents;
import posthorn.application.port.Webhooks;
import posthorn.domain.delivery.CancelReason;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/** Removes a webhook, and with it its deliveries. */
public final class DeleteWebhook {
  private static final int STEP = 500;

  /** Of a webhook with more, whoever removes what is old removes the rest at once. */
  private static final int STEPS = 10;

  private final Webhooks webhooks;
  private final Deliveries deliveries;
  private final History history;
  private final OperatorEvents operatorEvents;
  private final Dispatcher dispatcher;

  public DeleteWebhook(
      Webhooks webhooks,
      Deliveries deliveries,
      History history,
      OperatorEvents operatorEvents,
      Dispatcher dispatcher) {
    this.webhooks = webhooks;
    this.deliveries = deliveries;
    this.history = history;
    this.operatorEvents = operatorEvents;
    this.dispatcher = dispatcher;
  }

  /** Whether there was such a webhook. */
  public boolean delete(TenantId tenant, WebhookId id, Instant now) {
    if (webhooks.find(tenant, id).isEmpty()) {
      return false;
    }
    int unfinished = deliveries.unfinished(id);
    if (unfinished > 0) {
      operatorEvents.announce(
          new OperatorEvent.DeliveriesCancelled(
              tenant, id, unfinished, CancelReason.WEBHOOK_DELETED, now));
    }
    webhooks.remove(id);
    dispatcher.recall(id, now);
    operatorEvents.announce(new OperatorEvent.WebhookDeleted(tenant, id, now));
    for (int step = 0; step < STEPS && history.removeOrphans(STEP) == STEP; step++) {}
    return true;
  }
}
