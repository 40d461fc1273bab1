package posthorn.application.port;

import java.util.List;
import java.util.Optional;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;
import posthorn.domain.webhook.WebhookStatus;

/** The registered webhooks. */
public interface Webhooks {

  void add(Webhook webhook);

  Optional<Webhook> find(WebhookId id);

  /** Changes nothing but the status; does nothing for a webhook that is gone. */
  void changeStatus(WebhookId id, WebhookStatus status);

  /** All of the tenant's webhooks, in the order they were added. */
  List<Webhook> of(TenantId tenant);
}
