package posthorn.domain.retry;

import java.time.Duration;
import java.util.List;

/**
 * Delays one by one; a list shorter than needed repeats its last.
 *
 * @param jitter how far a delay may stray either way, as a fraction of it
 */
public record DelayList(List<Duration> delays, double jitter) implements BackoffSchedule {

  public DelayList {
    if (delays.isEmpty()) {
      throw new IllegalArgumentException("a schedule needs at least one delay");
    }
    if (delays.stream().anyMatch(Duration::isNegative)) {
      throw new IllegalArgumentException("a delay is negative: " + delays);
    }
    if (!(jitter >= 0 && jitter < 1)) {
      throw new IllegalArgumentException("jitter must be at least 0 and below 1: " + jitter);
    }
    delays = List.copyOf(delays);
  }

  @Override
  public Duration delayAfter(int failedAttempt, double roll) {
    Duration delay = delays.get(Math.min(failedAttempt, delays.size()) - 1);
    if (jitter == 0) {
      return delay;
    }
    return Duration.ofMillis(Math.round(delay.toMillis() * (1 + jitter * (2 * roll - 1))));
  }
}
