package posthorn.application.alerts;

import org.jspecify.annotations.Nullable;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.event.JsonString;

/** Writes a JSON object, field by field. */
final class JsonText {
  private final StringBuilder json = new StringBuilder("{");

  JsonText text(String name, @Nullable String value) {
    return raw(name, value == null ? "null" : JsonString.quoted(value));
  }

  JsonText number(String name, double value) {
    return raw(
        name, value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value));
  }

  /** The value is JSON already. */
  JsonText raw(String name, String value) {
    if (json.length() > 1) {
      json.append(',');
    }
    json.append(JsonString.quoted(name)).append(':').append(value);
    return this;
  }

  String object() {
    return json + "}";
  }

  JsonBytes bytes() {
    return JsonBytes.of(object());
  }
}
