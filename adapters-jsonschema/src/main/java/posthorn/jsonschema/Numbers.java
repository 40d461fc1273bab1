package posthorn.jsonschema;

import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Numbers that no keyword compares: they are read as infinite, and would pass any maximum. */
final class Numbers {
  private Numbers() {}

  /** Where the first of them is, as a JSON pointer. */
  static Optional<String> beyondMeasure(JsonNode node) {
    return search(node, "").findFirst();
  }

  private static Stream<String> search(JsonNode node, String path) {
    if (node.isObject()) {
      return node.propertyStream()
          .flatMap(property ->
              search(property.getValue(), path + "/" + References.escaped(property.getKey())));
    }
    if (node.isArray()) {
      return IntStream.range(0, node.size())
          .boxed()
          .flatMap(i -> search(node.get(i), path + "/" + i));
    }
    return node.isDouble() && !Double.isFinite(node.doubleValue())
        ? Stream.of(path)
        : Stream.empty();
  }
}
