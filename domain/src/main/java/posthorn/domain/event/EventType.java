package posthorn.domain.event;

/**
 * What kind of thing happened, as dotted words: {@code order.completed}. The characters allowed
 * need no escaping in JSON or in a header.
 */
public record EventType(String value) {
  public static final int MAX_LENGTH = 128;
  public static final String RULE =
      "must be dotted words of letters, digits, '_' and '-', at most " + MAX_LENGTH + " characters";

  public EventType {
    if (!isValid(value)) {
      throw new IllegalArgumentException("an event type " + RULE + ": " + value);
    }
  }

  public static boolean isValid(String text) {
    // By hand: it is asked for every event, more than once.
    if (text.length() > MAX_LENGTH) {
      return false;
    }
    boolean afterWord = false;
    for (int i = 0; i < text.length(); i++) {
      boolean inWord = isWordCharacter(text.charAt(i));
      if (!inWord && !(afterWord && text.charAt(i) == '.')) {
        return false;
      }
      afterWord = inWord;
    }
    return afterWord;
  }

  private static boolean isWordCharacter(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c == '-';
  }

  @Override
  public String toString() {
    return value;
  }
}
