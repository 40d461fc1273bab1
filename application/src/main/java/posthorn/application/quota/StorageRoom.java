package posthorn.application.quota;

import java.time.Instant;
import java.util.Optional;
import posthorn.application.port.StoreFullException;
import posthorn.application.port.TenantStorage;
import posthorn.domain.tenant.TenantId;

/** Whether there is room for what a tenant brings. */
public final class StorageRoom {
  private final TenantStorage storage;
  private final TenantQuotas quotas;
  private final DiskReserve disk;

  public StorageRoom(TenantStorage storage, TenantQuotas quotas, DiskReserve disk) {
    this.storage = storage;
    this.quotas = quotas;
    this.disk = disk;
  }

  /**
   * The tenant's quota, if it is used up. What comes at the same time is not counted yet, so a
   * tenant may get over it by that much.
   *
   * @throws StoreFullException if the disk has no room for anybody
   */
  public Optional<Long> exceededQuota(TenantId tenant, Instant now) {
    disk.requireRoom(now);
    long quota = quotas.storedBytes(tenant);
    return storage.bytes(tenant) >= quota ? Optional.of(quota) : Optional.empty();
  }
}
