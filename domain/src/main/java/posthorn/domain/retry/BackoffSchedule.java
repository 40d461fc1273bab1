package posthorn.domain.retry;

import java.time.Duration;
import java.util.Map;

/**
 * How long to wait after a failed attempt.
 *
 * @param jitter how far a wait may stray either way, as a fraction of it
 * @param minimums for some categories, what a wait is at least, before it strays
 */
public record BackoffSchedule(
    Delays delays, double jitter, Map<FailureCategory, Duration> minimums) {

  public BackoffSchedule {
    if (!(jitter >= 0 && jitter < 1)) {
      throw new IllegalArgumentException("jitter is at least 0 and below 1: " + jitter);
    }
    minimums = Map.copyOf(minimums);
  }

  /** The waits exactly as they are. */
  public static BackoffSchedule exactly(Delays delays) {
    return new BackoffSchedule(delays, 0, Map.of());
  }

  /**
   * The wait after a failure.
   *
   * @param failedAttempt the number of the attempt that failed, from 1
   * @param roll a number from 0 (inclusive) to 1 (exclusive) that chooses within the jitter
   */
  public Duration delayAfter(int failedAttempt, FailureCategory category, double roll) {
    Duration delay = delays.after(failedAttempt);
    Duration minimum = minimums.getOrDefault(category, Duration.ZERO);
    return strayed(delay.compareTo(minimum) < 0 ? minimum : delay, roll);
  }

  /** The wait after a failure of a category that has no minimum. */
  Duration delayAfter(int failedAttempt, double roll) {
    return strayed(delays.after(failedAttempt), roll);
  }

  private Duration strayed(Duration delay, double roll) {
    return Duration.ofMillis(Math.round(delay.toMillis() * (1 + jitter * (2 * roll - 1))));
  }
}
