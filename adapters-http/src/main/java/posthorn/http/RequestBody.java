package posthorn.http;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Reads a request's body, but never more of it than a request may have. */
final class RequestBody {
  /** An event's data may be 256 KiB; what is around it fits many times into the rest. */
  private static final int MAX_BYTES = 1024 * 1024;

  private RequestBody() {}

  static byte[] read(Context context) {
    if (context.req().getContentLengthLong() > MAX_BYTES) {
      throw new ProblemException(Problem.tooLarge(MAX_BYTES));
    }
    try (InputStream in = context.req().getInputStream()) {
      byte[] body = in.readNBytes(MAX_BYTES + 1);
      if (body.length > MAX_BYTES) {
        throw new ProblemException(Problem.tooLarge(MAX_BYTES));
      }
      return body;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
