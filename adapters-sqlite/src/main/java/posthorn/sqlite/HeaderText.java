package posthorn.sqlite;

import java.util.LinkedHashMap;
import java.util.Map;

/** Headers as one text, a line each; neither a name nor a value can have a line break in it. */
final class HeaderText {
  private static final char SEPARATOR = ':';

  private HeaderText() {}

  static String write(Map<String, String> headers) {
    int length = 0;
    for (Map.Entry<String, String> header : headers.entrySet()) {
      length += header.getKey().length() + header.getValue().length() + 2;
    }
    var text = new StringBuilder(length);
    headers.forEach(
        (name, value) -> text.append(name).append(SEPARATOR).append(value).append('\n'));
    return text.toString();
  }

  static Map<String, String> read(String text) {
    var headers = new LinkedHashMap<String, String>();
    text.lines()
        .forEach(line -> {
          // A name has no colon in it, so the first one ends it.
          int end = line.indexOf(SEPARATOR);
          headers.put(line.substring(0, end), line.substring(end + 1));
        });
    return headers;
  }
}
