package posthorn.application.policy;

import java.util.Map;
import posthorn.application.port.Tenants;
import posthorn.domain.tenancy.Tenant;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.PolicyChoices;
import posthorn.domain.webhook.PolicySource;
import posthorn.domain.webhook.PolicyValue;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookPolicy;

/**
 * What holds for each webhook: what it says itself, else its tenant, else the server. Asked for
 * every delivery, so nothing is read from a disk for it: {@link Tenants#find} answers from memory.
 * A change that is made on this node holds at once; one that is made on another node may take a
 * second to hold here, and until then the earlier default does.
 */
public final class Policies {
  private final Tenants tenants;
  private final WebhookPolicy server;
  private final int mostInFlight;

  /**
   * With what the operator decides.
   *
   * @param mostInFlight how many requests at once anybody may choose; more that was chosen earlier
   *     counts as that
   */
  public Policies(Tenants tenants, WebhookPolicy server, int mostInFlight) {
    this.tenants = tenants;
    this.server = server;
    this.mostInFlight = Math.max(mostInFlight, server.maxInFlight());
  }

  /** How many requests at once a webhook or a tenant may choose. */
  public int mostInFlight() {
    return mostInFlight;
  }

  public WebhookPolicy of(Webhook webhook) {
    return webhook.choices().on(defaultsOf(webhook.tenant())).withAtMost(mostInFlight);
  }

  /** Where each value of {@link #of} comes from. */
  public Map<PolicyValue, PolicySource> sourcesOf(Webhook webhook) {
    PolicyChoices tenant = choicesOf(webhook.tenant());
    Map<PolicyValue, PolicySource> sources = PolicySource.ofEach(webhook.choices(), tenant);
    if (webhook.choices().on(tenant.on(server)).maxInFlight() > mostInFlight) {
      sources.put(PolicyValue.MAX_IN_FLIGHT, PolicySource.SERVER);
    }
    return sources;
  }

  /** What holds for the tenant's webhooks, as far as they do not say otherwise. */
  public WebhookPolicy defaultsOf(TenantId tenant) {
    return choicesOf(tenant).on(server).withAtMost(mostInFlight);
  }

  private PolicyChoices choicesOf(TenantId tenant) {
    return tenants.find(tenant).map(Tenant::defaults).orElse(PolicyChoices.NONE);
  }
}
