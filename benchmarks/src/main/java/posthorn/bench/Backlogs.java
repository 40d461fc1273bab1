package posthorn.bench;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Builds backlogs and lets them drain.
 *
 * <p>A backlog is published by batch with one {@code deliver_at} for all of it, and becomes due at
 * once. Its rate counts from the first receipt on: over all of a backlog that is smaller than the
 * events to be measured, which is then repeated until there were enough; over the first so many of
 * a larger one, while the rest still waits.
 */
final class Backlogs {
  private static final Duration LEAST_LEAD = Duration.ofMillis(200);
  private static final double SLACK = 1.6;
  private static final int LATE_ONES_AT_MOST = 5;

  private final Session session;
  private final Plan plan;

  /** Events a second by batch at the last look, to tell when a backlog will be complete. */
  private double fillRate;

  Backlogs(Session session, Plan plan, double fillRate) {
    this.session = session;
    this.plan = plan;
    this.fillRate = fillRate;
  }

  /** Something to be measured while a backlog waits. */
  interface Meanwhile {
    void run(int waiting, Instant dueAt) throws IOException, InterruptedException;
  }

  /**
   * Measures backlogs of a size.
   *
   * @param meanwhile run while the first of them waits
   * @param time how long that takes
   */
  Drained measure(int size, Duration time, Meanwhile meanwhile)
      throws IOException, InterruptedException {
    var drained = Drained.NOTHING;
    boolean measuredBeside = false;
    int late = 0;
    Instant startedAt = session.now();
    while (drained.isNothing() || !isEnough(drained, startedAt)) {
      Instant dueAt = dueAt(size, measuredBeside ? Duration.ZERO : time);
      Ledger ledger = session.ledger(size);
      Sent filled = fill(ledger, dueAt);
      if (!measuredBeside && session.now().isBefore(dueAt)) {
        meanwhile.run(filled.count(), dueAt);
        measuredBeside = true;
      }
      if (session.now().isBefore(dueAt)) {
        drained = drained.plus(drain(ledger, filled, dueAt));
      } else if (++late <= LATE_ONES_AT_MOST) {
        // Something took longer than foreseen, and it drains already: not a measurement.
        session.awaitReceived("draining what was due too early", ledger);
      } else {
        throw new BenchException("filling a backlog took longer than foreseen, again and again");
      }
    }
    tell(drained);
    return drained;
  }

  private boolean isEnough(Drained drained, Instant startedAt) {
    return drained.measured() >= plan.events()
        || Duration.between(startedAt, session.now()).compareTo(plan.budget()) > 0;
  }

  private Instant dueAt(int size, Duration wait) {
    double seconds = Math.min(size / fillRate, (double) plan.budget().toSeconds());
    return session
        .now()
        .plus(LEAST_LEAD)
        .plusMillis((long) (SLACK * 1000 * seconds))
        .plus(wait)
        .truncatedTo(ChronoUnit.MILLIS);
  }

  private Sent fill(Ledger ledger, Instant dueAt) throws IOException, InterruptedException {
    String what = "filling a backlog of " + Numbers.grouped(ledger.size());
    Load load = Load.batches(plan.batch()).heldUntil(dueAt).within(plan.budget());
    Sent sent = session.publish(what, ledger, load);
    fillRate = sent.perSecond();
    ledger.expect(sent.count(), plan.events());
    return sent;
  }

  private Drained drain(Ledger ledger, Sent filled, Instant dueAt) throws InterruptedException {
    if (ledger.received() > 0 && session.now().isBefore(dueAt)) {
      throw new BenchException("events were delivered before their deliver_at");
    }
    session.awaitTime("waiting for the backlog to be due", dueAt);
    Duration cpuBefore = session.server().cpu();
    session.awaitReceived("draining a backlog of " + Numbers.grouped(filled.count()), ledger);
    return Drained.of(ledger, filled, session.server().cpu().minus(cpuBefore));
  }

  private void tell(Drained drained) {
    session
        .progress()
        .end(
            "backlogs of " + Numbers.grouped(drained.size()),
            "%s, accepted %s, drained %s"
                .formatted(
                    Numbers.grouped(drained.received()),
                    Unit.PER_SECOND.print(drained.filled()),
                    Unit.PER_SECOND.print(drained.perSecond())));
  }
}
