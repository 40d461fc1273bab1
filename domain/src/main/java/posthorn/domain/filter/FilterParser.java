package posthorn.domain.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import posthorn.domain.field.FieldError;
import posthorn.domain.filter.JsonValue.JsonArray;
import posthorn.domain.filter.JsonValue.JsonBoolean;
import posthorn.domain.filter.JsonValue.JsonNull;
import posthorn.domain.filter.JsonValue.JsonNumber;
import posthorn.domain.filter.JsonValue.JsonObject;
import posthorn.domain.filter.JsonValue.JsonString;
import posthorn.domain.filter.ParsedFilter.Invalid;
import posthorn.domain.filter.ParsedFilter.Valid;

/**
 * Reads a webhook's {@code filter}; {@code docs/filters.md} tells its language. Each reading method
 * returns nothing after it has noted a mistake and goes on, so that all are found in one pass.
 */
public final class FilterParser {
  public static final int MAX_DEPTH = 16;
  public static final int MAX_VALUES = 1_000;

  private final List<FieldError> errors = new ArrayList<>();

  private FilterParser() {}

  /**
   * Reads a filter.
   *
   * @param field what the caller calls the filter; every error's path begins with it
   */
  public static ParsedFilter parse(String field, JsonValue json) {
    Optional<String> refusal = FilterSize.refusal(json);
    if (refusal.isPresent()) {
      return new Invalid(List.of(new FieldError(field, refusal.get())));
    }
    var parser = new FilterParser();
    Optional<Filter> filter = parser.filter(field, json);
    if (filter.isPresent() && parser.errors.isEmpty()) {
      return new Valid(filter.get());
    }
    return new Invalid(parser.errors);
  }

  private Optional<Filter> filter(String path, JsonValue json) {
    if (!(json instanceof JsonObject(var members))) {
      return refuse(path, "must be an object of JSON pointers, 'any', 'all', 'none' or 'not'");
    }
    return everyMember(path, members, this::filterMember);
  }

  private Optional<Filter> filterMember(String path, Map.Entry<String, JsonValue> member) {
    JsonValue json = member.getValue();
    return switch (member.getKey()) {
      case "all" -> several(path, json, this::filter).map(Filter.All::new);
      case "any" -> several(path, json, this::filter).map(Filter.Any::new);
      case "none" -> several(path, json, this::filter).map(Filter.None::new);
      case "not" -> filter(path, json).map(Filter.Not::new);
      case String text when JsonPointer.isValid(text) ->
          condition(path, JsonPointer.of(text), json);
      case String text when text.startsWith("/") -> refuse(path, JsonPointer.RULE);
      case String _ -> refuse(path, "must be a JSON pointer, 'any', 'all', 'none' or 'not'");
    };
  }

  /** An object of operators; or a plain value, which is short for {@code equals}. */
  private Optional<Filter> condition(String path, JsonPointer pointer, JsonValue json) {
    return switch (json) {
      case JsonObject(var members) ->
          everyMember(path, members, (at, member) -> operator(at, pointer, member));
      case JsonArray _ ->
          refuse(path, "must be a plain value or an object of operators, such as 'in' for a list");
      case JsonString _, JsonNumber _, JsonBoolean _, JsonNull _ ->
          where(pointer, new Condition.Equals(json));
    };
  }

  private Optional<Filter> operator(
      String path, JsonPointer pointer, Map.Entry<String, JsonValue> member) {
    JsonValue json = member.getValue();
    return switch (member.getKey()) {
      case "all" -> several(path, json, conditionAt(pointer)).map(Filter.All::new);
      case "any" -> several(path, json, conditionAt(pointer)).map(Filter.Any::new);
      case "none" -> several(path, json, conditionAt(pointer)).map(Filter.None::new);
      case "not" -> condition(path, pointer, json).map(Filter.Not::new);
      case "equals" -> where(pointer, new Condition.Equals(json));
      case "in" ->
          json instanceof JsonArray(var items) && !items.isEmpty()
              ? where(pointer, new Condition.In(items))
              : refuse(path, "must be a list of at least one value");
      case "exists" ->
          json instanceof JsonBoolean(boolean expected)
              ? where(pointer, new Condition.Exists(expected))
              : refuse(path, "must be true or false");
      case "prefix" ->
          json instanceof JsonString(String prefix)
              ? where(pointer, new Condition.Prefix(prefix))
              : refuse(path, "must be a string");
      case "suffix" ->
          json instanceof JsonString(String suffix)
              ? where(pointer, new Condition.Suffix(suffix))
              : refuse(path, "must be a string");
      case "gt" -> comparison(path, pointer, Comparison.GT, json);
      case "gte" -> comparison(path, pointer, Comparison.GTE, json);
      case "lt" -> comparison(path, pointer, Comparison.LT, json);
      case "lte" -> comparison(path, pointer, Comparison.LTE, json);
      default ->
          refuse(
              path,
              "is no operator; there are equals, not, in, exists, prefix, suffix, gt, gte, lt, lte,"
                  + " any, all, none");
    };
  }

  private Optional<Filter> comparison(
      String path, JsonPointer pointer, Comparison comparison, JsonValue json) {
    return switch (json) {
      case JsonNumber bound -> where(pointer, new Condition.ComparesToNumber(comparison, bound));
      case JsonString(String bound) ->
          where(pointer, new Condition.ComparesToString(comparison, bound));
      case JsonObject _, JsonArray _, JsonBoolean _, JsonNull _ ->
          refuse(path, "must be a number or a string");
    };
  }

  private BiFunction<String, JsonValue, Optional<Filter>> conditionAt(JsonPointer pointer) {
    return (path, json) -> condition(path, pointer, json);
  }

  private Optional<Filter> everyMember(
      String path,
      Map<String, JsonValue> members,
      BiFunction<String, Map.Entry<String, JsonValue>, Optional<Filter>> read) {
    // It would match everything, which nobody writes a filter for.
    if (members.isEmpty()) {
      return refuse(path, "must have at least one condition");
    }
    var filters = new ArrayList<Filter>();
    for (var member : members.entrySet()) {
      read.apply(path + step(member.getKey()), member).ifPresent(filters::add);
    }
    return Optional.of(filters.size() == 1 ? filters.getFirst() : new Filter.All(filters));
  }

  private Optional<List<Filter>> several(
      String path, JsonValue json, BiFunction<String, JsonValue, Optional<Filter>> read) {
    if (!(json instanceof JsonArray(var items)) || items.isEmpty()) {
      return refuse(path, "must be a list of at least one condition");
    }
    var filters = new ArrayList<Filter>();
    for (int i = 0; i < items.size(); i++) {
      read.apply(path + "[" + i + "]", items.get(i)).ifPresent(filters::add);
    }
    return Optional.of(filters);
  }

  /** Words read on with a dot; what is no word is quoted: {@code filter["/data/id"].in}. */
  private static String step(String name) {
    boolean word = !name.isEmpty() && name.chars().allMatch(c -> c >= 'a' && c <= 'z');
    return word ? "." + name : "[\"" + name.replace("\\", "\\\\").replace("\"", "\\\"") + "\"]";
  }

  private static Optional<Filter> where(JsonPointer pointer, Condition condition) {
    return Optional.of(new Filter.Where(pointer, condition));
  }

  private <T> Optional<T> refuse(String path, String message) {
    errors.add(new FieldError(path, message));
    return Optional.empty();
  }
}
