package posthorn.domain.circuit;

import java.time.Duration;

/**
 * How fast a slow start gets faster: so many requests in the first second, and each second so many
 * times as many as in the one before, for a while; then there is no limit.
 *
 * @param length how long it limits; zero turns it off
 */
public record Ramp(int firstSecond, int growth, Duration length) {
  /** 5, 10, 20 … and 2 560 in the tenth second. */
  public static final Ramp DEFAULT = new Ramp(5, 2, Duration.ofSeconds(10));

  public static final Ramp OFF = new Ramp(1, 1, Duration.ZERO);

  public Ramp {
    if (firstSecond < 1 || growth < 1) {
      throw new IllegalArgumentException("a slow start lets something through and gets no slower");
    }
    if (length.isNegative()) {
      throw new IllegalArgumentException("a slow start takes no negative time: " + length);
    }
  }

  /** How many may leave in that second, counted from 0. */
  int quota(long second) {
    long quota = firstSecond;
    for (long i = 0; i < second && quota < Integer.MAX_VALUE && growth > 1; i++) {
      quota *= growth;
    }
    return (int) Math.min(quota, Integer.MAX_VALUE);
  }
}
