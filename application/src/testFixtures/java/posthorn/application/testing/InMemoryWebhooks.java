package posthorn.application.testing;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import posthorn.application.port.Webhooks;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;
import posthorn.domain.webhook.WebhookStatus;

/** {@link Webhooks} in memory. */
final class InMemoryWebhooks implements Webhooks {
  // Ids sort by time, so this is the order they were added in.
  private final Map<String, Webhook> byId = new ConcurrentSkipListMap<>();

  @Override
  public void add(Webhook webhook) {
    byId.put(webhook.id().value(), webhook);
  }

  @Override
  public List<Webhook> of(TenantId tenant) {
    return byId.values().stream().filter(webhook -> webhook.tenant().equals(tenant)).toList();
  }

  @Override
  public void changeStatus(WebhookId id, WebhookStatus status, Instant now) {
    byId.computeIfPresent(id.value(), (_, webhook) -> webhook.in(status, now));
  }

  @Override
  public boolean replaceIfUnchanged(Webhook changed) {
    Webhook present = byId.get(changed.id().value());
    return present != null
        && present.version() == changed.version() - 1
        && byId.replace(changed.id().value(), present, changed);
  }

  @Override
  public void remove(WebhookId id) {
    byId.remove(id.value());
  }

  @Override
  public Optional<Webhook> find(WebhookId id) {
    return Optional.ofNullable(byId.get(id.value()));
  }
}
