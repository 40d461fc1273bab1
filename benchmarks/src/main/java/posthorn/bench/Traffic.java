package posthorn.bench;

import java.io.IOException;
import java.time.Duration;

/**
 * What single events did that were delivered at once.
 *
 * @param accepted per second, from the first request to the last answer
 * @param through per second, from the first request to the last receipt
 * @param cpuMicros of the server, a delivery
 */
record Traffic(double accepted, double through, double cpuMicros) {

  /** Publishes as fast as they are answered, with nothing held back. */
  static Traffic measure(Session session, int events, Load load)
      throws IOException, InterruptedException {
    String what = load.batch() == 1 ? "single events in and out" : "batches in and out";
    Ledger ledger = session.ledger(events);
    Duration cpuBefore = session.server().cpu();
    Sent sent = session.publish(what, ledger, load);
    session.awaitReceived(what, ledger);
    Duration cpu = session.server().cpu().minus(cpuBefore);
    double through = Rates.perSecond(sent.count(), ledger.lastAt() - sent.startedAt());
    session
        .progress()
        .end(
            what,
            "%s, accepted %s, received %s"
                .formatted(
                    Numbers.grouped(sent.count()),
                    Unit.PER_SECOND.print(sent.perSecond()),
                    Unit.PER_SECOND.print(through)));
    return new Traffic(sent.perSecond(), through, Rates.microsEach(cpu, sent.count()));
  }

  /** From publish to receipt at a steady rate, in milliseconds. */
  static Percentiles latency(Session session, int connections, int rate, Duration time)
      throws IOException, InterruptedException {
    String what = rate + " events/s";
    Ledger ledger = session.ledger((int) (rate * time.toSeconds()));
    Sent _ = session.publish(what, ledger, Load.singles(connections).atRate(rate));
    session.awaitReceived(what, ledger);
    Percentiles delays = ledger.delays();
    session.progress().end(what, "from publish to receipt " + delays.print());
    return delays;
  }
}
