package posthorn.bench;

import java.time.Duration;

/**
 * What draining backlogs of one size took, summed up over several.
 *
 * @param size of the last one
 * @param measured how many deliveries were measured, and in {@code measuredNanos}
 * @param settled how many there were in all, and in {@code settledNanos} from the first receipt on
 * @param filled per second, at the last one
 */
record Drained(
    int size,
    int measured,
    long measuredNanos,
    int settled,
    long settledNanos,
    Duration cpu,
    double filled) {
  static final Drained NOTHING = new Drained(0, 0, 0, 0, 0, Duration.ZERO, 0);

  static Drained of(Ledger ledger, Sent filled, long settledNanos, Duration cpu) {
    return new Drained(
        filled.count(),
        ledger.window(),
        ledger.windowNanos(),
        filled.count(),
        settledNanos,
        cpu,
        filled.perSecond());
  }

  Drained plus(Drained next) {
    return new Drained(
        next.size,
        measured + next.measured,
        measuredNanos + next.measuredNanos,
        settled + next.settled,
        settledNanos + next.settledNanos,
        cpu.plus(next.cpu),
        next.filled);
  }

  boolean isNothing() {
    return measured == 0;
  }

  double perSecond() {
    return Rates.perSecond(measured, measuredNanos);
  }

  double perSecondUntilSettled() {
    return Rates.perSecond(settled, settledNanos);
  }

  double cpuMicros() {
    return Rates.microsEach(cpu, settled);
  }
}
