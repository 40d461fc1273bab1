package posthorn.domain.event;

import java.util.regex.Pattern;

/**
 * What kind of thing happened, as dotted words: {@code order.completed}. The characters allowed
 * need no escaping in JSON or in a header.
 */
public record EventType(String value) {
  public static final int MAX_LENGTH = 128;
  public static final String RULE =
      "must be dotted words of letters, digits, '_' and '-', at most " + MAX_LENGTH + " characters";

  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*");

  public EventType {
    if (!isValid(value)) {
      throw new IllegalArgumentException("an event type " + RULE + ": " + value);
    }
  }

  public static boolean isValid(String text) {
    return text.length() <= MAX_LENGTH && FORM.matcher(text).matches();
  }

  @Override
  public String toString() {
    return value;
  }
}
