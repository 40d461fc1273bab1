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

  /** Batches a second at the last look, to tell when a backlog will be complete. */
  private double fillRate;

  Backlogs(Session session, Plan plan, double fillRate) {
    this.session = session;
    this.plan = plan;
    this.fillRate = fillRate;
  }

  /** Something to be measured while a backlog waits. */
  interface Meanwhile {
    void run(Instant dueAt) throws IOException, InterruptedException;
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
    int late = 0;
    Duration wait = time;
    while (drained.measured() < plan.events()) {
      Instant dueAt = dueAt(size, wait);
      Ledger ledger = session.ledger(size);
      Sent filled = fill(ledger, dueAt);
      if (session.now().isBefore(dueAt)) {
        if (drained.measured() == 0) {
          meanwhile.run(dueAt);
          wait = Duration.ZERO;
        }
        drained = drained.plus(drain(ledger, filled, dueAt));
      } else {
        // It was slower than foreseen, and due before it was complete: not a backlog.
        session.awaitReceived("draining what was due too early", ledger);
        if (++late > LATE_ONES_AT_MOST) {
          throw new BenchException("filling a backlog was slower than foreseen, again and again");
        }
      }
    }
    return drained;
  }

  private Instant dueAt(int size, Duration wait) {
    long fillMillis = (long) (SLACK * 1000 * size / fillRate);
    return session
        .now()
        .plus(LEAST_LEAD)
        .plusMillis(fillMillis)
        .plus(wait)
        .truncatedTo(ChronoUnit.MILLIS);
  }

  private Sent fill(Ledger ledger, Instant dueAt) throws IOException, InterruptedException {
    String what = "filling a backlog of " + Numbers.grouped(ledger.size());
    Load load = Load.batches().heldUntil(dueAt).within(plan.budget());
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
    session.awaitReceived("draining", ledger);
    Duration cpu = session.server().cpu().minus(cpuBefore);
    var drained = Drained.of(ledger, filled, cpu);
    session.progress().end("all received, " + Unit.PER_SECOND.print(drained.untilEmpty()));
    return drained;
  }
}
