package posthorn.application.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import posthorn.application.port.ClaimedDelivery;
import posthorn.application.port.Deliveries;
import posthorn.application.port.Ids;
import posthorn.domain.delivery.Lease;

/** Takes due deliveries for this node, under a lease that outlives the longest attempt. */
public final class ClaimDueDeliveries {
  private static final String LEASE_PREFIX = "lse_";

  private final Deliveries deliveries;
  private final Ids ids;
  private final String node;
  private final Duration leaseDuration;

  public ClaimDueDeliveries(Deliveries deliveries, Ids ids, String node, Duration leaseDuration) {
    this.deliveries = deliveries;
    this.ids = ids;
    this.node = node;
    this.leaseDuration = leaseDuration;
  }

  public List<ClaimedDelivery> claim(Instant now, int limit) {
    var lease = new Lease(node, ids.next(LEASE_PREFIX, now), now.plus(leaseDuration));
    return deliveries.claimDue(now, lease, limit);
  }
}
