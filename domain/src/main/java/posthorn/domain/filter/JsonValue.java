package posthorn.domain.filter;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A parsed JSON value. Two are equal when they mean the same: 1 is 1.0, and order of members is no
 * matter.
 */
public sealed interface JsonValue {

  /** Members keep the order they were written in, so that mistakes are reported in it. */
  record JsonObject(Map<String, JsonValue> members) implements JsonValue {
    public JsonObject {
      members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
    }
  }

  record JsonArray(List<JsonValue> items) implements JsonValue {
    public JsonArray {
      items = List.copyOf(items);
    }
  }

  record JsonString(String value) implements JsonValue {}

  /** A number as it was written; how many digits it may have is for the parser to bound. */
  record JsonNumber(BigDecimal value) implements JsonValue {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof JsonNumber that && value.compareTo(that.value) == 0;
    }

    // Equal numbers round to the same double; stripping zeros instead fails at the largest
    // exponents.
    @Override
    public int hashCode() {
      return Double.hashCode(value.doubleValue());
    }
  }

  record JsonBoolean(boolean value) implements JsonValue {}

  record JsonNull() implements JsonValue {}
}
