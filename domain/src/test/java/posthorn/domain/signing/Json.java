package posthorn.domain.signing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Just enough JSON to read the vectors: maps, lists, strings, whole numbers and booleans. */
final class Json {
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> object(String text) {
    return (Map<String, Object>) new Json(text).value();
  }

  private Object value() {
    return switch (peek()) {
      case '{' -> map();
      case '[' -> list();
      case '"' -> string();
      default -> literal();
    };
  }

  private Map<String, Object> map() {
    var map = new LinkedHashMap<String, Object>();
    for (at++; peek() != '}'; skip(',')) {
      String key = string();
      skip(':');
      map.put(key, value());
    }
    at++;
    return map;
  }

  private List<Object> list() {
    var list = new ArrayList<Object>();
    for (at++; peek() != ']'; skip(',')) {
      list.add(value());
    }
    at++;
    return list;
  }

  private String string() {
    var out = new StringBuilder();
    for (at++; text.charAt(at) != '"'; at++) {
      out.append(text.charAt(at) == '\\' ? escaped(text.charAt(++at)) : text.charAt(at));
    }
    at++;
    return out.toString();
  }

  private char escaped(char c) {
    if (c != 'u') {
      return c == '/' ? c : ("\\" + c).translateEscapes().charAt(0);
    }
    at += 4;
    return (char) Integer.parseInt(text, at - 3, at + 1, 16);
  }

  private Object literal() {
    int start = at;
    while (Character.isLetterOrDigit(text.charAt(at))) {
      at++;
    }
    String word = text.substring(start, at);
    return Character.isLetter(word.charAt(0)) ? word.equals("true") : (Object) Long.valueOf(word);
  }

  private void skip(char separator) {
    if (peek() == separator) {
      at++;
    }
  }

  private char peek() {
    while (Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return text.charAt(at);
  }
}
