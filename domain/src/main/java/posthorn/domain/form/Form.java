package posthorn.domain.form;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import posthorn.domain.event.JsonString;
import posthorn.domain.filter.JsonReader.TooManyPartsException;

/** The fields of a form, in their order. */
public record Form(Map<String, List<String>> fields) {
  private static final String PAYLOAD = "payload";

  /**
   * Whatever the text is: what stands after a percent sign that escapes nothing stays.
   *
   * @throws TooManyPartsException if it has more fields than that
   */
  public static Form parse(String text, int mostFields) {
    var fields = new LinkedHashMap<String, List<String>>();
    int parts = 0;
    for (int start = 0; start < text.length(); ) {
      int next = text.indexOf('&', start);
      String pair = text.substring(start, next < 0 ? text.length() : next);
      start = next < 0 ? text.length() : next + 1;
      if (pair.isEmpty()) {
        continue;
      }
      if (++parts > mostFields) {
        throw new TooManyPartsException();
      }
      int end = pair.indexOf('=');
      String name = decoded(end < 0 ? pair : pair.substring(0, end));
      String value = end < 0 ? "" : decoded(pair.substring(end + 1));
      fields.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
    }
    return new Form(fields);
  }

  /** The value of its only field, if that is called so. */
  public Optional<String> payload() {
    List<String> values = fields.getOrDefault(PAYLOAD, List.of());
    return fields.size() == 1 && values.size() == 1
        ? Optional.of(values.getFirst())
        : Optional.empty();
  }

  /** An object; a field that came more than once is an array. */
  public String toJson() {
    return fields.entrySet().stream()
        .map(field -> JsonString.quoted(field.getKey()) + ":" + json(field.getValue()))
        .collect(joining(",", "{", "}"));
  }

  private static String json(List<String> values) {
    return values.size() == 1
        ? JsonString.quoted(values.getFirst())
        : values.stream().map(JsonString::quoted).collect(joining(",", "[", "]"));
  }

  private static String decoded(String text) {
    if (text.indexOf('%') < 0) {
      return text.replace('+', ' ');
    }
    byte[] bytes = text.getBytes(UTF_8);
    var decoded = new byte[bytes.length];
    int length = 0;
    for (int i = 0; i < bytes.length; i++) {
      int escaped = bytes[i] == '%' ? escaped(bytes, i) : -1;
      if (escaped >= 0) {
        decoded[length++] = (byte) escaped;
        i += 2;
      } else {
        decoded[length++] = bytes[i] == '+' ? (byte) ' ' : bytes[i];
      }
    }
    return new String(decoded, 0, length, UTF_8);
  }

  private static int escaped(byte[] bytes, int at) {
    if (at + 2 >= bytes.length) {
      return -1;
    }
    int high = Character.digit(bytes[at + 1], 16);
    int low = Character.digit(bytes[at + 2], 16);
    return high < 0 || low < 0 ? -1 : high * 16 + low;
  }
}
