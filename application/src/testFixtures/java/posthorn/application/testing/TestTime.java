package posthorn.application.testing;

import java.time.Duration;
import java.time.Instant;

/** A time that only moves when a test says so. */
public final class TestTime {
  public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private Instant now = START;

  public Instant now() {
    return now;
  }

  public void advance(Duration duration) {
    now = now.plus(duration);
  }

  public void advanceTo(Instant instant) {
    if (instant.isBefore(now)) {
      throw new IllegalArgumentException(instant + " is before " + now);
    }
    now = instant;
  }
}
