package posthorn.bootstrap.dispatch;

import java.time.Duration;
import java.time.Instant;

/** When to look for due deliveries, and how many to take at a time. */
public sealed interface Rhythm {

  int batch();

  /**
   * How long to wait, unless the bell rings, before looking again.
   *
   * @param next when something is due that there is room for
   */
  Duration pause(Instant next, Instant now);

  /** As soon as something is due: at a ring, or when its time has come. */
  record Push() implements Rhythm {
    /** Even if a ring was missed, or the clock stepped. */
    private static final Duration LONGEST = Duration.ofSeconds(5);

    @Override
    public int batch() {
      return 2_000;
    }

    @Override
    public Duration pause(Instant next, Instant now) {
      if (!next.isAfter(now)) {
        return Duration.ZERO;
      }
      return next.isAfter(now.plus(LONGEST)) ? LONGEST : Duration.between(now, next);
    }
  }

  /** At fixed times, a few at a time, whatever is waiting. */
  record Poll(Duration interval, int batch) implements Rhythm {
    @Override
    public Duration pause(Instant next, Instant now) {
      return interval;
    }
  }
}
