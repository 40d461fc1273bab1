package posthorn.domain.circuit;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a circuit breaker is doing; each state carries its own data and no other. */
public sealed interface CircuitState
    permits CircuitState.Closed, CircuitState.Open, CircuitState.ForcedOpen, HalfOpen {

  Phase phase();

  /**
   * Requests leave.
   *
   * @param heldUntil until when it stays closed by a person's word, whatever fails
   */
  record Closed(@Nullable Instant heldUntil) implements CircuitState {
    @Override
    public Phase phase() {
      return Phase.CLOSED;
    }

    boolean held(Instant at) {
      return heldUntil != null && at.isBefore(heldUntil);
    }
  }

  /** Too much failed; nothing leaves for a while. */
  record Open(Instant until) implements CircuitState {
    @Override
    public Phase phase() {
      return Phase.OPEN;
    }

    /**
     * A clock set back by more than the sleep ends it too; else a step of an hour would be an hour
     * of silence.
     */
    boolean over(Instant since, Instant at) {
      Duration sleep = Duration.between(since, until);
      return !at.isBefore(until) || at.isBefore(since.minus(sleep));
    }
  }

  /**
   * A person opened it.
   *
   * @param until null when only a person closes it again
   */
  record ForcedOpen(@Nullable Instant until) implements CircuitState {
    @Override
    public Phase phase() {
      return Phase.OPEN;
    }

    boolean over(Instant at) {
      return until != null && !at.isBefore(until);
    }
  }
}
