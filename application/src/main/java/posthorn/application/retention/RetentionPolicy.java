package posthorn.application.retention;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import posthorn.domain.tenancy.RetentionChoices;

/**
 * For how long history is kept.
 *
 * @param delivered what was delivered or cancelled, from its end; and events, as long as they are
 *     needed at least
 * @param attempts the attempts of deliveries that are kept longer
 * @param dead dead letters, from their end
 */
public record RetentionPolicy(Duration delivered, Duration attempts, Duration dead) {
  private static final Duration MINUTES = Duration.ofDays(2);

  Instant deliveredBefore(Instant now) {
    return now.minus(delivered);
  }

  Instant attemptsBefore(Instant now) {
    return now.minus(attempts);
  }

  Instant deadBefore(Instant now) {
    return now.minus(dead);
  }

  /** This, but for what a tenant wants otherwise. */
  public RetentionPolicy with(RetentionChoices choices) {
    return new RetentionPolicy(
        Objects.requireNonNullElse(choices.delivered(), delivered),
        Objects.requireNonNullElse(choices.attempts(), attempts),
        Objects.requireNonNullElse(choices.dead(), dead));
  }

  /** Statistics are kept by the minute for this long, then by the hour. */
  static Instant minutesBefore(Instant now) {
    return now.minus(MINUTES).truncatedTo(ChronoUnit.HOURS);
  }

  /** As long as anything that they are about. */
  Instant statisticsBefore(Instant now) {
    return now.minus(Collections.max(List.of(delivered, attempts, dead)));
  }
}
