package posthorn.domain.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A JSON value, byte for byte as it was given and as it is sent. It belongs to the application, so
 * it prints as its length only.
 */
public final class JsonBytes {
  private final byte[] bytes;

  /** Takes the array over; whoever made it no longer changes it. */
  public JsonBytes(byte[] bytes) {
    this.bytes = bytes;
  }

  public static JsonBytes of(String json) {
    return new JsonBytes(json.getBytes(UTF_8));
  }

  /** The bytes themselves, not a copy: reading them is all that may be done with them. */
  public byte[] bytes() {
    return bytes;
  }

  /** What they say as text, if they are UTF-8. */
  public Optional<String> text() {
    var text = new String(bytes, UTF_8);
    // Something else stands where there was no character, and that is no way back.
    return Arrays.equals(text.getBytes(UTF_8), bytes) ? Optional.of(text) : Optional.empty();
  }

  public int length() {
    return bytes.length;
  }

  /** Whether it has more values than that, at any depth. An empty object or array counts as two. */
  public boolean hasMoreParts(int most) {
    int parts = 1;
    boolean inString = false;
    for (int i = 0; i < bytes.length && parts <= most; i++) {
      byte each = bytes[i];
      if (each == '"') {
        inString = !inString;
      } else if (inString) {
        // What is escaped ends no string.
        i += each == '\\' ? 1 : 0;
      } else if (each == ',' || each == '{' || each == '[') {
        parts++;
      }
    }
    return parts > most;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof JsonBytes that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "JsonBytes[" + bytes.length + "]";
  }
}
