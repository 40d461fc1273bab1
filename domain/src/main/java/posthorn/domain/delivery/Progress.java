package posthorn.domain.delivery;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.delivery.DeliveryState.Pending;
import posthorn.domain.retry.Failure;

/**
 * How far a delivery has come: the part of it that changes.
 *
 * @param cycle counts the times it was started, from 1
 * @param attemptCount the attempts of this cycle that were settled
 * @param maxAttempts the attempts a cycle has, by the policy last applied
 * @param lastFailure why the last attempt of this cycle failed, if it did
 */
public record Progress(
    int cycle,
    int attemptCount,
    int maxAttempts,
    @Nullable Instant lastAttemptedAt,
    @Nullable Failure lastFailure,
    DeliveryState state) {

  static Progress starting(int maxAttempts, Instant dueAt) {
    return new Progress(1, 0, maxAttempts, null, null, new Pending(dueAt));
  }

  Progress in(DeliveryState next) {
    return new Progress(cycle, attemptCount, maxAttempts, lastAttemptedAt, lastFailure, next);
  }

  Progress attempted(
      int policyMaxAttempts, Instant at, @Nullable Failure failure, DeliveryState next) {
    return new Progress(cycle, attemptCount + 1, policyMaxAttempts, at, failure, next);
  }

  Progress restarted(Instant now) {
    return new Progress(cycle + 1, 0, maxAttempts, lastAttemptedAt, null, new Pending(now));
  }
}
