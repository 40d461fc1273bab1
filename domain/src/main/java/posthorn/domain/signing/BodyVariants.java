package posthorn.domain.signing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Bodies as they may have been before something rewrote them. They are handled as Latin-1 text,
 * which keeps every byte.
 */
final class BodyVariants {
  private static final String BYTE_ORDER_MARK = "\u00EF\u00BB\u00BF";

  private final String body;

  BodyVariants(byte[] body) {
    this.body = new String(body, ISO_8859_1);
  }

  /** What the body was before each mistake, the smallest first. */
  Map<Hint, List<byte[]>> byMistake() {
    var variants = new EnumMap<Hint, List<byte[]>>(Hint.class);
    variants.put(Hint.NEWLINE_GAINED, withoutNewline());
    variants.put(Hint.NEWLINE_LOST, withNewline());
    variants.put(Hint.LINE_ENDINGS, otherLineEndings());
    variants.put(Hint.BYTE_ORDER_MARK, otherByteOrderMark());
    variants.put(Hint.JSON_REWRITTEN, otherSpacing());
    return variants;
  }

  private List<byte[]> withoutNewline() {
    if (body.endsWith("\r\n")) {
      return bytes(body.substring(0, body.length() - 2), body.substring(0, body.length() - 1));
    }
    return body.endsWith("\n") ? bytes(body.substring(0, body.length() - 1)) : List.of();
  }

  private List<byte[]> withNewline() {
    return bytes(body + "\n", body + "\r\n");
  }

  private List<byte[]> otherLineEndings() {
    String unix = body.replace("\r\n", "\n");
    return bytes(unix, unix.replace("\n", "\r\n"));
  }

  private List<byte[]> otherByteOrderMark() {
    return bytes(
        body.startsWith(BYTE_ORDER_MARK)
            ? body.substring(BYTE_ORDER_MARK.length())
            : BYTE_ORDER_MARK + body);
  }

  /** Without white space between the tokens, as most write JSON, and with some, as Python does. */
  private List<byte[]> otherSpacing() {
    return bytes(respaced(""), respaced(" "));
  }

  private String respaced(String afterSeparator) {
    var out = new StringBuilder();
    boolean inString = false;
    for (int i = 0; i < body.length(); i++) {
      char c = body.charAt(i);
      if (inString && c == '\\' && i + 1 < body.length()) {
        out.append(c).append(body.charAt(++i));
        continue;
      }
      if (c == '"') {
        inString = !inString;
      }
      if (inString || " \t\r\n".indexOf(c) < 0) {
        out.append(c);
      }
      if (!inString && (c == ',' || c == ':')) {
        out.append(afterSeparator);
      }
    }
    return out.toString();
  }

  private static List<byte[]> bytes(String... bodies) {
    return List.of(bodies).stream().map(text -> text.getBytes(ISO_8859_1)).toList();
  }
}
