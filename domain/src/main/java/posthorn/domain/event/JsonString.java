package posthorn.domain.event;

/** A text as JSON writes it. */
public final class JsonString {
  private static final char FIRST_PRINTABLE = ' ';
  private static final String HEX = "0123456789abcdef";

  private JsonString() {}

  /** With its quotes; only what JSON forbids in a string is escaped, all else stays as it is. */
  public static String quoted(String text) {
    var json = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < FIRST_PRINTABLE || isUnpaired(text, i)) {
        escape(json, c);
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }

  private static void escape(StringBuilder json, char c) {
    json.append("\\u");
    for (int shift = 12; shift >= 0; shift -= 4) {
      json.append(HEX.charAt((c >> shift) & 0xF));
    }
  }

  /** Half a character: UTF-8 has no bytes for it, and would put a question mark in its place. */
  private static boolean isUnpaired(String text, int i) {
    char c = text.charAt(i);
    if (Character.isHighSurrogate(c)) {
      return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
    }
    return Character.isLowSurrogate(c)
        && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
  }
}
