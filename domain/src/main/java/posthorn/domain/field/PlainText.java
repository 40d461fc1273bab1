package posthorn.domain.field;

/**
 * Text that is a part of one line wherever it is shown. Control characters begin a line of their
 * own in a log or a mail, or move a terminal's cursor; format characters reorder or hide what
 * stands beside them; half of a surrogate pair cannot be written down at all.
 */
public final class PlainText {
  public static final String RULE =
      "must not have control or format characters, such as line breaks and zero-width spaces";

  private PlainText() {}

  public static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); ) {
      int character = text.codePointAt(i);
      if (!isPlain(character)) {
        return false;
      }
      i += Character.charCount(character);
    }
    return true;
  }

  public static boolean isPlain(int character) {
    if (character >= ' ' && character < 0x7F) {
      return true;
    }
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }

  /** The text with a space in the place of each character that is not plain. */
  public static String cleaned(String text) {
    if (isPlain(text)) {
      return text;
    }
    var cleaned = new StringBuilder(text.length());
    text.codePoints().forEach(each -> cleaned.appendCodePoint(isPlain(each) ? each : ' '));
    return cleaned.toString();
  }
}
