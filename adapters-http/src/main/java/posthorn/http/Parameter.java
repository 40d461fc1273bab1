package posthorn.http;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import posthorn.domain.id.IdForm;

/**
 * A parameter as the API's description has it.
 *
 * @param schema what its values look like
 * @param example one that is fine; null where the schema says it all, or only an answer can
 */
record Parameter(
    String name, String description, Map<String, Object> schema, @Nullable String example) {
  private static final String TYPE = "type";
  private static final String STRING = "string";

  /** One that nobody has said anything about, which a test does not let pass. */
  static Parameter undescribed(String name) {
    return new Parameter(name, "", Map.of(TYPE, STRING), null);
  }

  static Parameter number(String name, String description, int least, int most, int standard) {
    return new Parameter(
        name,
        description,
        ordered(TYPE, "integer", "minimum", least, "maximum", most, "default", standard),
        null);
  }

  static Parameter flag(String name, String description) {
    return new Parameter(name, description, Map.of(TYPE, "boolean"), null);
  }

  static Parameter time(String name, String description) {
    return new Parameter(
        name, description, ordered(TYPE, STRING, "format", "date-time"), "2026-01-01T00:00:00Z");
  }

  static Parameter words(String name, String description, Collection<String> words) {
    return new Parameter(
        name, description, ordered(TYPE, STRING, "enum", new TreeSet<>(words)), null);
  }

  static Parameter text(String name, String description, int longest, @Nullable String example) {
    return new Parameter(
        name, description, ordered(TYPE, STRING, "minLength", 1, "maxLength", longest), example);
  }

  static Parameter matching(String name, String description, String pattern, String example) {
    return new Parameter(name, description, ordered(TYPE, STRING, "pattern", pattern), example);
  }

  static Parameter id(String name, String description, String prefix) {
    String pattern = "^" + prefix + IdForm.PATTERN + "$";
    return matching(name, description, pattern, prefix + "01KDVDNA000000000000000000");
  }

  /** As it stands in the description. */
  Map<String, Object> in(String place) {
    Map<String, Object> view =
        ordered("name", name, "in", place, "required", place.equals("path"), "schema", schema);
    view.put("description", description);
    if (example != null) {
      view.put("example", example);
    }
    return view;
  }

  private static Map<String, Object> ordered(Object... namesAndValues) {
    var map = new LinkedHashMap<String, Object>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return map;
  }
}
