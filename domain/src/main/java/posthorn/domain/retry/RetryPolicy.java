package posthorn.domain.retry;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.retry.Verdict.GiveUp;
import posthorn.domain.retry.Verdict.RetryAt;
import posthorn.domain.retry.Verdict.Succeed;

/**
 * How often and when a delivery is tried.
 *
 * @param maxAttempts how many HTTP requests at most; the last one's failure makes the delivery dead
 * @param disableOnGone whether a 410 ends the delivery, and disables its webhook
 * @param maxAge how long a delivery may wait in all, so that nothing is kept for ever; none is
 *     attempted after that
 */
public record RetryPolicy(
    int maxAttempts,
    BackoffSchedule schedule,
    RetryOn retryOn,
    boolean disableOnGone,
    Duration maxAge) {
  public static final int MOST_ATTEMPTS = 100;
  public static final Duration DEFAULT_MAX_AGE = Duration.ofDays(7);

  public RetryPolicy {
    if (maxAttempts < 1 || maxAttempts > MOST_ATTEMPTS) {
      throw new IllegalArgumentException("attempts are 1 to " + MOST_ATTEMPTS + ": " + maxAttempts);
    }
    if (!maxAge.isPositive()) {
      throw new IllegalArgumentException("a delivery lives for some time: " + maxAge);
    }
  }

  /** The policy of those attempts and waits, and of the defaults for the rest. */
  public RetryPolicy(int maxAttempts, BackoffSchedule schedule, RetryOn retryOn) {
    this(maxAttempts, schedule, retryOn, true, DEFAULT_MAX_AGE);
  }

  public RetryPolicy withMaxAttempts(int attempts) {
    return new RetryPolicy(attempts, schedule, retryOn, disableOnGone, maxAge);
  }

  public RetryPolicy withMaxAge(Duration age) {
    return new RetryPolicy(maxAttempts, schedule, retryOn, disableOnGone, age);
  }

  /** Whether a delivery that was started then has waited too long. */
  public boolean isExpired(Instant startedAt, Instant now) {
    return Duration.between(startedAt, now).compareTo(maxAge) > 0;
  }

  /**
   * What follows from an attempt's outcome.
   *
   * @param attempt the attempt's number, from 1
   * @param startedAt when the delivery's cycle began
   * @param now when the outcome was known
   * @param roll a number from 0 (inclusive) to 1 (exclusive)
   */
  public Verdict judge(
      int attempt, AttemptOutcome outcome, Instant startedAt, Instant now, double roll) {
    // Any 2xx settles it, whatever the body says.
    if (outcome instanceof Answered answered && answered.accepted()) {
      return new Succeed();
    }
    Failure failure = Failure.of(outcome);
    Optional<DeadReason> reason = finality(attempt, outcome, failure);
    if (reason.isPresent()) {
      return new GiveUp(reason.get(), failure);
    }
    Instant next = now.plus(wait(attempt, outcome, failure, now, roll));
    // Its next attempt would come too late to be made: there is nothing to wait for.
    return isExpired(startedAt, next)
        ? new GiveUp(DeadReason.EXPIRED, failure)
        : new RetryAt(next, failure);
  }

  private Optional<DeadReason> finality(int attempt, AttemptOutcome outcome, Failure failure) {
    // The receiver's own word comes first: it knows why.
    switch (ReceiverWish.of(outcome, disableOnGone)) {
      case ABORT_MESSAGE, DISABLE_WEBHOOK -> {
        return Optional.of(DeadReason.ABORTED_BY_RECEIVER);
      }
      case GONE -> {
        return Optional.of(DeadReason.PERMANENT_STATUS);
      }
      case NONE -> {}
    }
    Optional<DeadReason> byKind = retryOn.finality(attempt, failure);
    if (byKind.isPresent()) {
      return byKind;
    }
    return attempt >= maxAttempts ? Optional.of(DeadReason.ATTEMPTS_EXHAUSTED) : Optional.empty();
  }

  /** As long as the schedule says, or longer where the receiver asks for it. */
  private Duration wait(
      int attempt, AttemptOutcome outcome, Failure failure, Instant now, double roll) {
    Duration scheduled = schedule.delayAfter(attempt, failure.category(), roll);
    Duration asked = RetryAfter.of(outcome, now).orElse(Duration.ZERO);
    return asked.compareTo(scheduled) > 0 ? asked : scheduled;
  }
}
