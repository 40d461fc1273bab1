package posthorn.domain.retry;

import java.time.Duration;

/**
 * Delays that grow by a factor until they reach their longest.
 *
 * @param first the wait after the first failure
 */
public record ExponentialDelays(Duration first, double multiplier, Duration longest)
    implements Delays {

  public ExponentialDelays {
    if (first.isNegative() || longest.compareTo(first) < 0) {
      throw new IllegalArgumentException("delays from " + first + " to " + longest);
    }
    if (!(multiplier >= 1 && multiplier < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("a multiplier is at least 1: " + multiplier);
    }
  }

  @Override
  public Duration after(int failedAttempt) {
    // In doubles, which turn into infinity where a long would run over.
    double millis = first.toMillis() * Math.pow(multiplier, failedAttempt - 1);
    return Duration.ofMillis((long) Math.min(millis, (double) longest.toMillis()));
  }
}
