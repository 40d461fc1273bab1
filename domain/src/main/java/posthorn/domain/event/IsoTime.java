package posthorn.domain.event;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * Times in ISO 8601, as {@link DateTimeFormatter#ISO_INSTANT} writes them. That one takes a good
 * part of what it takes to sign a request; here the usual ones are written digit by digit.
 */
public final class IsoTime {
  private static final int NANOS_PER_MILLI = 1_000_000;
  private static final int LAST_OF_FOUR_DIGITS = 9999;

  private IsoTime() {}

  public static String of(Instant time) {
    LocalDateTime utc = LocalDateTime.ofEpochSecond(time.getEpochSecond(), 0, ZoneOffset.UTC);
    boolean usual =
        utc.getYear() >= 0
            && utc.getYear() <= LAST_OF_FOUR_DIGITS
            && time.getNano() % NANOS_PER_MILLI == 0;
    return usual
        ? written(utc, time.getNano() / NANOS_PER_MILLI)
        : DateTimeFormatter.ISO_INSTANT.format(time);
  }

  private static String written(LocalDateTime utc, int millis) {
    var text = new StringBuilder("2000-01-01T00:00:00.000Z".length());
    digits(text, utc.getYear() / 100);
    digits(text, utc.getYear() % 100);
    digits(text.append('-'), utc.getMonthValue());
    digits(text.append('-'), utc.getDayOfMonth());
    digits(text.append('T'), utc.getHour());
    digits(text.append(':'), utc.getMinute());
    digits(text.append(':'), utc.getSecond());
    if (millis > 0) {
      text.append('.').append((char) ('0' + millis / 100));
      digits(text, millis % 100);
    }
    return text.append('Z').toString();
  }

  private static void digits(StringBuilder text, int number) {
    text.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
  }
}
