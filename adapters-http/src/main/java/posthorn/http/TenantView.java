package posthorn.http;

import java.time.Instant;
import posthorn.domain.tenancy.Tenant;
import posthorn.domain.tenant.Quotas;

/** A tenant as the API shows it; a quota that is null has no limit. */
record TenantView(String id, String name, Quotas quotas, DefaultsView defaults, Instant createdAt) {
  static TenantView of(Tenant tenant) {
    return new TenantView(
        tenant.id().value(),
        tenant.name(),
        tenant.quotas(),
        DefaultsView.of(tenant.defaults()),
        tenant.createdAt());
  }
}
