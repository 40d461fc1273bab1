package posthorn.domain.inbound;

import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.event.JsonString;
import posthorn.domain.filter.JsonReader;
import posthorn.domain.filter.JsonReader.TooManyPartsException;
import posthorn.domain.filter.JsonValue;
import posthorn.domain.form.Form;

/**
 * What a message's body says, as JSON, so that it can be looked into and be an event's data. JSON
 * stays as it is, byte for byte, also where it is sent as a form; a form becomes an object of its
 * fields, other text a string, and anything else {@code {"base64": …}}.
 *
 * @param value what the data says
 * @param isJson whether the body was JSON itself
 */
public record Content(JsonBytes data, JsonValue value, boolean isJson) {

  /** As many fields and elements as a body may have: a short text can have half a million. */
  public static final int MOST_PARTS = 50_000;

  /** What a body says; nothing if it has too many parts. */
  public static Optional<Content> of(@Nullable String contentType, byte[] body) {
    var bytes = new JsonBytes(body);
    try {
      return Optional.of(MediaType.isForm(contentType) ? ofForm(bytes) : ofAny(bytes));
    } catch (TooManyPartsException _) {
      return Optional.empty();
    }
  }

  private static Content ofAny(JsonBytes body) {
    return ofJson(body).orElseGet(() -> ofOther(body));
  }

  private static Optional<Content> ofJson(JsonBytes body) {
    return JsonReader.tryRead(body, MOST_PARTS).map(value -> new Content(body, value, true));
  }

  private static Content ofForm(JsonBytes body) {
    Optional<String> text = body.text();
    // Some clients post JSON and leave the content type that they have for forms.
    return text.filter(Content::opensJson)
        .flatMap(_ -> ofJson(body))
        .or(() -> text.map(fields -> ofForm(Form.parse(fields, MOST_PARTS))))
        .orElseGet(() -> ofOther(body));
  }

  private static boolean opensJson(String text) {
    String start = text.stripLeading();
    return start.startsWith("{") || start.startsWith("[");
  }

  /** GitHub and Slack send forms with a single field, their payload, which is JSON. */
  private static Content ofForm(Form form) {
    return form.payload()
        .map(JsonBytes::of)
        .flatMap(payload ->
            JsonReader.tryRead(payload, MOST_PARTS)
                .map(value -> new Content(payload, value, false)))
        .orElseGet(() -> made(form.toJson()));
  }

  private static Content ofOther(JsonBytes body) {
    return made(
        body.text()
            .map(JsonString::quoted)
            .orElseGet(
                () -> "{\"base64\":\"" + Base64.getEncoder().encodeToString(body.bytes()) + "\"}"));
  }

  private static Content made(String json) {
    var data = JsonBytes.of(json);
    return new Content(data, JsonReader.read(data), false);
  }
}
