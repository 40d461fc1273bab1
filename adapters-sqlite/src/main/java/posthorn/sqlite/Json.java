package posthorn.sqlite;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Lists as one parameter of a statement, which SQLite reads with json_each. */
final class Json {
  private Json() {}

  /** Numbers, or ids, in which there is nothing to escape. */
  static String array(Stream<?> values) {
    return values
        .map(value -> value instanceof Number ? value.toString() : "\"" + value + "\"")
        .collect(Collectors.joining(",", "[", "]"));
  }
}
