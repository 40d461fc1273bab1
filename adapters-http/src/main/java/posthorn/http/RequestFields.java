package posthorn.http;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.field.FieldError;
import posthorn.domain.field.PlainText;

/**
 * The fields of a JSON object of a request. Each is asked for by name; what is wrong is gathered,
 * so that {@link #check} names everything at once, also the fields that nobody asked for. An
 * explicit null counts as absent.
 */
final class RequestFields {
  private static final String STRING_RULE = "must be a string";

  /** Of an object with no more fields than that, a wrong name is answered with theirs. */
  private static final int MOST_LISTED = 8;

  private final String path;
  private final Map<String, RawValue> fields;
  private final Set<String> asked = new HashSet<>();
  private final List<RequestFields> nested = new ArrayList<>();

  /** A set: a field that is asked for twice is wrong but once. */
  private final Set<FieldError> errors;

  private RequestFields(String path, Map<String, RawValue> fields, Set<FieldError> errors) {
    this.path = path;
    this.fields = fields;
    this.errors = errors;
  }

  static RequestFields of(Map<String, RawValue> fields) {
    return new RequestFields("", fields, new LinkedHashSet<>());
  }

  /** The field's value as it was written, a null too; where it is absent, that is an error. */
  Optional<JsonBytes> requiredBytes(String name) {
    asked.add(name);
    RawValue value = fields.get(name);
    if (value == null) {
      reject(name, "is required");
      return Optional.empty();
    }
    return Optional.of(value.bytes());
  }

  /** The field's value as it was written; empty where it is absent. */
  Optional<JsonBytes> bytes(String name) {
    return value(name).map(RawValue::bytes);
  }

  /** The field's text; empty where it is absent or wrong. */
  Optional<String> text(String name, int maxLength) {
    return value(name).flatMap(value -> textOf(name, value, maxLength));
  }

  /** The field's text, of any length, also empty. */
  Optional<String> text(String name) {
    return read(name, RawValue::text, () -> STRING_RULE);
  }

  /** The field's text, if the rule's test says that it is valid. */
  Optional<String> text(String name, Predicate<String> isValid, String rule) {
    Optional<String> text = text(name);
    if (text.isPresent() && !isValid.test(text.get())) {
      reject(name, rule);
      return Optional.empty();
    }
    return text;
  }

  /** The field's text, which is shown in lines of mails and logs: names and the like. */
  Optional<String> line(String name, int maxLength) {
    Optional<String> text = text(name, maxLength);
    if (text.isPresent() && !PlainText.isPlain(text.get())) {
      reject(name, PlainText.RULE);
      return Optional.empty();
    }
    return text;
  }

  /** The field's text; where it is absent, that is an error. */
  Optional<String> requiredText(String name, int maxLength) {
    require(name);
    return text(name, maxLength);
  }

  Optional<Boolean> flag(String name) {
    return read(name, RawValue::flag, () -> "must be true or false");
  }

  Optional<Double> decimal(String name) {
    return read(name, RawValue::decimal, () -> "must be a number");
  }

  Optional<Long> number(String name) {
    return read(name, RawValue::number, () -> "must be a whole number");
  }

  /** The field's time, to the millisecond. */
  Optional<Instant> time(String name) {
    return read(name, value -> value.text().flatMap(Times::parse), () -> Times.RULE);
  }

  /** What the field names. */
  <T> Optional<T> named(
      String name, Function<String, Optional<T>> named, Supplier<List<String>> names) {
    return read(
        name,
        value -> value.text().flatMap(named),
        () -> "must be one of " + String.join(", ", names.get()));
  }

  /** The fields of the object that the field is; checked along with these. */
  Optional<RequestFields> object(String name) {
    return read(name, RawValue::fields, () -> "must be an object")
        .map(inner -> nested(name, inner));
  }

  /** The fields of an object that stands at this path; checked along with these. */
  RequestFields nested(String name, Map<String, RawValue> inner) {
    var child = new RequestFields(path + name + ".", inner, errors);
    nested.add(child);
    return child;
  }

  /** The field's elements, if it has as many as it may have; where it is absent, there are none. */
  List<RawValue> elements(String name, int fewest, int most) {
    Optional<List<RawValue>> elements = read(name, RawValue::elements, () -> "must be an array");
    if (elements.isPresent() && (elements.get().size() < fewest || elements.get().size() > most)) {
      reject(name, "must have " + fewest + " to " + most + " elements");
      return List.of();
    }
    return elements.orElse(List.of());
  }

  /** The text of a value, if it is text. */
  Optional<String> textOf(String name, RawValue value, int maxLength) {
    Optional<String> text = value.text();
    if (text.isEmpty()) {
      reject(name, STRING_RULE);
    } else if (text.get().isEmpty() || text.get().length() > maxLength) {
      reject(name, "must be 1 to " + maxLength + " characters");
      return Optional.empty();
    }
    return text;
  }

  /** Whether the request says anything about the field, be it null. */
  boolean mentions(String name) {
    asked.add(name);
    return fields.containsKey(name);
  }

  /** The names of all fields, where the names themselves are data. */
  Set<String> names() {
    return fields.keySet();
  }

  boolean has(String name) {
    return value(name).isPresent();
  }

  /** The whole path to the field, as its errors name it. */
  String pathTo(String name) {
    return path + name;
  }

  void require(String name) {
    if (!has(name)) {
      reject(name, "is required");
    }
  }

  void reject(String name, String message) {
    errors.add(new FieldError(path + name, message));
  }

  /** Takes over what others found; their paths are whole. */
  void rejectAll(Collection<FieldError> found) {
    errors.addAll(found);
  }

  /** Ends the request if anything is wrong. */
  void check() {
    rejectUnasked();
    if (!errors.isEmpty()) {
      throw new ProblemException(Problem.invalid(List.copyOf(errors)));
    }
  }

  private void rejectUnasked() {
    for (String name : fields.keySet()) {
      if (!asked.contains(name)) {
        reject(name, unasked());
      }
    }
    nested.forEach(RequestFields::rejectUnasked);
  }

  private String unasked() {
    if (path.isEmpty() || asked.isEmpty() || asked.size() > MOST_LISTED) {
      return "is not a field of this request";
    }
    return "is not a field of '%s', which has %s"
        .formatted(path.substring(0, path.length() - 1), String.join(", ", new TreeSet<>(asked)));
  }

  private <T> Optional<T> read(
      String name, Function<RawValue, Optional<T>> reading, Supplier<String> rule) {
    Optional<RawValue> value = value(name);
    Optional<T> read = value.flatMap(reading);
    if (value.isPresent() && read.isEmpty()) {
      reject(name, rule.get());
    }
    return read;
  }

  private Optional<RawValue> value(String name) {
    asked.add(name);
    return Optional.ofNullable(fields.get(name)).filter(value -> !value.isNull());
  }
}
