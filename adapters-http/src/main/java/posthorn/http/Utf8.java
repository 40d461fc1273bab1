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
    // Most requests have nothing else, and this costs next to nothing.
    if (!isAscii(body) && !decodes(body)) {
      throw new ProblemException(Problem.malformedJson("the body is not UTF-8"));
    }
  }

  private static boolean isAscii(byte[] body) {
    int all = 0;
    for (byte each : body) {
      all |= each;
    }
    return all >= 0;
  }

  private static boolean decodes(byte[] body) {
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
