package posthorn.domain.filter;

import java.util.List;
import java.util.Optional;
import posthorn.domain.filter.JsonValue.JsonNumber;
import posthorn.domain.filter.JsonValue.JsonString;

/**
 * A test of one value. Where there is no value, every test is false but {@code exists: false}; a
 * value of another kind than the test is about fails it and is no mistake.
 */
public sealed interface Condition {

  boolean holds(Optional<JsonValue> value);

  record Equals(JsonValue expected) implements Condition {
    @Override
    public boolean holds(Optional<JsonValue> value) {
      return value.isPresent() && value.get().equals(expected);
    }
  }

  record In(List<JsonValue> expected) implements Condition {
    public In {
      expected = List.copyOf(expected);
    }

    @Override
    public boolean holds(Optional<JsonValue> value) {
      return value.isPresent() && expected.contains(value.get());
    }
  }

  /** An explicit null exists. */
  record Exists(boolean expected) implements Condition {
    @Override
    public boolean holds(Optional<JsonValue> value) {
      return value.isPresent() == expected;
    }
  }

  record Prefix(String prefix) implements Condition {
    @Override
    public boolean holds(Optional<JsonValue> value) {
      return value.orElse(null) instanceof JsonString(String text) && text.startsWith(prefix);
    }
  }

  record Suffix(String suffix) implements Condition {
    @Override
    public boolean holds(Optional<JsonValue> value) {
      return value.orElse(null) instanceof JsonString(String text) && text.endsWith(suffix);
    }
  }

  /** Numbers by size. */
  record ComparesToNumber(Comparison comparison, JsonNumber bound) implements Condition {
    @Override
    public boolean holds(Optional<JsonValue> value) {
      return value.orElse(null) instanceof JsonNumber(var number)
          && comparison.accepts(number.compareTo(bound.value()));
    }
  }

  /** Strings by code point, which is also how ISO 8601 times of one zone sort. */
  record ComparesToString(Comparison comparison, String bound) implements Condition {
    @Override
    public boolean holds(Optional<JsonValue> value) {
      return value.orElse(null) instanceof JsonString(String text)
          && comparison.accepts(CodePoints.compare(text, bound));
    }
  }
}
