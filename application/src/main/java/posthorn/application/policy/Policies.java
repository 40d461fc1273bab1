package posthorn.application.policy;

import posthorn.application.port.Tenants;
import posthorn.domain.tenancy.Tenant;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.PolicyChoices;
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

  /** What holds for the tenant's webhooks, as far as they do not say otherwise. */
  public WebhookPolicy defaultsOf(TenantId tenant) {
    return tenants
        .find(tenant)
        .map(Tenant::defaults)
        .orElse(PolicyChoices.NONE)
        .on(server)
        .withAtMost(mostInFlight);
  }
}
