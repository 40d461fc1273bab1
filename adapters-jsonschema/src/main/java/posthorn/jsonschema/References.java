package posthorn.jsonschema;

import java.util.ArrayList;
import java.util.List;
import posthorn.domain.field.FieldError;
import tools.jackson.databind.JsonNode;

/** Finds out why a schema that looks like one cannot be used. */
final class References {
  private static final String REF = "$ref";
  private static final int MOST_ERRORS = 20;

  private final JsonNode root;
  private final List<FieldError> errors = new ArrayList<>();

  private References(JsonNode root) {
    this.root = root;
  }

  /** The references that lead nowhere; where there seem to be none, the reason as it was given. */
  static List<FieldError> thatLeadNowhere(JsonNode schema, String field, RuntimeException reason) {
    var references = new References(schema);
    references.walk(schema, field);
    if (references.errors.isEmpty()) {
      return List.of(new FieldError(field, "cannot be used: " + reason.getMessage()));
    }
    return references.errors.stream().limit(MOST_ERRORS).toList();
  }

  private void walk(JsonNode node, String path) {
    if (node.path(REF).isString() && leadsNowhere(node.path(REF).asString())) {
      errors.add(
          new FieldError(
              path + "/" + REF,
              "leads to nothing within this schema, and nothing else is ever fetched"));
    }
    node.propertyStream()
        .forEach(property -> walk(property.getValue(), path + "/" + escaped(property.getKey())));
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      walk(node.get(i), path + "/" + i);
    }
  }

  private boolean leadsNowhere(String reference) {
    if (reference.equals("#")) {
      return false;
    }
    return !reference.startsWith("#/") || root.at(reference.substring(1)).isMissingNode();
  }

  /** A name as a part of a JSON pointer. */
  static String escaped(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }
}
