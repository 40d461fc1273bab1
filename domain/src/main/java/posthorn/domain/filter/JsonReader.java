package posthorn.domain.filter;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.filter.JsonValue.JsonArray;
import posthorn.domain.filter.JsonValue.JsonBoolean;
import posthorn.domain.filter.JsonValue.JsonNull;
import posthorn.domain.filter.JsonValue.JsonNumber;
import posthorn.domain.filter.JsonValue.JsonObject;
import posthorn.domain.filter.JsonValue.JsonString;

/**
 * Reads JSON, strictly: what it takes can be put into other JSON as it stands. Of members with the
 * same name, the last counts.
 */
public final class JsonReader {
  /** Each level is a call within a call. */
  private static final int MAX_DEPTH = 500;

  /** To make a number of its digits takes longer than there are digits. */
  private static final int MAX_DIGITS = 1_000;

  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
  private static final char FIRST_PRINTABLE = ' ';
  private static final String ESCAPES = "\"\\/bfnrt";
  private static final char END = '\0';
  private static final String ESCAPED = "\"\\/\b\f\n\r\t";

  private final String text;
  private int at;
  private int depth;

  private JsonReader(String text) {
    this.text = text;
  }

  /** What the bytes say, if they are JSON. */
  public static Optional<JsonValue> tryRead(JsonBytes json) {
    try {
      return Optional.of(read(json));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /**
   * What the bytes say.
   *
   * @throws IllegalArgumentException if they are not JSON
   */
  public static JsonValue read(JsonBytes json) {
    var reader =
        new JsonReader(
            json.text().orElseThrow(() -> new IllegalArgumentException("it is no UTF-8")));
    JsonValue value = reader.value();
    if (reader.at < reader.text.length()) {
      throw reader.unreadable();
    }
    return value;
  }

  private JsonValue value() {
    if (++depth > MAX_DEPTH) {
      throw unreadable();
    }
    JsonValue value =
        switch (peek()) {
          case '{' -> object();
          case '[' -> array();
          case '"' -> new JsonString(string());
          case 't' -> word("true", new JsonBoolean(true));
          case 'f' -> word("false", new JsonBoolean(false));
          case 'n' -> word("null", new JsonNull());
          default -> number();
        };
    skipSpace();
    depth--;
    return value;
  }

  private JsonValue object() {
    Map<String, JsonValue> members = new LinkedHashMap<>();
    at++;
    for (boolean more = peek() != '}'; more; more = follows('}')) {
      if (peek() != '"') {
        throw unreadable();
      }
      String name = string();
      take(':');
      members.put(name, value());
    }
    take('}');
    return new JsonObject(members);
  }

  private JsonValue array() {
    List<JsonValue> items = new ArrayList<>();
    at++;
    for (boolean more = peek() != ']'; more; more = follows(']')) {
      items.add(value());
    }
    take(']');
    return new JsonArray(items);
  }

  /** Whether another one follows; if not, the end does. */
  private boolean follows(char end) {
    if (peek() == end) {
      return false;
    }
    take(',');
    return true;
  }

  private String string() {
    at++;
    String plain = unescaped();
    if (next() == '"') {
      at++;
      return plain;
    }
    var read = new StringBuilder(plain);
    while (next() != '"') {
      read.append(escaped());
      at++;
      read.append(unescaped());
    }
    at++;
    return read.toString();
  }

  /** All up to the next escape, or to the string's end. */
  private String unescaped() {
    int start = at;
    while (next() != '"' && next() != '\\') {
      if (next() < FIRST_PRINTABLE) {
        throw unreadable();
      }
      at++;
    }
    return text.substring(start, at);
  }

  private char escaped() {
    at++;
    int which = ESCAPES.indexOf(next());
    if (which >= 0) {
      return ESCAPED.charAt(which);
    }
    if (next() != 'u') {
      throw unreadable();
    }
    int code = 0;
    for (int i = 0; i < 4; i++) {
      at++;
      int digit = next() < 0x80 ? Character.digit(next(), 16) : -1;
      if (digit < 0) {
        throw unreadable();
      }
      code = code * 16 + digit;
    }
    return (char) code;
  }

  private JsonValue word(String word, JsonValue meaning) {
    if (!text.startsWith(word, at)) {
      throw unreadable();
    }
    at += word.length();
    return meaning;
  }

  private JsonValue number() {
    int start = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    String number = text.substring(start, at);
    if (number.length() > MAX_DIGITS || !NUMBER.matcher(number).matches()) {
      throw unreadable();
    }
    return new JsonNumber(new BigDecimal(number));
  }

  private void take(char expected) {
    if (peek() != expected) {
      throw unreadable();
    }
    at++;
  }

  /** The next character that is no space; stands at it. */
  private char peek() {
    skipSpace();
    return at < text.length() ? text.charAt(at) : END;
  }

  private void skipSpace() {
    while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private char next() {
    if (at >= text.length()) {
      throw unreadable();
    }
    return text.charAt(at);
  }

  private IllegalArgumentException unreadable() {
    return new IllegalArgumentException("no JSON at character " + at);
  }
}
