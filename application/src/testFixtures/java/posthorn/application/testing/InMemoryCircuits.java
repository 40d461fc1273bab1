package posthorn.application.testing;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import posthorn.application.port.Circuits;
import posthorn.domain.circuit.CircuitSnapshot;
import posthorn.domain.webhook.WebhookId;

/** {@link Circuits} in memory. */
final class InMemoryCircuits implements Circuits {
  private final InMemoryWebhooks webhooks;
  private final Map<WebhookId, CircuitSnapshot> snapshots = new ConcurrentHashMap<>();

  InMemoryCircuits(InMemoryWebhooks webhooks) {
    this.webhooks = webhooks;
  }

  @Override
  public Map<WebhookId, CircuitSnapshot> all() {
    return Map.copyOf(snapshots);
  }

  @Override
  public void save(WebhookId webhook, CircuitSnapshot snapshot) {
    webhooks.find(webhook).ifPresent(_ -> snapshots.put(webhook, snapshot));
  }
}
