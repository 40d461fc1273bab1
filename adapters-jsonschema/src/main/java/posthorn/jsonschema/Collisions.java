package posthorn.jsonschema;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Finds arrays whose elements were chosen to have the same hash. For {@code uniqueItems} the
 * validator puts elements into a hash set, which takes the square of their number for such.
 */
final class Collisions {
  /** Chance makes hardly two; as many as these are compared in no time. */
  private static final int MOST_OF_A_HASH = 500;

  private Collisions() {}

  /** Where the first such array is, as a JSON pointer. */
  static Optional<String> find(JsonNode node) {
    return find(node, "");
  }

  private static Optional<String> find(JsonNode node, String path) {
    if (node.isArray()) {
      if (node.size() > MOST_OF_A_HASH && haveSameHash(node)) {
        return Optional.of(path);
      }
      for (int i = 0; i < node.size(); i++) {
        Optional<String> found =
            node.get(i).isContainer() ? find(node.get(i), path + "/" + i) : Optional.empty();
        if (found.isPresent()) {
          return found;
        }
      }
    }
    for (Map.Entry<String, JsonNode> property : node.properties()) {
      Optional<String> found =
          find(property.getValue(), path + "/" + References.escaped(property.getKey()));
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static boolean haveSameHash(JsonNode array) {
    var first = new HashMap<Integer, JsonNode>();
    var others = new HashMap<Integer, Integer>();
    for (JsonNode element : array) {
      int hash = hash(element);
      JsonNode known = first.putIfAbsent(hash, element);
      // What is equal ends the validator's search.
      if (known != null
          && !known.equals(element)
          && others.merge(hash, 1, Integer::sum) > MOST_OF_A_HASH) {
        return true;
      }
    }
    return false;
  }

  /** That of the keys by which the validator compares. */
  private static int hash(JsonNode node) {
    if (node.isNumber()) {
      return node.decimalValue().stripTrailingZeros().hashCode();
    }
    int hash = 1;
    if (node.isArray()) {
      for (JsonNode element : node) {
        hash = 31 * hash + hash(element);
      }
      return hash;
    }
    if (node.isObject()) {
      hash = 0;
      for (Map.Entry<String, JsonNode> property : node.properties()) {
        hash += property.getKey().hashCode() ^ hash(property.getValue());
      }
      return hash;
    }
    return node.hashCode();
  }
}
