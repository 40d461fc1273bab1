package posthorn.domain.tenancy;

import java.time.Instant;
import posthorn.domain.tenant.Quotas;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.PolicyChoices;

/**
 * Somebody whose webhooks, events and keys are nobody else's.
 *
 * @param defaults what holds for its webhooks, as far as they do not say otherwise
 * @param retention for how long its history is kept, as far as it says so
 */
public record Tenant(
    TenantId id,
    String name,
    Quotas quotas,
    PolicyChoices defaults,
    RetentionChoices retention,
    Instant createdAt) {
  public static final int MAX_NAME_LENGTH = 255;

  public Tenant {
    if (name.isEmpty() || name.length() > MAX_NAME_LENGTH) {
      throw new IllegalArgumentException("a tenant's name has 1 to 255 characters");
    }
  }

  /** One that leaves all of its webhooks' defaults, and how long history is kept, to the server. */
  public Tenant(TenantId id, String name, Quotas quotas, Instant createdAt) {
    this(id, name, quotas, PolicyChoices.NONE, RetentionChoices.NONE, createdAt);
  }

  public Tenant with(String changedName, Quotas changedQuotas) {
    return new Tenant(id, changedName, changedQuotas, defaults, retention, createdAt);
  }

  public Tenant with(PolicyChoices changedDefaults) {
    return new Tenant(id, name, quotas, changedDefaults, retention, createdAt);
  }

  public Tenant with(RetentionChoices changedRetention) {
    return new Tenant(id, name, quotas, defaults, changedRetention, createdAt);
  }
}
