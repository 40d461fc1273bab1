package posthorn.domain.tenancy;

import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * For how long a tenant wants its history kept; null is what it leaves to the server.
 *
 * @param delivered what was delivered or cancelled, events, and what sources have sent
 * @param attempts the attempts of deliveries that are kept longer
 * @param dead dead letters
 */
public record RetentionChoices(
    @Nullable Duration delivered, @Nullable Duration attempts, @Nullable Duration dead) {
  public static final RetentionChoices NONE = new RetentionChoices(null, null, null);

  /** Less would be gone before anybody has looked at it. */
  public static final Duration SHORTEST = Duration.ofHours(1);

  public static final Duration LONGEST = Duration.ofDays(3650);

  public static final String RULE = "must be a time between 1h and 3650d, such as 12h or 30d";

  public RetentionChoices {
    if (!Stream.of(delivered, attempts, dead)
        .filter(Objects::nonNull)
        .allMatch(RetentionChoices::isValid)) {
      throw new IllegalArgumentException(RULE);
    }
  }

  public static boolean isValid(Duration kept) {
    return kept.compareTo(SHORTEST) >= 0 && kept.compareTo(LONGEST) <= 0;
  }
}
