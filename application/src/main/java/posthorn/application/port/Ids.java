package posthorn.application.port;

import java.time.Instant;

/** New ids, each greater than the one before. */
public interface Ids {
  String next(String prefix, Instant now);
}
