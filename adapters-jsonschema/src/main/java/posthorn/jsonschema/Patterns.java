package posthorn.jsonschema;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import posthorn.domain.field.FieldError;
import tools.jackson.databind.JsonNode;

/** Finds the patterns of a schema that cannot be used, and where they are. */
final class Patterns {
  /** Of all patterns of a schema together. */
  static final int MOST_SIZE = 50_000;

  private static final String PATTERN = "pattern";
  private static final String PATTERN_PROPERTIES = "patternProperties";

  /** What is in these is data and no schema, though it may look like one. */
  private static final Set<String> DATA = Set.of("enum", "const", "default", "examples");

  private static final int MOST_ERRORS = 20;

  private final String field;
  private final List<FieldError> errors = new ArrayList<>();
  private long size;

  Patterns(JsonNode schema, String field) {
    this.field = field;
    walk(schema, field);
  }

  /** How many steps they make together. */
  long size() {
    return size;
  }

  List<FieldError> thatCannotBeUsed() {
    if (errors.isEmpty() && size > MOST_SIZE) {
      return List.of(
          new FieldError(
              field,
              "has patterns that are too large together: with their counts they make %d steps, more"
                      .formatted(size)
                  + " than "
                  + MOST_SIZE));
    }
    return errors.stream().limit(MOST_ERRORS).toList();
  }

  private void walk(JsonNode node, String path) {
    if (node.path(PATTERN).isString()) {
      check(node.path(PATTERN).asString(), path + "/" + PATTERN);
    }
    node.path(PATTERN_PROPERTIES)
        .propertyNames()
        .forEach(regex ->
            check(regex, path + "/" + PATTERN_PROPERTIES + "/" + References.escaped(regex)));
    node.propertyStream()
        .filter(property -> !DATA.contains(property.getKey()) || property.getValue().isObject())
        .forEach(property ->
            walk(property.getValue(), path + "/" + References.escaped(property.getKey())));
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      walk(node.get(i), path + "/" + i);
    }
  }

  private void check(String regex, String path) {
    try {
      String re2 = Re2Dialect.translated(regex);
      size += PatternSize.check(re2);
      // Beyond the bound for all of them none is worth the memory.
      if (size <= MOST_SIZE) {
        Re2Dialect.compiled(re2);
      }
    } catch (UnsupportedPatternException e) {
      errors.add(new FieldError(path, e.reason()));
    }
  }
}
