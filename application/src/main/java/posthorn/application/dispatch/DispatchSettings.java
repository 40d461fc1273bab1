package posthorn.application.dispatch;

import java.time.Duration;
import java.util.Map;
import posthorn.domain.tenant.TenantId;

/**
 * How much is attempted at once, and by whom.
 *
 * @param node who holds the leases
 * @param lease how long; longer than any attempt takes
 * @param maxInFlight requests under way at once, of all tenants that have no pool of their own
 * @param pools the tenants that have a pool of their own, with its size
 * @param places who may take how much of them
 * @param pollBatch how many are taken at a time by who looks now and then; 0 for who takes each as
 *     soon as it is due
 * @param heldBytes how many bytes of events are held in memory, a little more at most; each pool
 *     has an equal part of them
 */
public record DispatchSettings(
    String node,
    Duration lease,
    int maxInFlight,
    Map<TenantId, Integer> pools,
    PlaceShares places,
    int pollBatch,
    int heldBytes) {
  public DispatchSettings {
    pools = Map.copyOf(pools);
  }

  /** What one pool has of {@link #heldBytes}. */
  int heldBytesOfPool() {
    return Math.max(1, heldBytes / (1 + pools.size()));
  }

  /** Whether a fresh delivery may go straight from its commit to its attempt. */
  boolean handsOver() {
    return pollBatch == 0;
  }
}
