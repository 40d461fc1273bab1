package posthorn.domain.inbound;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import posthorn.domain.event.EventType;

/**
 * How text from outside becomes dotted words. Slashes and colons separate words elsewhere, so they
 * become dots: {@code orders/create} is {@code orders.create}. Any other run of characters that an
 * event type cannot have becomes one underscore: {@code Push Hook} is {@code Push_Hook}.
 */
final class EventTypeWords {
  private static final Pattern SEPARATOR = Pattern.compile("[/:]");
  private static final Pattern FOREIGN = Pattern.compile("[^A-Za-z0-9_.-]+");
  private static final Pattern DOTS = Pattern.compile("\\.+");
  private static final Pattern SOMETHING = Pattern.compile("[A-Za-z0-9]");

  private EventTypeWords() {}

  /** Nothing where no letter and no digit is left: underscores alone name nothing. */
  static Optional<String> normal(String text) {
    String dotted = SEPARATOR.matcher(text).replaceAll(".");
    String words = FOREIGN.matcher(dotted).replaceAll("_");
    return SOMETHING.matcher(words).find() ? Optional.of(words) : Optional.empty();
  }

  /**
   * Words of which at least one has a letter or digit; empty ones are left out. A type that is too
   * long is none: cut short, it would be another.
   */
  static Optional<EventType> join(List<String> words) {
    String joined = DOTS.matcher(String.join(".", words)).replaceAll(".");
    int start = joined.startsWith(".") ? 1 : 0;
    int end = joined.length() - (joined.endsWith(".") ? 1 : 0);
    String type = joined.substring(start, end);
    return EventType.isValid(type) ? Optional.of(new EventType(type)) : Optional.empty();
  }
}
