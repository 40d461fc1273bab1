package posthorn.domain.filter;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import posthorn.domain.filter.JsonValue.JsonArray;
import posthorn.domain.filter.JsonValue.JsonBoolean;
import posthorn.domain.filter.JsonValue.JsonNull;
import posthorn.domain.filter.JsonValue.JsonNumber;
import posthorn.domain.filter.JsonValue.JsonObject;
import posthorn.domain.filter.JsonValue.JsonString;

/**
 * A place in a JSON document, as RFC 6901 writes it: {@code /data/items/0}. The empty text is the
 * whole document; {@code ~1} stands for a slash in a name and {@code ~0} for a tilde.
 */
public record JsonPointer(List<String> tokens) {
  public static final int MAX_LENGTH = 1024;
  public static final String RULE =
      "must be a JSON pointer such as '/data/id', with '~' only as '~0' or '~1', at most "
          + MAX_LENGTH
          + " characters";

  private static final Pattern FORM = Pattern.compile("(/[^/~]*+(~[01][^/~]*+)*+)*+");

  /** No leading zeros, and no {@code -}, which stands for an item that is not there. */
  private static final Pattern INDEX = Pattern.compile("0|[1-9][0-9]{0,8}");

  public JsonPointer {
    tokens = List.copyOf(tokens);
  }

  public static boolean isValid(String text) {
    return text.length() <= MAX_LENGTH && FORM.matcher(text).matches();
  }

  public static JsonPointer of(String text) {
    if (!isValid(text)) {
      throw new IllegalArgumentException("a pointer " + RULE + ": " + text);
    }
    if (text.isEmpty()) {
      return new JsonPointer(List.of());
    }
    String[] escaped = text.substring(1).split("/", -1);
    return new JsonPointer(Arrays.stream(escaped).map(JsonPointer::unescape).toList());
  }

  /** What stands at this place, if anything does; an explicit null does. */
  public Optional<JsonValue> find(JsonValue document) {
    JsonValue at = document;
    for (String token : tokens) {
      at = child(at, token);
      if (at == null) {
        return Optional.empty();
      }
    }
    return Optional.of(at);
  }

  private static @Nullable JsonValue child(JsonValue parent, String token) {
    return switch (parent) {
      case JsonObject(var members) -> members.get(token);
      case JsonArray(var items) -> item(items, token);
      case JsonString _, JsonNumber _, JsonBoolean _, JsonNull _ -> null;
    };
  }

  private static @Nullable JsonValue item(List<JsonValue> items, String token) {
    if (!INDEX.matcher(token).matches()) {
      return null;
    }
    int index = Integer.parseInt(token);
    return index < items.size() ? items.get(index) : null;
  }

  // In this order: "~01" is the name "~1" and no slash.
  private static String unescape(String token) {
    return token.replace("~1", "/").replace("~0", "~");
  }

  private static String escape(String token) {
    return token.replace("~", "~0").replace("/", "~1");
  }

  @Override
  public String toString() {
    return tokens.stream().map(token -> "/" + escape(token)).collect(Collectors.joining());
  }
}
