package posthorn.domain.alert;

import java.time.Instant;

/**
 * What a metric was at some time.
 *
 * @param calls how many calls the value is a share of; 0 where it is no share
 */
public record Observation(Instant at, double value, long calls) {
  public Observation {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("not a number to compare: " + value);
    }
  }

  public static Observation of(Instant at, double value) {
    return new Observation(at, value, 0);
  }
}
