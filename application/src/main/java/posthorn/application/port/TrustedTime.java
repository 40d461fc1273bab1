package posthorn.application.port;

import java.time.Instant;
import java.util.Optional;

/** The latest time at which the clock could be believed, so that the next start can compare. */
public interface TrustedTime {

  /** Nothing if the store has never been used. */
  Optional<Instant> last();

  void save(Instant now);
}
