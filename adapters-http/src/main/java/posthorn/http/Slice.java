package posthorn.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import posthorn.domain.event.JsonBytes;

/** A part of a request's body; copied only when it is wanted for itself. */
final class Slice {
  private final byte[] body;
  private final int start;
  private final int end;

  Slice(byte[] body, int start, int end) {
    this.body = body;
    this.start = start;
    this.end = end;
  }

  JsonBytes bytes() {
    return new JsonBytes(Arrays.copyOfRange(body, start, end));
  }

  String text() {
    return new String(body, start, end - start, UTF_8);
  }
}
