package posthorn.application.replay;

import java.time.Instant;
import java.util.Optional;
import posthorn.application.dispatch.Dispatcher;
import posthorn.application.port.Deliveries;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.tenant.TenantId;

/** Starts a failed or dead delivery anew: a new cycle, due at once, with all its attempts. */
public final class RetryNow {
  private final Deliveries deliveries;
  private final Dispatcher dispatcher;

  public RetryNow(Deliveries deliveries, Dispatcher dispatcher) {
    this.deliveries = deliveries;
    this.dispatcher = dispatcher;
  }

  /** What became of it. */
  public sealed interface Result {
    record Restarted(Delivery delivery) implements Result {}

    /** It is delivered already, not yet tried, or being tried this moment. */
    record NotAtRest(Delivery delivery) implements Result {}

    record NotFound() implements Result {}
  }

  public Result retryNow(TenantId tenant, DeliveryId id, Instant now) {
    Optional<Delivery> found = deliveries.find(tenant, id);
    if (found.isEmpty()) {
      return new Result.NotFound();
    }
    Delivery delivery = found.get();
    if (!delivery.canRestart()) {
      return new Result.NotAtRest(delivery);
    }
    Delivery restarted = delivery.restarted(now);
    // A worker may have taken it since it was read.
    if (!deliveries.restartIfAtRest(restarted)) {
      return deliveries
          .find(tenant, id)
          .<Result>map(Result.NotAtRest::new)
          .orElseGet(Result.NotFound::new);
    }
    dispatcher.expect(restarted.webhook(), now);
    return new Result.Restarted(restarted);
  }
}
