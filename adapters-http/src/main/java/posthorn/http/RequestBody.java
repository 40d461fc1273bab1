package posthorn.http;

import io.javalin.http.Context;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads a request's body, but never more of it than its route takes. */
final class RequestBody {
  static final int MAX_BYTES = 1024 * 1024;

  /** What an event's body may have besides its data: other fields, and white space. */
  private static final int AROUND_DATA = 768 * 1024;

  /** A thousand events of 16 KiB. The largest events come in smaller batches. */
  static final int MAX_BATCH_BYTES = 16 * 1024 * 1024;

  private static final String JSON = "application/json";

  /** What curl and others say when they are not told what they send. */
  private static final String UNTOLD = "application/x-www-form-urlencoded";

  private static final Set<String> UTF_8 = Set.of("utf-8", "utf8");

  private RequestBody() {}

  /**
   * The fields of a body that must be an object.
   *
   * @param depth as for {@link RawReader#fieldsOf}
   */
  static RequestFields fields(Context context, int depth) {
    return RequestFields.of(RawReader.fieldsOf(read(context, MAX_BYTES), depth));
  }

  /** The fields of a body that need not be there; then there are none. */
  static RequestFields optionalFields(Context context) {
    byte[] body = read(context, MAX_BYTES);
    return RequestFields.of(body.length == 0 ? Map.of() : RawReader.fieldsOf(body, 1));
  }

  static byte[] read(Context context, int maxBytes) {
    return read(context, maxBytes, () -> Problem.bodyTooLarge(maxBytes));
  }

  /** A body around an event's data that has a limit of its own; a larger body is told both. */
  static byte[] around(Context context, int maxData) {
    int maxBytes = maxData + AROUND_DATA;
    return read(context, maxBytes, () -> Problem.eventTooLarge(maxBytes, maxData));
  }

  private static byte[] read(Context context, int maxBytes, Supplier<Problem> tooLarge) {
    // As it came: Jetty would look for a charset in it, which there may not be.
    requireJson(context.header("Content-Type"));
    return BodyIntake.readOfCaller(context, maxBytes, tooLarge);
  }

  /** Where nobody named a type, or only a tool did, the body itself has to show that it is JSON. */
  private static void requireJson(@Nullable String contentType) {
    if (contentType == null || contentType.equals(JSON)) {
      return;
    }
    int end = contentType.indexOf(';');
    String type = end < 0 ? contentType : contentType.substring(0, end);
    if (!type.strip().equalsIgnoreCase(JSON) && !type.strip().equalsIgnoreCase(UNTOLD)) {
      throw new ProblemException(Problem.unsupportedMediaType(type.strip()));
    }
    if (end >= 0) {
      requireUtf8(contentType.substring(end + 1));
    }
  }

  private static void requireUtf8(String parameters) {
    for (String parameter : parameters.split(";", -1)) {
      String[] pair = parameter.strip().split("=", 2);
      if (pair.length == 2 && pair[0].strip().equalsIgnoreCase("charset")) {
        String charset = pair[1].strip().replace("\"", "").toLowerCase(Locale.ROOT);
        if (!UTF_8.contains(charset)) {
          throw new ProblemException(Problem.unsupportedCharset(charset));
        }
      }
    }
  }
}
