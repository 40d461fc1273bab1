package posthorn.domain.event;

/** Which event types a webhook wants: one exactly, all below a prefix ({@code order.*}), or all. */
public record EventTypePattern(String value) {
  public static final String RULE = "must be an event type, a prefix such as 'order.*', or '*'";

  private static final String ANY = "*";
  private static final String BELOW = ".*";

  public EventTypePattern {
    if (!isValid(value)) {
      throw new IllegalArgumentException("a pattern " + RULE + ": " + value);
    }
  }

  public static boolean isValid(String text) {
    if (text.equals(ANY)) {
      return true;
    }
    return EventType.isValid(
        text.endsWith(BELOW) ? text.substring(0, text.length() - BELOW.length()) : text);
  }

  /** {@code order.*} matches {@code order.paid} and {@code order.item.added}, not {@code order}. */
  public boolean matches(EventType type) {
    if (value.equals(ANY)) {
      return true;
    }
    if (value.endsWith(BELOW)) {
      // All of it but the star.
      return type.value().regionMatches(0, value, 0, value.length() - 1);
    }
    return type.value().equals(value);
  }

  /**
   * How narrow the pattern is: one type is narrower than any prefix, a longer prefix than a
   * shorter, and all is the widest. Of two that match the same type, the greater is the more
   * specific.
   */
  public int specificity() {
    if (value.equals(ANY)) {
      return 0;
    }
    return value.endsWith(BELOW) ? value.length() : Integer.MAX_VALUE;
  }

  @Override
  public String toString() {
    return value;
  }
}
