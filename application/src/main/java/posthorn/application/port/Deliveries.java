package posthorn.application.port;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.delivery.Lease;
import posthorn.domain.tenant.TenantId;

/** The deliveries: a durable queue, and the history of what became of each. */
public interface Deliveries {

  /** What became of a settlement. */
  enum Settlement {
    RECORDED,
    /** Nothing was written: the lease had gone to someone else, or the delivery was gone. */
    LEASE_LOST
  }

  /**
   * Takes at most {@code limit} due deliveries under the lease, longest due first; a delivery whose
   * lease has expired is due again. No two callers ever get the same one.
   */
  List<ClaimedDelivery> claimDue(Instant now, Lease lease, int limit);

  /** Writes what an attempt left behind, and the attempt, while the delivery is under the lease. */
  Settlement settleIfLeased(Delivery settled, Attempt attempt, Lease lease);

  /** Writes what became of a delivery that was claimed under the lease and not tried. */
  Settlement releaseIfLeased(Delivery released, Lease lease);

  /** Frees every delivery under a lease of that holder, as if it had not been claimed. */
  int releaseAllHeldBy(String holder);

  /**
   * Writes a restarted delivery if it can still be restarted from the cycle before; else writes
   * nothing and says so.
   */
  boolean restartIfAtRest(Delivery restarted);

  /** When the next delivery becomes due; in the past if one is due already. */
  Optional<Instant> nextDueAt();

  Optional<Delivery> find(TenantId tenant, DeliveryId id);

  List<Delivery> list(DeliveryQuery query);

  /** The attempts of a delivery, oldest first. */
  List<Attempt> attemptsOf(DeliveryId id);
}
