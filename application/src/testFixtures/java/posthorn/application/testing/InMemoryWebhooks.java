package posthorn.application.testing;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import posthorn.application.port.Webhooks;
import posthorn.domain.retry.ReceiverWish;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;
import posthorn.domain.webhook.WebhookStatus;

/** {@link Webhooks} in memory. */
final class InMemoryWebhooks implements Webhooks {
  // Ids sort by time, so this is the order they were added in.
  private final Map<String, Webhook> byId = new ConcurrentSkipListMap<>();

  private final Map<WebhookId, ReceiverWish> wishes = new ConcurrentHashMap<>();

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
    forgetWish(id, status);
  }

  @Override
  public void disable(WebhookId id, ReceiverWish wish, Instant now) {
    changeStatus(id, WebhookStatus.INACTIVE, now);
    if (byId.containsKey(id.value())) {
      wishes.put(id, wish);
    }
  }

  @Override
  public Map<WebhookId, ReceiverWish> disabled() {
    return Map.copyOf(wishes);
  }

  @Override
  public boolean replaceIfUnchanged(Webhook changed) {
    Webhook present = byId.get(changed.id().value());
    boolean replaced =
        present != null
            && present.version() == changed.version() - 1
            && byId.replace(changed.id().value(), present, changed);
    if (replaced) {
      forgetWish(changed.id(), changed.status());
    }
    return replaced;
  }

  private void forgetWish(WebhookId id, WebhookStatus status) {
    if (status != WebhookStatus.INACTIVE) {
      wishes.remove(id);
    }
  }

  @Override
  public void remove(WebhookId id) {
    byId.remove(id.value());
    wishes.remove(id);
  }

  @Override
  public Optional<Webhook> find(WebhookId id) {
    return Optional.ofNullable(byId.get(id.value()));
  }
}
