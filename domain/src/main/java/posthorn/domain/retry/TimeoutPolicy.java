package posthorn.domain.retry;

import java.time.Duration;

/**
 * How long a receiver has for its answer.
 *
 * @param growthFactor what each attempt's time is multiplied by to give the next one's
 */
public record TimeoutPolicy(Duration first, double growthFactor) {
  /** However it grows, no attempt gets more than this many times the first one's time. */
  private static final int MOST_GROWTH = 3;

  public TimeoutPolicy {
    if (!first.isPositive()) {
      throw new IllegalArgumentException("a timeout is above zero: " + first);
    }
    if (!(growthFactor >= 1 && growthFactor < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("a growth factor is at least 1: " + growthFactor);
    }
  }

  /** The same time for every attempt. */
  public static TimeoutPolicy of(Duration timeout) {
    return new TimeoutPolicy(timeout, 1);
  }

  /** The time that an attempt has; attempts are counted from 1. */
  public Duration forAttempt(int attempt) {
    double grown = Math.min(Math.pow(growthFactor, attempt - 1), MOST_GROWTH);
    return Duration.ofMillis((long) (first.toMillis() * grown));
  }

  /** The longest that any attempt can have. */
  public Duration longest() {
    return growthFactor == 1 ? first : first.multipliedBy(MOST_GROWTH);
  }
}
