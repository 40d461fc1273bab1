package posthorn.domain.filter;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.regex.Pattern;
import posthorn.domain.filter.JsonValue.JsonArray;
import posthorn.domain.filter.JsonValue.JsonBoolean;
import posthorn.domain.filter.JsonValue.JsonNull;
import posthorn.domain.filter.JsonValue.JsonNumber;
import posthorn.domain.filter.JsonValue.JsonObject;
import posthorn.domain.filter.JsonValue.JsonString;

/** Reads JSON for tests; the product's parser is an adapter's. Knows no escapes but {@code \"}. */
public final class JsonText {
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

  private final String text;
  private int at;

  private JsonText(String text) {
    this.text = text;
  }

  public static JsonValue parse(String text) {
    var reader = new JsonText(text);
    JsonValue value = reader.value();
    if (reader.peek() != '\0') {
      throw new IllegalArgumentException("more after the end at " + reader.at + ": " + text);
    }
    return value;
  }

  private JsonValue value() {
    return switch (peek()) {
      case '{' -> object();
      case '[' -> array();
      case '"' -> new JsonString(string());
      case 't' -> word("true", new JsonBoolean(true));
      case 'f' -> word("false", new JsonBoolean(false));
      case 'n' -> word("null", new JsonNull());
      default -> number();
    };
  }

  private JsonValue object() {
    var members = new LinkedHashMap<String, JsonValue>();
    expect('{');
    while (peek() != '}') {
      if (!members.isEmpty()) {
        expect(',');
      }
      peek();
      String name = string();
      expect(':');
      members.put(name, value());
    }
    expect('}');
    return new JsonObject(members);
  }

  private JsonValue array() {
    var items = new ArrayList<JsonValue>();
    expect('[');
    while (peek() != ']') {
      if (!items.isEmpty()) {
        expect(',');
      }
      items.add(value());
    }
    expect(']');
    return new JsonArray(items);
  }

  private String string() {
    expect('"');
    var characters = new StringBuilder();
    while (text.charAt(at) != '"') {
      if (text.charAt(at) == '\\') {
        at++;
      }
      characters.append(text.charAt(at++));
    }
    at++;
    return characters.toString();
  }

  private JsonValue number() {
    var matcher = NUMBER.matcher(text).region(at, text.length());
    if (!matcher.lookingAt()) {
      throw new IllegalArgumentException("no value at " + at + ": " + text);
    }
    at = matcher.end();
    return new JsonNumber(new BigDecimal(matcher.group()));
  }

  private JsonValue word(String word, JsonValue value) {
    if (!text.startsWith(word, at)) {
      throw new IllegalArgumentException("no value at " + at + ": " + text);
    }
    at += word.length();
    return value;
  }

  private void expect(char c) {
    if (peek() != c) {
      throw new IllegalArgumentException("no " + c + " at " + at + ": " + text);
    }
    at++;
  }

  private char peek() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at < text.length() ? text.charAt(at) : '\0';
  }
}
