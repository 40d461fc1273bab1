package posthorn.http;

import java.time.Instant;
import posthorn.domain.tenant.Quotas;
import posthorn.domain.tenant.Tenant;

/** A tenant as the API shows it; a quota that is null has no limit. */
record TenantView(String id, String name, Quotas quotas, Instant createdAt) {
  static TenantView of(Tenant tenant) {
    return new TenantView(tenant.id().value(), tenant.name(), tenant.quotas(), tenant.createdAt());
  }
}
