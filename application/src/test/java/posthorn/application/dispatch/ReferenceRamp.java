package posthorn.application.dispatch;

import java.time.Duration;
import java.time.Instant;
import posthorn.domain.circuit.Ramp;

/** How many may have left since a slow start began. */
final class ReferenceRamp {
  private final Ramp ramp;
  private final Instant startedAt;
  private long left;

  ReferenceRamp(Ramp ramp, Instant startedAt) {
    this.ramp = ramp;
    this.startedAt = startedAt;
  }

  /** Whether one more may leave. One that was taken in time may leave later. */
  boolean leaves(Instant now) {
    Duration since = Duration.between(startedAt, now);
    if (since.compareTo(ramp.length()) >= 0) {
      return true;
    }
    long allowed = 0;
    long quota = ramp.firstSecond();
    for (long second = 0; second <= since.toSeconds(); second++) {
      allowed += quota;
      quota *= ramp.growth();
    }
    return ++left <= allowed;
  }
}
