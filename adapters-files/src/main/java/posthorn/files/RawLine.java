package posthorn.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import posthorn.domain.event.JsonBytes;
import tools.jackson.databind.util.RawValue;

/** JSON as it was written, but on one line. */
final class RawLine {
  private RawLine() {}

  /** Within a JSON text a line break is white space: one inside a string is always escaped. */
  static RawValue of(JsonBytes data) {
    return new RawValue(new String(data.bytes(), UTF_8).replace('\n', ' ').replace('\r', ' '));
  }
}
