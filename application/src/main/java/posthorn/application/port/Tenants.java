package posthorn.application.port;

import java.util.List;
import java.util.Optional;
import posthorn.domain.tenancy.Tenant;
import posthorn.domain.tenant.TenantId;

/**
 * The tenants. The one called {@link TenantId#DEFAULT} is always there. Nearly every request asks
 * for one, so finding one is cheap.
 */
public interface Tenants {

  /**
   * Adds it, unless there is one of its id, or ever was: what the former published may still be
   * there, and is nobody else's.
   */
  boolean addIfAbsent(Tenant tenant);

  Optional<Tenant> find(TenantId id);

  /** All, in the order of their ids. */
  List<Tenant> all();

  /** Writes the changed one in place of the one that was seen, unless that is no longer so. */
  boolean replaceIfUnchanged(Tenant seen, Tenant changed);

  /** Takes it away, unless it is not there, or has webhooks, keys, event types or sources. */
  boolean removeIfUnused(TenantId id);
}
