package posthorn.http;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.field.FieldError;
import tools.jackson.databind.JsonNode;

/**
 * The fields of a request's JSON object. Each is asked for by name; what is wrong is gathered, so
 * that {@link #check} names everything at once, also the fields that nobody asked for.
 */
final class RequestFields {
  private final Map<String, JsonBytes> fields;
  private final Set<String> asked = new HashSet<>();

  /** A set: a field that is asked for twice is wrong but once. */
  private final Set<FieldError> errors = new LinkedHashSet<>();

  private RequestFields(Map<String, JsonBytes> fields) {
    this.fields = fields;
  }

  static RequestFields of(byte[] body) {
    return new RequestFields(RawObject.fieldsOf(body));
  }

  /** The field's value as it was written; null where it is absent. An explicit null is a value. */
  @Nullable JsonBytes raw(String name) {
    asked.add(name);
    return fields.get(name);
  }

  /** The field's text; empty where it is absent or wrong. */
  Optional<String> text(String name, int maxLength) {
    return node(name).flatMap(node -> textOf(name, node, maxLength));
  }

  /** The field's text; where it is absent, that is an error. */
  Optional<String> requiredText(String name, int maxLength) {
    require(name);
    return text(name, maxLength);
  }

  /** The field's elements; where it is absent, there are none. */
  List<JsonNode> elements(String name, int maxElements) {
    Optional<JsonNode> node = node(name);
    if (node.isEmpty()) {
      return List.of();
    }
    if (!node.get().isArray()) {
      reject(name, "must be an array");
      return List.of();
    }
    if (node.get().size() > maxElements) {
      reject(name, "must have at most " + maxElements + " elements");
      return List.of();
    }
    return node.get().valueStream().toList();
  }

  /** The field's time, to the millisecond. */
  Optional<Instant> time(String name) {
    return text(name, 64)
        .flatMap(text -> {
          try {
            return Optional.of(Instant.parse(text).truncatedTo(ChronoUnit.MILLIS));
          } catch (DateTimeParseException _) {
            reject(name, "must be a time such as 2026-01-31T12:00:00Z");
            return Optional.empty();
          }
        });
  }

  boolean has(String name) {
    return node(name).isPresent();
  }

  void require(String name) {
    if (!has(name)) {
      reject(name, "is required");
    }
  }

  void reject(String name, String message) {
    errors.add(new FieldError(name, message));
  }

  /** Ends the request if anything is wrong. */
  void check() {
    fields.keySet().stream()
        .filter(name -> !asked.contains(name))
        .forEach(name -> reject(name, "is not a field of this request"));
    if (!errors.isEmpty()) {
      throw new ProblemException(Problem.invalid(List.copyOf(errors)));
    }
  }

  /** The text of a value, if it is text. */
  Optional<String> textOf(String name, JsonNode node, int maxLength) {
    if (!node.isString()) {
      reject(name, "must be a string");
      return Optional.empty();
    }
    String text = node.stringValue();
    if (text.isEmpty() || text.length() > maxLength) {
      reject(name, "must be 1 to " + maxLength + " characters");
      return Optional.empty();
    }
    return Optional.of(text);
  }

  /** The field's value; an explicit null counts as absent. */
  private Optional<JsonNode> node(String name) {
    JsonBytes raw = raw(name);
    if (raw == null) {
      return Optional.empty();
    }
    return Optional.of(Json.MAPPER.readTree(raw.bytes())).filter(node -> !node.isNull());
  }
}
