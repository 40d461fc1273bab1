package posthorn.http;

import io.javalin.http.Context;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import posthorn.domain.field.FieldError;
import posthorn.domain.id.IdForm;

/** The parameters of a list; like {@link RequestFields}, it names all that is wrong at once. */
final class QueryParameters {
  static final int DEFAULT_LIMIT = 50;
  static final int MAX_LIMIT = 500;

  static final String GIVEN_TWICE = "is given more than once";

  /** Each that is passed over has to be found first. */
  static final int MAX_OFFSET = 10_000;

  /** As long as the texts of an event, which it is compared with, may be. */
  static final int MAX_TEXT = 255;

  private static final Map<String, String> FLAGS = Map.of("true", "true", "false", "false");

  private static final String KNOWN_ATTRIBUTE = "posthorn.parameters";

  private final Map<String, List<String>> parameters;
  private final List<FieldError> errors = new ArrayList<>();

  QueryParameters(Context context) {
    parameters = context.queryParamMap();
    Set<String> known = context.attribute(KNOWN_ATTRIBUTE);
    parameters.keySet().stream()
        .filter(name -> known == null || !(known.contains(name) || name.equals(Access.TENANT)))
        .forEach(name -> reject(name, "is not a parameter of this request"));
  }

  /**
   * Ends the request if it has a parameter besides these; where there are any, whoever reads them
   * does so, along with all else that is wrong.
   */
  static void requireKnown(Context context, Set<String> known) {
    String query = context.queryString();
    if (query == null) {
      return;
    }
    if (!PercentEncoding.decodes(query)) {
      throw new ProblemException(Problem.undecodable("query"));
    }
    context.attribute(KNOWN_ATTRIBUTE, known);
    if (known.isEmpty()) {
      new QueryParameters(context).check();
    }
  }

  int limit() {
    Optional<String> text = single("limit");
    if (text.isEmpty()) {
      return DEFAULT_LIMIT;
    }
    if (text.get().matches("[1-9][0-9]{0,2}") && Integer.parseInt(text.get()) <= MAX_LIMIT) {
      return Integer.parseInt(text.get());
    }
    reject("limit", "must be a number from 1 to " + MAX_LIMIT);
    return DEFAULT_LIMIT;
  }

  /** How many to pass over first. */
  int offset() {
    Optional<String> text = single("offset");
    if (text.isEmpty()) {
      return 0;
    }
    if (text.get().matches("[0-9]{1,5}") && Integer.parseInt(text.get()) <= MAX_OFFSET) {
      return Integer.parseInt(text.get());
    }
    reject("offset", "must be a number from 0 to " + MAX_OFFSET + "; go on with cursor instead");
    return 0;
  }

  /** A time, or a date for its beginning. */
  Optional<Instant> time(String name) {
    Optional<String> text = single(name);
    Optional<Instant> time = text.flatMap(Times::parseTimeOrDate);
    if (text.isPresent() && time.isEmpty()) {
      reject(name, Times.TIME_OR_DATE_RULE);
    }
    return time;
  }

  Optional<String> text(String name) {
    return valid(
        name,
        text -> !text.isEmpty() && text.length() <= MAX_TEXT,
        "must be 1 to " + MAX_TEXT + " characters");
  }

  Optional<Boolean> flag(String name) {
    return oneOf(name, FLAGS).map(Boolean::valueOf);
  }

  /** Two times, the one before the other. */
  void requireOrder(String first, Instant from, String second, Instant to) {
    if (!from.isBefore(to)) {
      reject(first, "must be before " + second);
    }
  }

  /** The value that the given word stands for. */
  Optional<String> oneOf(String name, Map<String, String> words) {
    Optional<String> text = single(name);
    if (text.isPresent() && !words.containsKey(text.get())) {
      reject(name, "must be one of " + String.join(", ", new TreeSet<>(words.keySet())));
    }
    return text.map(words::get);
  }

  /** The value, if the rule's test says that it is valid. */
  Optional<String> valid(String name, Predicate<String> isValid, String rule) {
    Optional<String> text = single(name);
    if (text.isPresent() && !isValid.test(text.get())) {
      reject(name, rule);
      return Optional.empty();
    }
    return text;
  }

  <T> Optional<T> id(String name, String prefix, Function<String, T> constructor) {
    Optional<String> text = single(name);
    if (text.isPresent() && !IdForm.matches(prefix, text.get())) {
      reject(name, "must be an id that begins with " + prefix);
      return Optional.empty();
    }
    return text.map(constructor);
  }

  /** Several values, each a parameter of its own or with commas between. */
  List<String> list(String name, Predicate<String> isValid, String rule) {
    List<String> values =
        parameters.getOrDefault(name, List.of()).stream()
            .flatMap(text -> Stream.of(text.split(",", -1)))
            .toList();
    if (!values.stream().allMatch(isValid)) {
      reject(name, rule);
    }
    return values;
  }

  /** Ends the request if anything is wrong. */
  void check() {
    if (!errors.isEmpty()) {
      throw new ProblemException(Problem.invalid(errors));
    }
  }

  private Optional<String> single(String name) {
    List<String> values = parameters.getOrDefault(name, List.of());
    if (values.size() > 1) {
      reject(name, GIVEN_TWICE);
    }
    return values.stream().findFirst();
  }

  void reject(String name, String message) {
    errors.add(new FieldError(name, message));
  }
}
