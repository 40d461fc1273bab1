package posthorn.bootstrap;

import java.time.Instant;
import java.util.random.RandomGenerator;
import posthorn.application.port.Ids;
import posthorn.domain.id.IdForm;

/**
 * Ids that sort in the order they were made: a millisecond's first is random, the rest of that
 * millisecond count on from it. A clock that steps back does not make them go back.
 */
final class MonotonicIds implements Ids {
  private final RandomGenerator random;
  private Instant last = Instant.EPOCH;
  private long high;
  private long low;

  MonotonicIds(RandomGenerator random) {
    this.random = random;
  }

  @Override
  public synchronized String next(String prefix, Instant now) {
    if (now.toEpochMilli() > last.toEpochMilli()) {
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
