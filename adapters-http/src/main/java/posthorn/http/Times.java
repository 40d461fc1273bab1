package posthorn.http;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Times as they are written in requests. */
final class Times {
  static final String RULE = "must be a time such as 2026-01-31T12:00:00Z";

  static final String TIME_OR_DATE_RULE = RULE + ", or a date such as 2026-01-31";

  /** What is outside has more digits than others can read, or than fit into milliseconds. */
  private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");

  private static final Instant END = Instant.parse("+10000-01-01T00:00:00Z");

  private Times() {}

  /** The time, to the millisecond. */
  static Optional<Instant> parse(String text) {
    try {
      return Optional.of(Instant.parse(text).truncatedTo(ChronoUnit.MILLIS))
          .filter(time -> !time.isBefore(FIRST) && time.isBefore(END));
    } catch (DateTimeParseException _) {
      return Optional.empty();
    }
  }

  /** The same; a date is its first moment, in UTC. */
  static Optional<Instant> parseTimeOrDate(String text) {
    return parse(text.matches("\\d{4}-\\d{2}-\\d{2}") ? text + "T00:00:00Z" : text);
  }
}
