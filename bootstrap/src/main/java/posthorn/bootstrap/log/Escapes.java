package posthorn.bootstrap.log;

import posthorn.domain.field.PlainText;

/** Writes characters that are no part of a line as Java's source has them. */
final class Escapes {
  private Escapes() {}

  static String inLine(String text) {
    if (PlainText.isPlain(text)) {
      return text;
    }
    var line = new StringBuilder(text.length() + 8);
    text.codePoints()
        .forEach(each -> {
          if (PlainText.isPlain(each)) {
            line.appendCodePoint(each);
          } else {
            line.append(escaped(each));
          }
        });
    return line.toString();
  }

  /** The same of what stands between quotation marks: it does not end there either. */
  static String inQuotes(String text) {
    return inLine(text.indexOf('"') < 0 ? text : text.replace("\"", "\\\""));
  }

  private static String escaped(int character) {
    return switch (character) {
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      default -> String.format("\\u%04X", character);
    };
  }
}
