package posthorn.domain.delivery;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How often a due delivery was deferred, which is no attempt, and why the last time.
 *
 * @param circuitOpen how often because its webhook's circuit was open
 */
public record Deferrals(int count, int circuitOpen, @Nullable Reason lastReason) {
  public static final Deferrals NONE = new Deferrals(0, 0, null);

  /** What stood in the way, in the words of the API. */
  public enum Reason {
    CIRCUIT_OPEN,
    RATE_LIMITED,
    PAUSED,
    ORDERING,
    NO_CONNECTION;

    private final String wireName = name().toLowerCase(Locale.ROOT);

    public String wireName() {
      return wireName;
    }
  }

  public Deferrals {
    if (count < 0 || (count == 0) != (lastReason == null)) {
      throw new IllegalArgumentException(count + " deferrals, the last for " + lastReason);
    }
    if (circuitOpen < 0 || circuitOpen > count) {
      throw new IllegalArgumentException(circuitOpen + " of " + count + " deferrals");
    }
  }

  Deferrals and(Reason reason) {
    int more = reason == Reason.CIRCUIT_OPEN ? 1 : 0;
    return new Deferrals(count + 1, circuitOpen + more, reason);
  }
}
