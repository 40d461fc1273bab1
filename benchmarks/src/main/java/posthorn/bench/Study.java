package posthorn.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/** The phases of a run, in order; the ceilings are measured before, between and after them. */
final class Study {
  private static final int SMALL_BACKLOG = 1_000;
  private static final int PUBLISHERS = 64;

  /** By then the run is over. */
  private static final Duration NEVER = Duration.ofDays(1);

  /** What is left between the last measurement beside a backlog and the moment it is due. */
  private static final Duration MARGIN = Duration.ofSeconds(1);

  private static final double SLACK = 1.3;

  private final Plan plan;
  private final Session session;
  private final Ceilings ceilings;
  private final Load publishing;
  private final Findings findings = new Findings();
  private final InboundSource source;
  private double singleRate;
  private double publishRate;
  private double smallBacklogRate;

  Study(Plan plan, Session session, InboundSource source, Ceilings ceilings) {
    this.plan = plan;
    this.source = source;
    this.session = session;
    this.ceilings = ceilings;
    this.publishing =
        Load.singles(PUBLISHERS)
            .heldUntil(session.now().plus(NEVER).truncatedTo(ChronoUnit.MILLIS))
            .within(plan.budget());
  }

  Findings findings() {
    return findings;
  }

  Map<Ceiling, Double> ceilings() {
    Map<Ceiling, Double> rates = ceilings.medians();
    if (smallBacklogRate > 0) {
      rates.put(Ceiling.SMALL_BACKLOG, smallBacklogRate);
    }
    rates.put(Ceiling.PUBLISHING, publishRate);
    return rates;
  }

  void run() throws IOException, InterruptedException, SQLException {
    Backlogs backlogs = warmUp();
    ceilings.measure(plan.events(), publishing);
    for (int waiting : plan.backlogs()) {
      if (waiting == 0) {
        withNothingWaiting();
      } else {
        withWaiting(waiting, backlogs);
      }
      ceilings.measure(plan.events(), publishing);
    }
    // Last, since what it leaves behind waits.
    publishOnly();
    ceilings.measure(plan.events(), publishing);
    receiveOnly();
  }

  private void publishOnly() throws IOException, InterruptedException {
    String what = "single events, published only";
    Sent sent = session.publish(what, session.ledger(plan.events()), publishing);
    session.progress().end(what, Unit.PER_SECOND.print(sent.perSecond()));
    findings.addPublishingOnly(sent);
    publishRate = sent.perSecond();
  }

  private void receiveOnly() throws IOException, InterruptedException {
    Sent sent = receive("messages of a source", plan.events());
    session.progress().end("messages of a source", Unit.PER_SECOND.print(sent.perSecond()));
    findings.addInbound(sent);
  }

  private Sent receive(String what, int messages) throws IOException, InterruptedException {
    return session.publish(what, session.ledger(messages), publishing.from(source));
  }

  private Backlogs warmUp() throws IOException, InterruptedException, SQLException {
    int events = Math.ceilDiv(plan.warmUp(), 2);
    Load singles = Load.singles(plan.connections()).within(plan.budget());
    singleRate = Traffic.measure(session, events, singles).accepted();
    Load batches = Load.batches(plan.batch()).within(plan.budget());
    double batchRate = Traffic.measure(session, events, batches).accepted();
    ceilings.warmUp(plan.warmUp(), publishing);
    receive("messages of a source, to warm up", plan.warmUp());
    return new Backlogs(session, plan, batchRate);
  }

  private void withNothingWaiting() throws IOException, InterruptedException {
    measureSingles(0, plan.budget());
    Load batches = Load.batches(plan.batch()).within(plan.budget());
    findings.addBatches(Traffic.measure(session, plan.events(), batches));
    measureLatency(0);
    findings.addMemory(0, session.server());
  }

  private void withWaiting(int waiting, Backlogs backlogs)
      throws IOException, InterruptedException {
    if (smallBacklogRate == 0) {
      Drained small = backlogs.measure(SMALL_BACKLOG, Duration.ZERO, (_, _) -> {});
      smallBacklogRate = small.perSecond();
      findings.addDrain(small);
    }
    Duration singles = Duration.ofMillis((long) (1000 * SLACK * plan.events() / singleRate));
    Duration beside = plan.steady().plus(shorter(singles, plan.budget())).plus(MARGIN);
    Drained drained = backlogs.measure(waiting, beside.plus(MARGIN), this::besideBacklog);
    findings.addFill(drained);
    findings.addDrain(drained);
    findings.addDrainBesideSmallOne(drained);
    findings.addMemory(drained.size(), session.server());
  }

  private void besideBacklog(int waiting, Instant dueAt) throws IOException, InterruptedException {
    measureLatency(waiting);
    Duration left = Duration.between(session.now(), dueAt).minus(MARGIN);
    if (left.isPositive()) {
      measureSingles(waiting, shorter(left, plan.budget()));
    }
  }

  private void measureSingles(int waiting, Duration atMost)
      throws IOException, InterruptedException {
    Load load = Load.singles(plan.connections()).within(atMost);
    Traffic singles = Traffic.measure(session, plan.events(), load);
    singleRate = singles.accepted();
    findings.addSingles(waiting, singles);
  }

  private void measureLatency(int waiting) throws IOException, InterruptedException {
    findings.addLatency(
        waiting, Traffic.latency(session, plan.connections(), plan.rate(), plan.steady()));
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
