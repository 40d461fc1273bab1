package posthorn.domain.circuit;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Whether a request may leave. */
public sealed interface Permit {

  /**
   * It may, and {@code next} takes the breaker's place. Whoever keeps {@code next} only if the
   * breaker has not changed meanwhile can be sure that nobody else got the same probe.
   *
   * @param pass comes back with the call's result
   */
  record Allowed(Pass pass, CircuitBreaker next) implements Permit {}

  /**
   * It may not, and the breaker is as it was.
   *
   * @param until when to ask again; null when only a person's word will change it
   */
  record Refused(@Nullable Instant until, Reason reason) implements Permit {}

  /** Why a request may not leave. */
  enum Reason {
    CIRCUIT_OPEN("circuit_open"),
    FORCED_OPEN("manually_forced_open"),
    PROBES_OUT("half_open_probe_limit_reached");

    private final String wireName;

    Reason(String wireName) {
      this.wireName = wireName;
    }

    public String wireName() {
      return wireName;
    }
  }
}
