package posthorn.domain.circuit;

import java.util.Locale;

/** What a circuit breaker's state is called in the API. */
public enum Phase {
  /** Requests leave. */
  CLOSED,
  /** None leaves. */
  OPEN,
  /** A few leave, to see whether the receiver is back. */
  HALF_OPEN;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
