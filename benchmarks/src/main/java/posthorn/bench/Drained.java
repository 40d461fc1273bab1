package posthorn.bench;

import java.time.Duration;

/**
 * What draining backlogs of one size took, summed up over several.
 *
 * @param size of the last one
 * @param measured how many deliveries were measured, and in {@code measuredNanos}
 * @param received how many there were in all, and in {@code receivedNanos}
 * @param filled per second, at the last one
 */
record Drained(
    int size,
    int measured,
    long measuredNanos,
    int received,
    long receivedNanos,
    Duration cpu,
    double filled) {
  static final Drained NOTHING = new Drained(0, 0, 0, 0, 0, Duration.ZERO, 0);

  static Drained of(Ledger ledger, Sent filled, Duration cpu) {
    return new Drained(
        filled.count(),
        ledger.window(),
        ledger.windowNanos(),
        filled.count(),
        ledger.allNanos(),
        cpu,
        filled.perSecond());
  }

  Drained plus(Drained next) {
    return new Drained(
        next.size,
        measured + next.measured,
        measuredNanos + next.measuredNanos,
        received + next.received,
        receivedNanos + next.receivedNanos,
        cpu.plus(next.cpu),
        next.filled);
  }

  boolean isNothing() {
    return measured == 0;
  }

  double perSecond() {
    return Rates.perSecond(measured, measuredNanos);
  }

  double untilEmpty() {
    return Rates.perSecond(received, receivedNanos);
  }

  double cpuMicros() {
    return Rates.microsEach(cpu, received);
  }
}
