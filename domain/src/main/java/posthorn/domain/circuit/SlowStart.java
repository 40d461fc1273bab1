package posthorn.domain.circuit;

import java.time.Duration;
import java.time.Instant;

/**
 * How many requests may leave to a receiver that has just come back, or from a server that has just
 * started. Each second has its quota; what is not used of it is not saved up. Nothing of it needs
 * to be stored: after a restart there is a new slow start anyway.
 *
 * @param second the second of the ramp that was last looked at, from 0
 * @param left how many left in that second
 */
public record SlowStart(Ramp ramp, Instant startedAt, long second, int left) {
  /** What {@link #room} says when there is no limit. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  public static SlowStart from(Ramp ramp, Instant now) {
    return new SlowStart(ramp, now, 0, 0);
  }

  /** A clock set back by more than the ramp's length ends it too. */
  public boolean over(Instant now) {
    return Duration.between(startedAt, now).abs().compareTo(ramp.length()) >= 0;
  }

  /** How many may leave now. */
  public int room(Instant now) {
    if (over(now)) {
      return UNLIMITED;
    }
    long current = secondAt(now);
    return Math.max(0, ramp.quota(current) - (current == second ? left : 0));
  }

  /** When there is more room, at the latest. */
  public Instant nextRoom(Instant now) {
    return over(now) ? now : startedAt.plusSeconds(secondAt(now) + 1);
  }

  /** After so many have left. */
  public SlowStart leaving(int count, Instant now) {
    long current = secondAt(now);
    int before = current == second ? left : 0;
    return new SlowStart(ramp, startedAt, current, Math.addExact(before, count));
  }

  /** Never an earlier one than last time, whatever the clock does; its quota is not given twice. */
  private long secondAt(Instant now) {
    return Math.max(second, Duration.between(startedAt, now).toSeconds());
  }
}
