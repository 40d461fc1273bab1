package posthorn.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The JSON Schemas of the records that answers are written from; so they cannot tell otherwise. */
final class OpenApiSchemas {
  private static final Pattern CAPITAL = Pattern.compile("[A-Z]");
  private static final String VIEW = "View";

  private final SortedMap<String, Object> components = new TreeMap<>();

  /** All that were asked for, and what they consist of, by their names. */
  Map<String, Object> components() {
    return components;
  }

  /** A page of a list. */
  Map<String, Object> pageOf(Class<?> item) {
    String name = nameOf(item) + "Page";
    components.put(
        name,
        object(
            Map.of(
                "items", Map.of("type", "array", "items", of(item)),
                "next_cursor", Map.of("type", List.of("string", "null"))),
            List.of("items", "next_cursor")));
    return reference(name);
  }

  Map<String, Object> of(Type type) {
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      return Map.class.isAssignableFrom((Class<?>) generic.getRawType())
          ? Map.of("type", "object", "additionalProperties", of(arguments[1]))
          : Map.of("type", "array", "items", of(arguments[0]));
    }
    return type instanceof Class<?> plain ? ofClass(plain) : Map.of();
  }

  private Map<String, Object> ofClass(Class<?> type) {
    if (type.isRecord()) {
      return record(type);
    }
    if (type.isSealed()) {
      return Map.of("anyOf", Stream.of(type.getPermittedSubclasses()).map(this::of).toList());
    }
    if (type.isArray()) {
      return Map.of("type", "array", "items", of(type.getComponentType()));
    }
    if (type == String.class) {
      return Map.of("type", "string");
    }
    if (type == Instant.class) {
      return Map.of("type", "string", "format", "date-time");
    }
    if (type == boolean.class || type == Boolean.class) {
      return Map.of("type", "boolean");
    }
    if (type == double.class || type == Double.class || type == BigDecimal.class) {
      return Map.of("type", "number");
    }
    if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
      return Map.of("type", "integer");
    }
    // Whatever JSON there may be.
    return Map.of();
  }

  private Map<String, Object> record(Class<?> type) {
    String name = nameOf(type);
    // Before its parts, should one of them be of the same kind.
    if (components.putIfAbsent(name, Map.of()) == null) {
      var properties = new LinkedHashMap<String, Object>();
      var required = new ArrayList<String>();
      for (RecordComponent component : type.getRecordComponents()) {
        String property = snakeCase(component.getName());
        properties.put(property, ofComponent(component.getAnnotatedType()));
        if (component.getAccessor().getAnnotation(JsonInclude.class) == null) {
          required.add(property);
        }
      }
      components.put(name, object(properties, required));
    }
    return reference(name);
  }

  private Map<String, Object> ofComponent(AnnotatedType type) {
    Map<String, Object> schema = of(type.getType());
    return type.isAnnotationPresent(Nullable.class)
        ? Map.of("anyOf", List.of(schema, Map.of("type", "null")))
        : schema;
  }

  private static Map<String, Object> object(Map<String, Object> properties, List<String> required) {
    return Map.of(
        "type",
        "object",
        "properties",
        properties,
        "required",
        required,
        "additionalProperties",
        false);
  }

  /** As {@link Json} writes it. */
  private static String snakeCase(String name) {
    return CAPITAL.matcher(name).replaceAll("_$0").toLowerCase(Locale.ROOT);
  }

  private static Map<String, Object> reference(String name) {
    return Map.of("$ref", "#/components/schemas/" + name);
  }

  /** Of the record's name, and of that of the record it stands in: there may be several. */
  private static String nameOf(Class<?> type) {
    Class<?> around = type.getEnclosingClass();
    String own = plain(type.getSimpleName());
    return around == null ? own : plain(around.getSimpleName()) + own;
  }

  private static String plain(String name) {
    return name.endsWith(VIEW) ? name.substring(0, name.length() - VIEW.length()) : name;
  }
}
