package posthorn.application.tenants;

import posthorn.application.port.Tenants;
import posthorn.domain.tenant.TenantId;

/**
 * Removes a tenant that has nothing any more. What it published goes as it grows old; nobody can
 * see it meanwhile, since no other tenant is ever given its id.
 */
public final class RemoveTenant {
  private final Tenants tenants;

  public RemoveTenant(Tenants tenants) {
    this.tenants = tenants;
  }

  /** What became of it. */
  public sealed interface Result {
    record Removed() implements Result {}

    record NotFound() implements Result {}

    /** It has webhooks, keys, event types or sources. */
    record InUse() implements Result {}

    /** It is the one that is always there. */
    record Needed() implements Result {}
  }

  public Result remove(TenantId id) {
    if (id.equals(TenantId.DEFAULT)) {
      return new Result.Needed();
    }
    if (tenants.find(id).isEmpty()) {
      return new Result.NotFound();
    }
    return tenants.removeIfUnused(id) ? new Result.Removed() : new Result.InUse();
  }
}
