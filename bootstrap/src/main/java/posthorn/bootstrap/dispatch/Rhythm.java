package posthorn.bootstrap.dispatch;

import java.time.Duration;
import java.time.Instant;
import posthorn.application.port.Deliveries;

/** When to look for due deliveries, and how many to take at a time. */
public sealed interface Rhythm {

  int batch();

  /**
   * How long to wait, unless the bell rings, before looking again.
   *
   * @param moreMayBeDue whether as many were found as were asked for
   */
  Duration pause(boolean moreMayBeDue, Instant now);

  /** Whether to look earlier than planned when something is due earlier. */
  boolean hurries();

  /** As soon as something is due: at a ring, or at the time the store says. */
  record Push(Deliveries deliveries) implements Rhythm {
    private static final Duration SHORTEST = Duration.ofMillis(1);

    /** Even if a ring was missed, or the clock stepped. */
    private static final Duration LONGEST = Duration.ofSeconds(5);

    @Override
    public int batch() {
      return 500;
    }

    @Override
    public boolean hurries() {
      return true;
    }

    @Override
    public Duration pause(boolean moreMayBeDue, Instant now) {
      if (moreMayBeDue) {
        return Duration.ZERO;
      }
      Duration untilDue =
          deliveries.nextDueAt().map(due -> Duration.between(now, due)).orElse(LONGEST);
      if (untilDue.compareTo(SHORTEST) < 0) {
        return SHORTEST;
      }
      return untilDue.compareTo(LONGEST) > 0 ? LONGEST : untilDue;
    }
  }

  /** At fixed times, a few at a time, whatever is waiting. */
  record Poll(Duration interval, int batch) implements Rhythm {
    @Override
    public boolean hurries() {
      return false;
    }

    @Override
    public Duration pause(boolean moreMayBeDue, Instant now) {
      return interval;
    }
  }
}
