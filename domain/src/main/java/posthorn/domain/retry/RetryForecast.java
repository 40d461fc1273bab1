package posthorn.domain.retry;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What a policy comes to if every attempt fails at once. It leaves out what only a failure can
 * tell: how long an attempt takes, a {@code Retry-After}, and the minimums of some categories.
 *
 * @param waits those that an attempt may follow
 * @param givenUpAtLeast from the delivery's start to the failure that makes it dead
 * @param givenUpAtMost the same at most
 */
public record RetryForecast(List<Wait> waits, Duration givenUpAtLeast, Duration givenUpAtMost) {
  private static final double LOWEST_ROLL = 0;
  private static final double HIGHEST_ROLL = Math.nextDown(1.0);

  /**
   * The wait after a failed attempt.
   *
   * @param delay before it strays
   */
  public record Wait(int afterAttempt, Duration delay, Duration atLeast, Duration atMost) {
    private Wait noLongerThan(Duration most) {
      return new Wait(afterAttempt, shorter(delay, most), atLeast, shorter(atMost, most));
    }
  }

  public RetryForecast {
    waits = List.copyOf(waits);
  }

  public static RetryForecast of(RetryPolicy policy) {
    Duration maxAge = policy.maxAge();
    var waits = new ArrayList<Wait>();
    // The band in which the present attempt is made.
    Duration soonest = Duration.ZERO;
    Duration latest = Duration.ZERO;
    // The soonest of all attempts that may be the last.
    Duration last = maxAge;
    for (int attempt = 1; attempt < policy.maxAttempts(); attempt++) {
      Wait wait = waitAfter(attempt, policy.schedule());
      // By chance, the wait may be too long for another attempt.
      if (latest.plus(wait.atMost).compareTo(maxAge) > 0) {
        last = shorter(last, longer(soonest, maxAge.minus(wait.atMost)));
      }
      // It is too long, however short it turns out.
      if (soonest.plus(wait.atLeast).compareTo(maxAge) > 0) {
        return new RetryForecast(waits, last, latest);
      }
      waits.add(wait.noLongerThan(maxAge.minus(soonest)));
      soonest = soonest.plus(wait.atLeast);
      latest = shorter(latest.plus(wait.atMost), maxAge);
    }
    return new RetryForecast(waits, shorter(last, soonest), latest);
  }

  private static Wait waitAfter(int attempt, BackoffSchedule schedule) {
    return new Wait(
        attempt,
        schedule.delays().after(attempt),
        schedule.delayAfter(attempt, LOWEST_ROLL),
        schedule.delayAfter(attempt, HIGHEST_ROLL));
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) >= 0 ? one : other;
  }
}
