package posthorn.domain.retry;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.regex.Pattern;
import posthorn.domain.retry.AttemptOutcome.Answered;

/** What a receiver that cannot serve now says about when to come again. */
final class RetryAfter {
  private static final Duration LONGEST = Duration.ofHours(24);
  private static final String HEADER = "retry-after";
  private static final Pattern SECONDS = Pattern.compile("[0-9]+");
  private static final int MORE_DIGITS_THAN_A_DAY = 6;

  private RetryAfter() {}

  /**
   * How long it asks for, at most a day; on other answers than 429 and 503 it means something else.
   */
  static Optional<Duration> of(AttemptOutcome outcome, Instant now) {
    if (!(outcome instanceof Answered answered)
        || (answered.status() != 429 && answered.status() != 503)) {
      return Optional.empty();
    }
    String header = answered.header(HEADER);
    if (header == null) {
      return Optional.empty();
    }
    return parse(header.strip(), now)
        .map(wait -> wait.compareTo(LONGEST) > 0 ? LONGEST : wait)
        .filter(Duration::isPositive);
  }

  /** Seconds, or a date as HTTP writes it; anything else asks for nothing. */
  private static Optional<Duration> parse(String text, Instant now) {
    if (SECONDS.matcher(text).matches()) {
      return Optional.of(
          text.length() > MORE_DIGITS_THAN_A_DAY
              ? LONGEST
              : Duration.ofSeconds(Long.parseLong(text)));
    }
    try {
      Instant date = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      return Optional.of(Duration.between(now, date));
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }
}
