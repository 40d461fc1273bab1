package posthorn.domain.inbound;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import posthorn.domain.filter.JsonPointer;
import posthorn.domain.filter.JsonValue;
import posthorn.domain.filter.JsonValue.JsonArray;
import posthorn.domain.filter.JsonValue.JsonBoolean;
import posthorn.domain.filter.JsonValue.JsonNull;
import posthorn.domain.filter.JsonValue.JsonNumber;
import posthorn.domain.filter.JsonValue.JsonObject;
import posthorn.domain.filter.JsonValue.JsonString;

/** A place in a message where a short text stands. */
public sealed interface Lookup {

  /** The text without surrounding space; a blank one is as good as none. */
  Optional<String> in(InboundMessage message);

  record Header(String name) implements Lookup {
    public static final String RULE = "must be the name of an HTTP header";

    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,256}");

    public Header {
      if (!isValid(name)) {
        throw new IllegalArgumentException("a header's name " + RULE + ": " + name);
      }
    }

    public static boolean isValid(String name) {
      return TOKEN.matcher(name).matches();
    }

    @Override
    public Optional<String> in(InboundMessage message) {
      return message.header(name).map(String::strip).filter(text -> !text.isEmpty());
    }
  }

  /** Strings and whole numbers; anything else that stands there is not a name. */
  record Pointer(JsonPointer pointer) implements Lookup {
    private static final int MAX_DIGITS = 18;

    public static Pointer to(String pointer) {
      return new Pointer(JsonPointer.of(pointer));
    }

    @Override
    public Optional<String> in(InboundMessage message) {
      return Optional.ofNullable(message.body())
          .flatMap(pointer::find)
          .flatMap(Pointer::text)
          .map(String::strip)
          .filter(text -> !text.isEmpty());
    }

    static Optional<String> text(JsonValue value) {
      return switch (value) {
        case JsonString(String text) -> Optional.of(text);
        case JsonNumber(BigDecimal number) when isWhole(number) ->
            Optional.of(number.toPlainString());
        case JsonNumber _, JsonBoolean _, JsonNull _, JsonArray _, JsonObject _ -> Optional.empty();
      };
    }

    // Bounded before it is written out: 1e999999999 is whole, and a gigabyte of zeros.
    private static boolean isWhole(BigDecimal number) {
      return number.scale() <= 0 && (long) number.precision() - number.scale() <= MAX_DIGITS;
    }
  }

  /**
   * A place in each element of an array: the text if it stands in all of them, and {@code mixed} if
   * not, so that what is meant for one sort of element never gets another.
   */
  record OfEach(JsonPointer pointer) implements Lookup {
    static final String MIXED = "mixed";

    static OfEach to(String pointer) {
      return new OfEach(JsonPointer.of(pointer));
    }

    @Override
    public Optional<String> in(InboundMessage message) {
      if (!(message.body() instanceof JsonArray(var elements)) || elements.isEmpty()) {
        return Optional.empty();
      }
      List<String> found =
          elements.stream().map(element -> textIn(element).orElse("")).distinct().toList();
      return Optional.of(found.size() == 1 ? found.getFirst() : MIXED)
          .filter(text -> !text.isEmpty());
    }

    private Optional<String> textIn(JsonValue element) {
      return pointer.find(element).flatMap(Pointer::text).map(String::strip);
    }
  }
}
