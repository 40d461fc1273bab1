package posthorn.application.dispatch;

import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryState.Cancelled;
import posthorn.domain.delivery.DeliveryState.Dead;
import posthorn.domain.delivery.DeliveryState.Delivered;
import posthorn.domain.delivery.DeliveryState.Failed;
import posthorn.domain.delivery.DeliveryState.InFlight;
import posthorn.domain.delivery.DeliveryState.Pending;
import posthorn.domain.delivery.Progress;
import posthorn.domain.ordering.Standing;
import posthorn.domain.retry.DeadReason;

/** What is so after every step of a simulation, whatever happens. */
final class Invariants {
  private final Ledger ledger;
  private final Receivers receivers;
  private final int maxAttempts;

  Invariants(Ledger ledger, Receivers receivers, int maxAttempts) {
    this.ledger = ledger;
    this.receivers = receivers;
    this.maxAttempts = maxAttempts;
  }

  /** Nothing accepted is lost, and nothing has become what it may not. */
  void checkStore() {
    if (!ledger.wrong().isEmpty()) {
      throw new AssertionError(ledger.wrong().toString());
    }
    if (!ledger.takeWritten()) {
      return;
    }
    for (Delivery before : List.copyOf(ledger.unfinished())) {
      Delivery now = ledger.stored(before.id());
      if (!now.equals(before)) {
        check(before, now);
        ledger.seen(now);
      }
    }
  }

  /** The server holds what it was given and has not given up, and nothing else. */
  void checkHeld(@Nullable SimulatedNode node) {
    if (node != null && node.dispatcher.held() != ledger.held()) {
      throw new AssertionError(
          "the dispatcher holds " + node.dispatcher.held() + ", not " + ledger.held());
    }
  }

  private void check(Delivery before, Delivery now) {
    Progress progress = now.progress();
    require(progress.cycle() == ledger.cycles(now.id()), now, "nobody has started it anew");
    boolean sameCycle = progress.cycle() == before.progress().cycle();
    int attempts = progress.attemptCount();
    require(attempts == ledger.attempts(now.id(), progress.cycle()), now, "attempts got lost");
    require(attempts <= maxAttempts, now, "more attempts than the policy has");
    require(!sameCycle || attempts >= before.progress().attemptCount(), now, "it went back");
    require(
        !sameCycle || before.standing() != Standing.DONE || now.standing() == Standing.DONE,
        now,
        "it was done");
    switch (now.state()) {
      case Pending _ -> require(attempts == 0, now, "it was tried");
      case Failed _ -> require(attempts > 0, now, "it was never tried");
      case Delivered _ -> require(receivers.accepted(now.id()), now, "nobody accepted it");
      case Dead(_, DeadReason reason) ->
          require(
              reason != DeadReason.ATTEMPTS_EXHAUSTED || attempts == maxAttempts,
              now,
              "it had attempts left");
      case InFlight _ -> {}
      case Cancelled _ -> {}
    }
  }

  /** When all is over: all have ended, and every place is free. */
  void checkEnd(SimulatedNode node) {
    if (!node.dispatcher.holdsNothing()) {
      throw new AssertionError("the dispatcher holds something for ever");
    }
    ledger
        .all()
        .forEach(before -> {
          Delivery now = ledger.stored(before.id());
          require(now.equals(before), now, "it changed after it was done");
          require(
              ledger.recorded(now) == ledger.attemptsInAll(now.id()), now, "its history has gaps");
        });
  }

  private static void require(boolean fine, Delivery delivery, String otherwise) {
    if (!fine) {
      throw new AssertionError(delivery.id() + ": " + otherwise + "; " + delivery.progress());
    }
  }
}
