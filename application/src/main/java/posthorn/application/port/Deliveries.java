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

  /** The attempts of a delivery, oldest first. */
  List<Attempt> attemptsOf(DeliveryId id);
}
