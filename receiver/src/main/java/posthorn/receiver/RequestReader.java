package posthorn.receiver;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.util.Optional;

/** Reads requests whose bodies have a length, which is how senders of webhooks write them. */
final class RequestReader {
  private static final int MAX_HEAD = 64 * 1024;
  private static final int MAX_BODY = 16 * 1024 * 1024;

  private static final String END = "\r\n\r\n";

  private final InputStream in;

  RequestReader(InputStream in) {
    this.in = in;
  }

  /** The next one; empty when the sender has left. */
  Optional<Request> next() throws IOException {
    Optional<String> head = head();
    if (head.isEmpty()) {
      return Optional.empty();
    }
    int length = lengthOf(new Request(head.get(), ""));
    byte[] body = in.readNBytes(length);
    return body.length < length
        ? Optional.empty()
        : Optional.of(new Request(head.get(), new String(body, ISO_8859_1)));
  }

  private Optional<String> head() throws IOException {
    var head = new ByteArrayOutputStream();
    int matched = 0;
    while (matched < END.length()) {
      int b = in.read();
      if (b < 0) {
        return Optional.empty();
      }
      if (head.size() == MAX_HEAD) {
        throw new ProtocolException("a head without end");
      }
      head.write(b);
      if (b == END.charAt(matched)) {
        matched++;
      } else {
        matched = b == END.charAt(0) ? 1 : 0;
      }
    }
    return Optional.of(head.toString(ISO_8859_1));
  }

  private static int lengthOf(Request request) throws ProtocolException {
    if (request.header("Transfer-Encoding").isPresent()) {
      throw new ProtocolException("a body in chunks");
    }
    String text = request.header("Content-Length").orElse("0");
    try {
      int length = Integer.parseInt(text);
      if (length >= 0 && length <= MAX_BODY) {
        return length;
      }
    } catch (NumberFormatException _) {
      // As bad as one that is too large.
    }
    throw new ProtocolException("a body of the length " + text);
  }
}
