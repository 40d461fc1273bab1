package posthorn.domain.circuit;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.circuit.CircuitState.Closed;
import posthorn.domain.circuit.CircuitState.ForcedOpen;
import posthorn.domain.circuit.CircuitState.Open;

/**
 * A circuit breaker's state as the API shows it.
 *
 * @param inWindow the calls counted
 * @param windowStart from when on they are counted
 * @param nextHalfOpenAt when probes may leave; null when it is not open, or until a person says
 * @param halfOpenAttempts the probes that have left, and not got lost
 */
public record CircuitHealth(
    Phase phase,
    boolean forcedOpen,
    CallCounts inWindow,
    Instant windowStart,
    Instant stateTransitionAt,
    @Nullable Instant nextHalfOpenAt,
    int halfOpenAttempts,
    int halfOpenSuccesses) {

  static CircuitHealth of(CircuitBreaker breaker, Instant windowEnd) {
    var windowSize = breaker.config().windowSize();
    Instant nextHalfOpenAt =
        switch (breaker.state()) {
          case Open(Instant until) -> until;
          case ForcedOpen(Instant until) -> until;
          case Closed _, HalfOpen _ -> null;
        };
    HalfOpen probes = breaker.state() instanceof HalfOpen halfOpen ? halfOpen : HalfOpen.FRESH;
    return new CircuitHealth(
        breaker.phase(),
        breaker.forcedOpen(),
        breaker.window().countsAt(windowEnd, windowSize),
        windowEnd.minus(windowSize),
        breaker.since(),
        nextHalfOpenAt,
        probes.settled() + probes.out().size(),
        probes.succeeded());
  }
}
