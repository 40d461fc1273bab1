package posthorn.application.tenants;

import java.util.Optional;
import java.util.function.UnaryOperator;
import posthorn.application.port.Tenants;
import posthorn.domain.tenant.Tenant;
import posthorn.domain.tenant.TenantId;

/** Changes a tenant's name or quotas. */
public final class ChangeTenant {
  private final Tenants tenants;

  public ChangeTenant(Tenants tenants) {
    this.tenants = tenants;
  }

  /**
   * The changed tenant; nothing where there is none.
   *
   * @param change asked again if somebody else changed the tenant meanwhile
   */
  public Optional<Tenant> change(TenantId id, UnaryOperator<Tenant> change) {
    while (true) {
      Optional<Tenant> seen = tenants.find(id);
      if (seen.isEmpty()) {
        return seen;
      }
      Tenant changed = change.apply(seen.get());
      if (tenants.replaceIfUnchanged(seen.get(), changed)) {
        return Optional.of(changed);
      }
    }
  }
}
