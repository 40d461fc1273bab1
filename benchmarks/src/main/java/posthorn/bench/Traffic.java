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
    Ledger ledger = session.ledger(events);
    Duration cpuBefore = session.server().cpu();
    String kind = load.batch() == 1 ? "single events" : "batches";
    Sent sent = session.publish("publishing " + kind + ", delivered at once", ledger, load);
    session.awaitReceived("delivering the rest of them", ledger);
    double through = Rates.perSecond(sent.count(), ledger.lastAt() - sent.startedAt());
    session.progress().end("all received, " + Unit.PER_SECOND.print(through) + " in and out");
    return new Traffic(
        sent.perSecond(),
        through,
        Rates.microsEach(session.server().cpu().minus(cpuBefore), sent.count()));
  }

  /** From publish to receipt at a steady rate, in milliseconds. */
  static Percentiles latency(Session session, int connections, int rate, Duration time)
      throws IOException, InterruptedException {
    Ledger ledger = session.ledger((int) (rate * time.toSeconds()));
    Load load = Load.singles(connections).atRate(rate);
    Sent _ = session.publish("publishing " + rate + " events/s", ledger, load);
    session.awaitReceived("delivering the last of them", ledger);
    Percentiles delays = ledger.delays();
    session.progress().end("from publish to receipt " + delays);
    return delays;
  }
}
