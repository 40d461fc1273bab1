package posthorn.domain.filter;

import java.math.BigDecimal;
import java.math.BigInteger;
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

  /**
   * To make a number of its digits takes longer than there are digits. With room for what is no
   * digit: a sign, a point and an exponent.
   */
  private static final int MAX_NUMBER_LENGTH = 1_000 + 24;

  private static final BigDecimal HUGE = new BigDecimal(BigInteger.ONE, -Integer.MAX_VALUE);
  private static final BigDecimal TINY = new BigDecimal(BigInteger.ONE, Integer.MAX_VALUE);

  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
  private static final char FIRST_PRINTABLE = ' ';
  private static final String ESCAPES = "\"\\/bfnrt";
  private static final char END = '\0';
  private static final String ESCAPED = "\"\\/\b\f\n\r\t";

  private final String text;
  private final int mostParts;
  private int at;
  private int depth;
  private int parts;

  private JsonReader(String text, int mostParts) {
    this.text = text;
    this.mostParts = mostParts;
  }

  /** It may be JSON, but has more values than the caller wants in memory. */
  public static final class TooManyPartsException extends RuntimeException {}

  /**
   * What the bytes say, if they are JSON.
   *
   * @param mostParts a part is a value, whatever it is in; each is an object in memory
   * @throws TooManyPartsException if it has more
   */
  public static Optional<JsonValue> tryRead(JsonBytes json, int mostParts) {
    try {
      return Optional.of(read(json, mostParts));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /**
   * What the bytes say; for bytes whose length is bounded, and with that their parts.
   *
   * @throws IllegalArgumentException if they are not JSON
   */
  public static JsonValue read(JsonBytes json) {
    return read(json, Integer.MAX_VALUE);
  }

  private static JsonValue read(JsonBytes json, int mostParts) {
    var reader =
        new JsonReader(
            json.text().orElseThrow(() -> new IllegalArgumentException("it is no UTF-8")),
            mostParts);
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
    if (++parts > mostParts) {
      throw new TooManyPartsException();
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
    if (number.length() > MAX_NUMBER_LENGTH || !NUMBER.matcher(number).matches()) {
      throw unreadable();
    }
    return new JsonNumber(decimal(number));
  }

  /**
   * A number whose exponent is beyond what Java reckons with becomes the one nearest to it that is
   * not: it is still larger, or nearer to zero, than all that it is compared with.
   */
  private static BigDecimal decimal(String number) {
    try {
      return new BigDecimal(number);
    } catch (NumberFormatException _) {
      int exponent = Math.max(number.indexOf('e'), number.indexOf('E'));
      if (number.chars().limit(exponent).noneMatch(c -> c >= '1' && c <= '9')) {
        return BigDecimal.ZERO;
      }
      BigDecimal nearest = number.charAt(exponent + 1) == '-' ? TINY : HUGE;
      return number.startsWith("-") ? nearest.negate() : nearest;
    }
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
