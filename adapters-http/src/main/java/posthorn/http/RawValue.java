package posthorn.http;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import posthorn.domain.event.JsonBytes;

/** A value of a request's JSON, with the very bytes it was written in. */
sealed interface RawValue {
  Slice source();

  record Text(Slice source, String value) implements RawValue {}

  record Fields(Slice source, Map<String, RawValue> byName) implements RawValue {}

  record Elements(Slice source, List<RawValue> inOrder) implements RawValue {}

  /** A number, true, false or null; or what lies deeper than anybody wants to look. */
  record Other(Slice source) implements RawValue {}

  default JsonBytes bytes() {
    return source().bytes();
  }

  default boolean isNull() {
    return isWord("null");
  }

  default Optional<String> text() {
    return this instanceof Text(_, String value) ? Optional.of(value) : Optional.empty();
  }

  default Optional<Map<String, RawValue>> fields() {
    return this instanceof Fields(_, var byName) ? Optional.of(byName) : Optional.empty();
  }

  default Optional<List<RawValue>> elements() {
    return this instanceof Elements(_, var inOrder) ? Optional.of(inOrder) : Optional.empty();
  }

  default Optional<Boolean> flag() {
    if (isWord("true")) {
      return Optional.of(true);
    }
    return isWord("false") ? Optional.of(false) : Optional.empty();
  }

  /** The whole number that it is, unless it is larger than anything one can ask for. */
  default Optional<Long> number() {
    if (!(this instanceof Other(Slice source))) {
      return Optional.empty();
    }
    try {
      return Optional.of(Long.parseLong(source.text()));
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  default Optional<Double> decimal() {
    if (!(this instanceof Other(Slice source)) || flag().isPresent() || isNull()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Double.parseDouble(source.text()));
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  private boolean isWord(String word) {
    return this instanceof Other(Slice source) && source.text().equals(word);
  }
}
