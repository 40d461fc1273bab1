package posthorn.domain.delivery;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How often a due delivery was put off, which is no attempt, and why the last time. */
public record Deferrals(int count, @Nullable Reason lastReason) {
  public static final Deferrals NONE = new Deferrals(0, null);

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
  }

  Deferrals and(Reason reason) {
    return new Deferrals(count + 1, reason);
  }
}
