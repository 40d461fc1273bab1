package posthorn.domain.retry;

import java.time.Duration;
import java.util.List;

/** Delays one by one; a list shorter than needed repeats its last. */
public record DelayList(List<Duration> delays) implements Delays {
  public static final int MOST = 100;
  public static final Duration LONGEST = Duration.ofDays(30);

  /** What each delay is, as people write it. */
  public static final String RULE =
      "must be a duration such as \"30s\", \"1h\" or \"2d\", at most 30d";

  public DelayList {
    if (delays.isEmpty() || delays.size() > MOST) {
      throw new IllegalArgumentException("a list has 1 to " + MOST + " delays: " + delays.size());
    }
    if (!delays.stream().allMatch(DelayList::isDelay)) {
      throw new IllegalArgumentException("a delay " + RULE + ": " + delays);
    }
    delays = List.copyOf(delays);
  }

  public static boolean isDelay(Duration delay) {
    return !delay.isNegative() && delay.compareTo(LONGEST) <= 0;
  }

  @Override
  public Duration after(int failedAttempt) {
    return delays.get(Math.min(failedAttempt, delays.size()) - 1);
  }
}
