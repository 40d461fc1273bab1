package posthorn.domain.filter;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import posthorn.domain.filter.JsonValue.JsonArray;
import posthorn.domain.filter.JsonValue.JsonBoolean;
import posthorn.domain.filter.JsonValue.JsonNull;
import posthorn.domain.filter.JsonValue.JsonNumber;
import posthorn.domain.filter.JsonValue.JsonObject;
import posthorn.domain.filter.JsonValue.JsonString;

/**
 * How large a filter may be. It is measured before it is read, and measuring stops where the bound
 * is passed, so a filter made to exhaust the stack or the time does neither.
 */
final class FilterSize {
  private int values;
  private boolean tooDeep;

  private FilterSize() {}

  static Optional<String> refusal(JsonValue filter) {
    var size = new FilterSize();
    size.measure(filter, 1);
    if (size.tooDeep) {
      return Optional.of("must not be nested deeper than " + FilterParser.MAX_DEPTH + " levels");
    }
    if (size.values > FilterParser.MAX_VALUES) {
      return Optional.of("must not have more than " + FilterParser.MAX_VALUES + " values");
    }
    return Optional.empty();
  }

  private void measure(JsonValue value, int depth) {
    values++;
    Collection<JsonValue> children =
        switch (value) {
          case JsonObject(var members) -> members.values();
          case JsonArray(var items) -> items;
          case JsonString _, JsonNumber _, JsonBoolean _, JsonNull _ -> List.of();
        };
    if (depth > FilterParser.MAX_DEPTH) {
      tooDeep = true;
    }
    for (JsonValue child : children) {
      if (tooDeep || values > FilterParser.MAX_VALUES) {
        return;
      }
      measure(child, depth + 1);
    }
  }
}
