package posthorn.application.deadletters;

import java.time.Instant;
import posthorn.application.port.DeadLetters;
import posthorn.application.port.OperatorEvent;
import posthorn.application.port.OperatorEvent.CircuitChanged;
import posthorn.application.port.OperatorEvent.ReplayOffered;
import posthorn.application.port.OperatorEvents;
import posthorn.application.port.StoreException;
import posthorn.application.port.Webhooks;
import posthorn.domain.circuit.Phase;
import posthorn.domain.deadletter.DeadLetterFilter;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;

/**
 * Passes operator events on, and adds an offer where a circuit has closed whose webhook has dead
 * letters: its receiver is back, so they may be worth replaying.
 */
public final class OfferReplay implements OperatorEvents {
  private final DeadLetters letters;
  private final Webhooks webhooks;
  private final OperatorEvents listeners;

  public OfferReplay(DeadLetters letters, Webhooks webhooks, OperatorEvents listeners) {
    this.letters = letters;
    this.webhooks = webhooks;
    this.listeners = listeners;
  }

  @Override
  public void announce(OperatorEvent event) {
    listeners.announce(event);
    if (event instanceof CircuitChanged changed && changed.to() == Phase.CLOSED) {
      webhooks.find(changed.webhook()).ifPresent(webhook -> offer(webhook, changed.at()));
    }
  }

  private void offer(Webhook webhook, Instant at) {
    int count = unreplayed(webhook, at);
    if (count > 0) {
      listeners.announce(new ReplayOffered(webhook.tenant(), webhook.id(), count, at));
    }
  }

  private int unreplayed(Webhook webhook, Instant at) {
    WebhookId id = webhook.id();
    try {
      return letters.count(webhook.tenant(), DeadLetterFilter.unreplayedOf(id), at);
    } catch (StoreException _) {
      // Whoever announces is at more important work; the webhook's health tells it as well.
      return 0;
    }
  }
}
