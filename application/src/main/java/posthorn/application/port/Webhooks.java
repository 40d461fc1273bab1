package posthorn.application.port;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import posthorn.domain.retry.ReceiverWish;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;
import posthorn.domain.webhook.WebhookStatus;

/** The registered webhooks. */
public interface Webhooks {

  void add(Webhook webhook);

  Optional<Webhook> find(WebhookId id);

  /** If it is the tenant's: another's is not there. */
  default Optional<Webhook> find(TenantId tenant, WebhookId id) {
    return find(id).filter(webhook -> webhook.tenant().equals(tenant));
  }

  /** Changes nothing but the status; does nothing for a webhook that is gone. */
  void changeStatus(WebhookId id, WebhookStatus status, Instant now);

  /**
   * Makes it inactive because its receiver wants so, which is remembered until it is active again;
   * does nothing for a webhook that is gone.
   */
  void disable(WebhookId id, ReceiverWish wish, Instant now);

  /** Those that are inactive because their receivers want so. */
  Map<WebhookId, ReceiverWish> disabled();

  /**
   * Writes a changed webhook in place of the version before it; where that is not the present one,
   * because it was changed or removed meanwhile, writes nothing and says so.
   */
  boolean replaceIfUnchanged(Webhook changed);

  /**
   * Takes it away: nobody finds it any more. Its deliveries go by {@link History#removeOrphans}.
   */
  void remove(WebhookId id);

  /** All of the tenant's webhooks, in the order they were added. */
  List<Webhook> of(TenantId tenant);
}
