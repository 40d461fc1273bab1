package posthorn.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;

/** JSON is UTF-8; the parser would also take other encodings, and overlook some mistakes. */
final class Utf8 {
  private static final int CHARS = 1024;

  private Utf8() {}

  static void require(byte[] body) {
    if (!isText(body)) {
      throw new ProblemException(Problem.malformedJson("the body is not UTF-8"));
    }
  }

  /** Without a zero: JSON has none, UTF-16 and UTF-32 have many, and the parser would take them. */
  private static boolean isText(byte[] body) {
    // Most requests are ASCII, and this costs next to nothing.
    int all = 0;
    int before = 0;
    for (byte each : body) {
      all |= each;
      before |= each - 1;
    }
    // Negative only if one was zero, or not ASCII.
    return before >= 0 || (all < 0 && isValid(body) && hasNoZero(body));
  }

  private static boolean hasNoZero(byte[] body) {
    for (byte each : body) {
      if (each == 0) {
        return false;
      }
    }
    return true;
  }

  static boolean isValid(byte[] body) {
    var decoder = UTF_8.newDecoder();
    var in = ByteBuffer.wrap(body);
    var out = CharBuffer.allocate(CHARS);
    CoderResult result;
    do {
      result = decoder.decode(in, out.clear(), true);
    } while (result.isOverflow());
    return !result.isError();
  }
}
