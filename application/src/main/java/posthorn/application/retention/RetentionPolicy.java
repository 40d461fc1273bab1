package posthorn.application.retention;

import java.time.Duration;
import java.time.Instant;

/**
 * For how long history is kept.
 *
 * @param delivered what was delivered or cancelled, from its end; and events, as long as they are
 *     needed at least
 * @param attempts the attempts of deliveries that are kept longer
 * @param dead dead letters, from their end
 */
public record RetentionPolicy(Duration delivered, Duration attempts, Duration dead) {

  Instant deliveredBefore(Instant now) {
    return now.minus(delivered);
  }

  Instant attemptsBefore(Instant now) {
    return now.minus(attempts);
  }

  Instant deadBefore(Instant now) {
    return now.minus(dead);
  }
}
