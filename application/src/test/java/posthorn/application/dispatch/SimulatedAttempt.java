package posthorn.application.dispatch;

import static posthorn.application.dispatch.Trace.tail;

import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import posthorn.application.dispatch.AttemptDelivery.Result;
import posthorn.application.dispatch.BeginAttempt.Beginning.NotNow;
import posthorn.application.dispatch.BeginAttempt.Beginning.Ready;
import posthorn.application.port.ClaimedDelivery;
import posthorn.application.port.StoreException;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.retry.AttemptOutcome.Withdrawn;

/**
 * {@link AttemptDelivery}, taken apart: each of its steps at a time of its own, so that attempts
 * overlap and a crash may come between any two of them.
 */
final class SimulatedAttempt {
  private final SimulatedNode node;
  private final Slot slot;
  private final ClaimedDelivery claimed;
  private final Surroundings around;
  private final String name;
  private boolean over;

  /** What every attempt of a simulation has to do with. */
  record Surroundings(
      VirtualTime time, Random random, Trace trace, Receivers receivers, Scenario scenario) {}

  SimulatedAttempt(SimulatedNode node, Slot slot, Surroundings around) {
    this.node = node;
    this.slot = slot;
    this.claimed = slot.claimed();
    this.around = around;
    this.name = tail(claimed.delivery().id().value());
  }

  void start() {
    if (slot.hasPlaces()) {
      node.wire.started(slot);
    }
    plan(few(), "begin", this::begin);
  }

  private void begin() {
    VirtualTime.Moment asked = around.time.moment();
    Instant now = asked.clock();
    try {
      switch (slot.isRecalled()
          ? node.beginAttempt.recalled(claimed, now)
          : node.beginAttempt.begin(claimed, now)) {
        case NotNow notNow -> sent(null, now, () -> notNow.result());
        case Ready ready when slot.isRecalled() -> withdraw(ready, now);
        case Ready ready -> {
          node.wire.leaves(ready, asked);
          send(ready, now);
        }
      }
    } catch (StoreException e) {
      sent(null, now, () -> failed(e));
    }
  }

  private void send(Ready ready, Instant startedAt) {
    AttemptOutcome outcome = around.receivers.answer(claimed.webhook().id());
    around.trace.note(name + " is on the wire");
    slot.onRecall(() -> plan(Duration.ZERO, "withdraw", () -> withdraw(ready, startedAt)));
    around.time.after(
        outcome.took(),
        Step.ofTheWorld(
            "answer to " + name + ": " + Outcomes.brief(outcome),
            () -> true,
            () -> {
              around.receivers.reached(claimed, outcome);
              plan(Duration.ZERO, "receive", () -> received(ready, outcome, startedAt));
            }));
  }

  /** The request was recalled on its way, or before. */
  private void withdraw(Ready ready, Instant startedAt) {
    if (over) {
      return;
    }
    over = true;
    node.wire.isOver(ready);
    var withdrawn = new Withdrawn(Withdrawn.Cause.RECALLED, Duration.ZERO);
    sent(
        withdrawn,
        startedAt,
        () -> node.beginAttempt.withdrawn(ready, withdrawn, around.time.clock()).result());
  }

  private void received(Ready ready, AttemptOutcome outcome, Instant startedAt) {
    if (over) {
      return;
    }
    over = true;
    node.wire.isOver(ready);
    if (outcome instanceof Withdrawn withdrawn) {
      sent(
          withdrawn,
          startedAt,
          () -> node.beginAttempt.withdrawn(ready, withdrawn, around.time.clock()).result());
      return;
    }
    double roll = around.random.nextDouble();
    sent(
        outcome,
        startedAt,
        () ->
            node.settleAttempt.settle(ready, ready.request().headers(), outcome, startedAt, roll));
  }

  private interface Settling {
    Result settle();
  }

  private static Result failed(StoreException e) {
    throw e;
  }

  private void sent(@Nullable AttemptOutcome outcome, Instant startedAt, Settling settling) {
    if (slot.hasPlaces()) {
      node.wire.sent(slot, outcome);
    }
    node.dispatcher.sent(slot, outcome, around.time.clock());
    plan(settlingTime(), "settle", () -> settle(startedAt, settling));
  }

  private void settle(Instant startedAt, Settling settling) {
    Instant dueAgain = Instant.MAX;
    try {
      Result result = settling.settle();
      dueAgain = result.dueAgain(startedAt);
      if (result.endsWebhook()) {
        node.dispatcher.recall(claimed.webhook().id(), around.time.clock());
      }
      around.trace.note(name + " " + result.getClass().getSimpleName());
    } catch (StoreException _) {
      around.trace.note(name + " is left to its lease");
    }
    Instant due = dueAgain;
    plan(
        Duration.ZERO,
        "end",
        () -> {
          node.wire.ended();
          node.dispatcher.ended(slot, due, startedAt);
        });
  }

  private void plan(Duration delay, String what, Runnable work) {
    node.plan(delay, what + " " + name, () -> true, work);
  }

  private Duration few() {
    return Duration.ofMillis(around.random.nextInt(3));
  }

  private Duration settlingTime() {
    boolean stalls = around.scenario.faults().stalls() && around.random.nextInt(20) == 0;
    return stalls ? around.scenario.settings().lease().plusSeconds(5) : few();
  }
}
