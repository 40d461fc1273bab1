package posthorn.application.dispatch;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import posthorn.application.port.ClaimedDelivery;
import posthorn.application.port.DueDeliveries;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryState.InFlight;
import posthorn.domain.delivery.Lease;
import posthorn.domain.webhook.WebhookId;

/** The queue of a {@link WatchedStores}. */
final class WatchedDueDeliveries implements DueDeliveries {
  private final DueDeliveries real;
  private final PortCalls calls;
  private final Ledger ledger;
  private final Sabotage sabotage;

  WatchedDueDeliveries(DueDeliveries real, PortCalls calls, Ledger ledger, Sabotage sabotage) {
    this.real = real;
    this.calls = calls;
    this.ledger = ledger;
    this.sabotage = sabotage;
  }

  @Override
  public List<Waiting> waiting() {
    return calls.call("due.waiting", real::waiting);
  }

  @Override
  public List<DueWork> survey(Map<WebhookId, Integer> limits, Instant now) {
    return calls.call("due.survey", () -> real.survey(limits, now));
  }

  @Override
  public List<ClaimedDelivery> claim(List<Share> shares, Lease lease, Instant now) {
    List<ClaimedDelivery> claimed = write("due.claim", () -> real.claim(shares, lease, now));
    // What a call that failed has taken, nobody has.
    ledger.held(claimed.size());
    return claimed;
  }

  @Override
  public Settlement settleIfLeased(Delivery settled, Attempt attempt, Lease lease) {
    return write(
        "due.settleIfLeased",
        () -> {
          boolean ours = ledger.holds(settled.id(), lease);
          Settlement settlement =
              switch (sabotage) {
                case LOSE_SETTLEMENTS -> Settlement.RECORDED;
                case IGNORE_LEASES ->
                    real.settleIfLeased(settled, attempt, present(settled, lease));
                default -> real.settleIfLeased(settled, attempt, lease);
              };
          if (settlement == Settlement.RECORDED) {
            ledger.settled(attempt, ours);
          }
          return settlement;
        });
  }

  private Lease present(Delivery delivery, Lease otherwise) {
    return ledger.stored(delivery.id()).state() instanceof InFlight(Lease held, _)
        ? held
        : otherwise;
  }

  @Override
  public Settlement releaseIfLeased(Delivery released, Lease lease) {
    return write("due.releaseIfLeased", () -> real.releaseIfLeased(released, lease));
  }

  @Override
  public int endCircuitWait(WebhookId webhook, int limit, Instant now) {
    return write("due.endCircuitWait", () -> real.endCircuitWait(webhook, limit, now));
  }

  @Override
  public List<Waiting> freeExpired(Instant now) {
    return write("due.freeExpired", () -> real.freeExpired(now));
  }

  @Override
  public int releaseAllHeldBy(String holder) {
    return write("due.releaseAllHeldBy", () -> real.releaseAllHeldBy(holder));
  }

  private <T> T write(String name, Supplier<T> effect) {
    ledger.written();
    return calls.call(name, effect);
  }
}
