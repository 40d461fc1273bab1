package posthorn.domain.clock;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What time it should be. The wall clock may be set by anybody; the monotonic clock only counts on,
 * so together with it one time that was right says what time is right later.
 *
 * @param earliest that it may be at that moment
 * @param latest that it may be at that moment
 * @param nanos the moment, on the monotonic clock
 */
public record ExpectedTime(Instant earliest, Instant latest, long nanos) {
  /** Clocks are corrected by some seconds now and then; a leap second is one. */
  public static final Duration TOLERANCE = Duration.ofMinutes(1);

  /**
   * A server that is down for longer than this cannot tell it from a clock that jumped. Within a
   * day a wrong guess costs a day of history at most, and every deployment and most outages are
   * over.
   */
  public static final Duration LONGEST_DOWNTIME = Duration.ofDays(1);

  /** As the wall clock says, which is right. */
  public static ExpectedTime around(Instant wall, long nanos) {
    return new ExpectedTime(wall.minus(TOLERANCE), wall.plus(TOLERANCE), nanos);
  }

  /** At a start: not before the time that was right last, and not long after it. */
  public static ExpectedTime after(Instant lastRight, long nanos) {
    return new ExpectedTime(lastRight.minus(TOLERANCE), lastRight.plus(LONGEST_DOWNTIME), nanos);
  }

  /** How far the wall clock is ahead of what it should be; negative if it is behind. */
  public Duration difference(Instant wall, long nowNanos) {
    Duration passed = passed(nowNanos);
    if (wall.isBefore(earliest.plus(passed))) {
      return Duration.between(earliest.plus(passed), wall);
    }
    Duration ahead = Duration.between(latest.plus(passed), wall);
    return ahead.isNegative() ? Duration.ZERO : ahead;
  }

  /** What time it is now; nothing if that is not known to the minute. */
  public Optional<Instant> rightTime(long nowNanos) {
    return Duration.between(earliest, latest).compareTo(TOLERANCE.multipliedBy(2)) > 0
        ? Optional.empty()
        : Optional.of(earliest.plus(TOLERANCE).plus(passed(nowNanos)));
  }

  public Duration passed(long nowNanos) {
    return Duration.ofNanos(nowNanos - nanos);
  }
}
