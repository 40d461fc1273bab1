package posthorn.domain.filter;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.filter.JsonValue.JsonArray;
import posthorn.domain.filter.JsonValue.JsonBoolean;
import posthorn.domain.filter.JsonValue.JsonNull;
import posthorn.domain.filter.JsonValue.JsonNumber;
import posthorn.domain.filter.JsonValue.JsonObject;
import posthorn.domain.filter.JsonValue.JsonString;

/**
 * Reads the JSON of an event that was accepted. Whoever accepted it has seen to it that it is JSON,
 * and how deep and how long it may be; so this only takes it apart, and throws at what it cannot
 * read.
 */
public final class JsonReader {
  private static final String ESCAPES = "\"\\/bfnrt";
  private static final char END = '\0';
  private static final String ESCAPED = "\"\\/\b\f\n\r\t";

  private final String text;
  private int at;

  private JsonReader(String text) {
    this.text = text;
  }

  public static JsonValue read(JsonBytes json) {
    var reader = new JsonReader(new String(json.bytes(), UTF_8));
    JsonValue value = reader.value();
    if (reader.at < reader.text.length()) {
      throw reader.unreadable();
    }
    return value;
  }

  private JsonValue value() {
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
    var read = new StringBuilder();
    for (at++; next() != '"'; at++) {
      read.append(next() == '\\' ? escaped() : next());
    }
    at++;
    return read.toString();
  }

  private char escaped() {
    at++;
    int which = ESCAPES.indexOf(next());
    if (which >= 0) {
      return ESCAPED.charAt(which);
    }
    int digits = at + 1;
    at += 4;
    next();
    return (char) Integer.parseInt(text, digits, digits + 4, 16);
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
    if (at == start) {
      throw unreadable();
    }
    return new JsonNumber(new BigDecimal(text.substring(start, at)));
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
