package posthorn.domain.tenant;

import java.time.Instant;

/** Somebody whose webhooks, events and keys are nobody else's. */
public record Tenant(TenantId id, String name, Quotas quotas, Instant createdAt) {
  public static final int MAX_NAME_LENGTH = 255;

  public Tenant {
    if (name.isEmpty() || name.length() > MAX_NAME_LENGTH) {
      throw new IllegalArgumentException("a tenant's name has 1 to 255 characters");
    }
  }

  public Tenant with(String changedName, Quotas changedQuotas) {
    return new Tenant(id, changedName, changedQuotas, createdAt);
  }
}
