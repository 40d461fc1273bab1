package posthorn.domain.retry;

import java.time.Duration;
import java.util.List;

/** Delays one by one; a list shorter than needed repeats its last. */
public record DelayList(List<Duration> delays) implements Delays {

  public DelayList {
    if (delays.isEmpty()) {
      throw new IllegalArgumentException("a schedule needs at least one delay");
    }
    if (delays.stream().anyMatch(Duration::isNegative)) {
      throw new IllegalArgumentException("a delay is negative: " + delays);
    }
    delays = List.copyOf(delays);
  }

  @Override
  public Duration after(int failedAttempt) {
    return delays.get(Math.min(failedAttempt, delays.size()) - 1);
  }
}
