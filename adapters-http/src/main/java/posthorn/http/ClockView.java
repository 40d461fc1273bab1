package posthorn.http;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.ClockTrust;
import posthorn.application.port.ClockTrust.Doubt;

/**
 * The server's clock.
 *
 * @param secondsAhead of what it should be, negative if it is behind; null while it is trusted
 * @param inDoubtSince on that clock; null while it is trusted
 */
record ClockView(
    Instant time, boolean trusted, @Nullable Long secondsAhead, @Nullable Instant inDoubtSince) {

  static ClockView of(ClockTrust trust, Instant time) {
    Doubt doubt = trust.doubt().orElse(null);
    return doubt == null
        ? new ClockView(time, true, null, null)
        : new ClockView(time, false, doubt.difference().toSeconds(), doubt.since());
  }
}
