package posthorn.sqlite;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Lists as one parameter of a statement, which SQLite reads with json_each. */
final class Json {
  private Json() {}

  /** Numbers, or ids, in which there is nothing to escape, or lists of these. */
  static String array(Stream<?> values) {
    return values.map(Json::text).collect(Collectors.joining(",", "[", "]"));
  }

  private static String text(Object value) {
    return switch (value) {
      case Number number -> number.toString();
      case List<?> list -> array(list.stream());
      default -> "\"" + value + "\"";
    };
  }
}
