package posthorn.application.guilty.clock;

import java.time.Instant;

/** Breaks the rule that only bootstrap reads clocks. */
public final class ReadsTheClock {
  Instant now() {
    return Instant.now();
  }
}
