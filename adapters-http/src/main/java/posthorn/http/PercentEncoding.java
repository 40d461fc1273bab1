package posthorn.http;

/** Text as it stands in an address, where {@code %} and two digits are a byte. */
final class PercentEncoding {
  private static final int HEXADECIMAL = 16;

  private PercentEncoding() {}

  /** Whether it stands for any text; what does not would be passed over, or taken for another. */
  static boolean decodes(String text) {
    int next = text.indexOf('%');
    if (next < 0) {
      return true;
    }
    var bytes = new byte[text.length()];
    int length = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '%') {
        int value = i + 2 < text.length() ? valueOf(text.charAt(i + 1), text.charAt(i + 2)) : -1;
        if (value < 0) {
          return false;
        }
        bytes[length++] = (byte) value;
        i += 2;
      } else {
        // All that counts here is that it begins and ends no character of several bytes.
        bytes[length++] = (byte) Math.min(c, '~');
      }
    }
    return Utf8.isValid(bytes);
  }

  private static int valueOf(char high, char low) {
    int upper = Character.digit(high, HEXADECIMAL);
    int lower = Character.digit(low, HEXADECIMAL);
    return high > '~' || low > '~' || upper < 0 || lower < 0 ? -1 : upper * HEXADECIMAL + lower;
  }
}
