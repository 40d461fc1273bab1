package posthorn.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Reads HTTP/1.1 messages, requests or answers, one after another into a buffer that is used again.
 * It knows what it meets here and no more: lengths and chunks, no trailers.
 */
final class MessageReader {
  private static final int FIRST_CAPACITY = 16 * 1024;
  private static final byte[] CONTENT_LENGTH = "content-length:".getBytes(US_ASCII);
  private static final byte[] TRANSFER_ENCODING = "transfer-encoding:".getBytes(US_ASCII);
  private static final int STATUS_OFFSET = "HTTP/1.1 ".length();

  private final InputStream in;
  private byte[] bytes = new byte[FIRST_CAPACITY];
  private int filled;
  private int following;
  private int bodyStart;
  private int bodyEnd;

  MessageReader(InputStream in) {
    this.in = in;
  }

  /** Reads the next message to its end; false if there is none. */
  boolean next() throws IOException {
    System.arraycopy(bytes, following, bytes, 0, filled - following);
    filled -= following;
    following = 0;
    if (filled == 0 && !fill()) {
      return false;
    }
    int length = 0;
    boolean chunked = false;
    int line = 0;
    int end = lineEnd(line);
    while (end > line) {
      if (begins(line, end, CONTENT_LENGTH)) {
        length = number(line + CONTENT_LENGTH.length, end, 10);
      } else if (begins(line, end, TRANSFER_ENCODING)) {
        chunked = true;
      }
      line = end + 2;
      end = lineEnd(line);
    }
    bodyStart = end + 2;
    if (chunked) {
      joinChunks();
    } else {
      require(bodyStart + length);
      bodyEnd = bodyStart + length;
      following = bodyEnd;
    }
    return true;
  }

  /** Moves the chunks together, over what was between them. */
  private void joinChunks() throws IOException {
    bodyEnd = bodyStart;
    int line = bodyStart;
    int size;
    do {
      int data = lineEnd(line) + 2;
      size = number(line, data - 2, 16);
      require(data + size + 2);
      System.arraycopy(bytes, data, bytes, bodyEnd, size);
      bodyEnd += size;
      line = data + size + 2;
    } while (size > 0);
    following = line;
  }

  /** Where the line's CR LF is. */
  private int lineEnd(int from) throws IOException {
    for (int at = from; ; at++) {
      require(at + 2);
      if (bytes[at] == '\r' && bytes[at + 1] == '\n') {
        return at;
      }
    }
  }

  private boolean begins(int from, int to, byte[] lowerCase) {
    if (to - from < lowerCase.length) {
      return false;
    }
    for (int i = 0; i < lowerCase.length; i++) {
      // Sets the bit that makes a capital small; the other characters of these names have it.
      if ((bytes[from + i] | 0x20) != lowerCase[i]) {
        return false;
      }
    }
    return true;
  }

  private int number(int from, int to, int radix) {
    int number = 0;
    for (int at = from; at < to; at++) {
      int digit = Character.digit(bytes[at], radix);
      // Spaces around it are none.
      number = digit < 0 ? number : number * radix + digit;
    }
    return number;
  }

  private void require(int end) throws IOException {
    while (filled < end) {
      if (!fill()) {
        throw new EOFException("the connection ended in the middle of a message");
      }
    }
  }

  private boolean fill() throws IOException {
    if (filled == bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length);
    }
    int count = in.read(bytes, filled, bytes.length - filled);
    filled += Math.max(count, 0);
    return count > 0;
  }

  /** The status, if the message is an answer. */
  int status() {
    return number(STATUS_OFFSET, STATUS_OFFSET + 3, 10);
  }

  /** The buffer; its contents are the message's until the next one is asked for. */
  byte[] bytes() {
    return bytes;
  }

  int bodyStart() {
    return bodyStart;
  }

  int bodyEnd() {
    return bodyEnd;
  }

  String body() {
    return new String(bytes, bodyStart, bodyEnd - bodyStart, UTF_8);
  }
}
