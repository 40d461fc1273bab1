package posthorn.application.port;

import java.util.List;
import java.util.Optional;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.tenant.TenantId;

/** The deliveries and the history of what became of each. */
public interface Deliveries {

  /**
   * Writes a restarted delivery if it can still be restarted from the cycle before; else writes
   * nothing and says so.
   */
  boolean restartIfAtRest(Delivery restarted);

  Optional<Delivery> find(TenantId tenant, DeliveryId id);

  List<Delivery> list(DeliveryQuery query);

  /**
   * Removes deliveries, and the attempts of each, whose webhook was removed.
   *
   * @param limit how many at most, as all of it is one transaction
   * @return how many; fewer than the limit if none is left
   */
  int removeOrphans(int limit);

  /** The attempts of a delivery, oldest first. */
  List<Attempt> attemptsOf(DeliveryId id);
}
