package posthorn.http;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.domain.field.DurationText;
import posthorn.domain.tenancy.RetentionChoices;

/** Reads a tenant's {@code retention}: for how long it wants its history kept. */
final class RetentionFields {
  private static final String FIELD = "retention";

  private RetentionFields() {}

  /**
   * The times with what the request says of them; a null leaves one to the server, and in place of
   * the whole object leaves all. What is wrong is noted, and counts as left until then.
   */
  static RetentionChoices changed(RequestFields fields, RetentionChoices present) {
    if (!fields.has(FIELD)) {
      return fields.mentions(FIELD) ? RetentionChoices.NONE : present;
    }
    return fields
        .object(FIELD)
        .map(times ->
            new RetentionChoices(
                time(times, "delivered", present.delivered()),
                time(times, "attempts", present.attempts()),
                time(times, "dead", present.dead())))
        .orElse(present);
  }

  private static @Nullable Duration time(
      RequestFields times, String name, @Nullable Duration present) {
    if (!times.mentions(name)) {
      return present;
    }
    return times
        .text(name, text -> read(text).isPresent(), RetentionChoices.RULE)
        .flatMap(RetentionFields::read)
        .orElse(null);
  }

  private static Optional<Duration> read(String text) {
    return DurationText.parse(text).filter(RetentionChoices::isValid);
  }
}
