package posthorn.http;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;

/** Reads a request's body, but never more of it than its route takes. */
final class RequestBody {
  /** An event's data may be 256 KiB; what is around it fits many times into the rest. */
  static final int MAX_BYTES = 1024 * 1024;

  /** A thousand events of 16 KiB. The largest events come in smaller batches. */
  static final int MAX_BATCH_BYTES = 16 * 1024 * 1024;

  /** For a larger body, room is made as it comes in: its announced length may be a lie. */
  private static final int TRUSTED_LENGTH = 64 * 1024;

  private RequestBody() {}

  static byte[] read(Context context, int maxBytes) {
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
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
