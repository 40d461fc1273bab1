package posthorn.domain.delivery;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.delivery.DeliveryState.Pending;
import posthorn.domain.retry.Failure;

/**
 * How far a delivery has come: the part of it that changes.
 *
 * @param cycle counts the times it was started, from 1
 * @param startedAt when this cycle began; how long a delivery has waited is counted from here
 * @param attemptCount the attempts of this cycle that were settled
 * @param maxAttempts the attempts a cycle has, by the policy last applied
 * @param lastFailure why the last attempt of this cycle failed, if it did
 * @param deferrals how often it was put off, in all cycles
 * @param waitsForCircuit whether an open circuit set the time it is due at, so that closing the
 *     circuit makes it due at once
 */
public record Progress(
    int cycle,
    Instant startedAt,
    int attemptCount,
    int maxAttempts,
    @Nullable Instant lastAttemptedAt,
    @Nullable Failure lastFailure,
    Deferrals deferrals,
    boolean waitsForCircuit,
    DeliveryState state) {

  static Progress starting(int maxAttempts, Instant dueAt) {
    return new Progress(
        1, dueAt, 0, maxAttempts, null, null, Deferrals.NONE, false, new Pending(dueAt));
  }

  Progress in(DeliveryState next) {
    return in(next, waitsForCircuit && next.endedAt() == null);
  }

  /** Due by another word than the circuit's. */
  Progress dueBy(DeliveryState next) {
    return in(next, false);
  }

  private Progress in(DeliveryState next, boolean forCircuit) {
    return new Progress(
        cycle,
        startedAt,
        attemptCount,
        maxAttempts,
        lastAttemptedAt,
        lastFailure,
        deferrals,
        forCircuit,
        next);
  }

  Progress deferred(Deferrals.Reason reason, DeliveryState next) {
    return new Progress(
        cycle,
        startedAt,
        attemptCount,
        maxAttempts,
        lastAttemptedAt,
        lastFailure,
        deferrals.and(reason),
        reason == Deferrals.Reason.CIRCUIT_OPEN,
        next);
  }

  Progress attempted(
      int policyMaxAttempts, Instant at, @Nullable Failure failure, DeliveryState next) {
    return new Progress(
        cycle, startedAt, attemptCount + 1, policyMaxAttempts, at, failure, deferrals, false, next);
  }

  Progress restarted(Instant now) {
    return new Progress(
        cycle + 1, now, 0, maxAttempts, lastAttemptedAt, null, deferrals, false, new Pending(now));
  }
}
