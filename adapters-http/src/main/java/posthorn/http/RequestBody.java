package posthorn.http;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a request's body, but never more of it than its route takes. */
final class RequestBody {
  /** An event's data may be 256 KiB; what is around it fits many times into the rest. */
  static final int MAX_BYTES = 1024 * 1024;

  /** A thousand events of 16 KiB. The largest events come in smaller batches. */
  static final int MAX_BATCH_BYTES = 16 * 1024 * 1024;

  /** For a larger body, room is made as it comes in: its announced length may be a lie. */
  private static final int TRUSTED_LENGTH = 64 * 1024;

  private static final String JSON = "application/json";

  /** What curl and others say when they are not told what they send. */
  private static final String UNTOLD = "application/x-www-form-urlencoded";

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
    requireJson(context.req().getContentType());
    return readAny(context, maxBytes);
  }

  /** The same, whatever it is. */
  static byte[] readAny(Context context, int maxBytes) {
    long announced = context.req().getContentLengthLong();
    if (announced > maxBytes) {
      throw new ProblemException(Problem.tooLarge(maxBytes));
    }
    try (InputStream in = context.req().getInputStream()) {
      if (announced >= 0 && announced <= TRUSTED_LENGTH) {
        var body = new byte[(int) announced];
        int length = in.readNBytes(body, 0, body.length);
        return length == body.length ? body : Arrays.copyOf(body, length);
      }
      byte[] body = in.readNBytes(maxBytes + 1);
      if (body.length > maxBytes) {
        throw new ProblemException(Problem.tooLarge(maxBytes));
      }
      return body;
    } catch (IOException _) {
      // Whoever sends it hung up, or sends too slowly; nothing of it was used.
      throw new ProblemException(Problem.incompleteBody());
    }
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
  }
}
