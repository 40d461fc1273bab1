package posthorn.application.port;

import java.util.List;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;

/** The registered webhooks. */
public interface Webhooks {

  void add(Webhook webhook);

  /** All of the tenant's webhooks, in the order they were added. */
  List<Webhook> of(TenantId tenant);
}
