package posthorn.bootstrap;

import java.time.Duration;
import java.time.Instant;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import posthorn.application.port.Ids;
import posthorn.domain.id.IdForm;

/**
 * Ids that sort in the order they were made: a millisecond's first is random, the rest of that
 * millisecond count on from it. A clock that steps back does not make them go back, unless by so
 * much that they would stay in the future: then they follow it, and those made meanwhile sort last.
 */
final class MonotonicIds implements Ids {
  /** Longer than any mistake with a time zone. */
  private static final Duration LONGEST_WAIT = Duration.ofDays(1);

  private final RandomGenerator random;
  private final UnaryOperator<Instant> corrected;
  private Instant last = Instant.EPOCH;
  private long high;
  private long low;

  /**
   * A maker of ids.
   *
   * @param corrected what a time is by a clock that does not jump
   */
  MonotonicIds(RandomGenerator random, UnaryOperator<Instant> corrected) {
    this.random = random;
    this.corrected = corrected;
  }

  @Override
  public String next(String prefix, Instant now) {
    return nextAt(prefix, corrected.apply(now));
  }

  private synchronized String nextAt(String prefix, Instant now) {
    if (now.toEpochMilli() > last.toEpochMilli() || now.isBefore(last.minus(LONGEST_WAIT))) {
      last = now;
      // The top bit stays free, so that counting never runs over.
      high = random.nextLong() & 0x7FFF;
      low = random.nextLong();
    } else if (++low == 0) {
      high++;
    }
    return IdForm.of(prefix, last, high, low);
  }
}
