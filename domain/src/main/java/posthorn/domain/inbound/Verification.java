package posthorn.domain.inbound;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a sender proves that a message is its own; what is to be computed and compared, not the
 * computing.
 *
 * @param headers where the proof stands; the first that a message has is the one that counts
 * @param prefix what comes before the encoded proof: of the whole value or of each of its items
 * @param timestampHeader the seconds since 1970 that were signed, unless they stand in the proof
 * @param tolerance how far from now the signed time may be; null where none is signed
 */
public record Verification(
    List<String> headers,
    Layout layout,
    String prefix,
    Encoding encoding,
    Content content,
    @Nullable String timestampHeader,
    @Nullable Duration tolerance) {

  /** How the header's value is laid out. */
  public enum Layout {
    /** One proof and nothing else. */
    WHOLE,
    /** {@code t=<seconds>,v1=<proof>,v1=<proof>}: the time and any number of proofs. */
    PAIRS,
    /** {@code v1,<proof> v1,<proof>}: any number of proofs between spaces. */
    SPACED
  }

  /** How the proof is written. */
  public enum Encoding {
    HEX,
    BASE64,
    /** It is the secret itself, to be compared as it stands. */
    PLAIN
  }

  /** What the HMAC-SHA256 is taken over. */
  public enum Content {
    /** There is none: the secret itself is sent. */
    NOTHING(false),
    BODY(false),
    /** {@code <seconds>.<body>}. */
    TIME_BODY(true),
    /** {@code <message id>.<seconds>.<body>}. */
    ID_TIME_BODY(true),
    /** {@code v0:<seconds>:<body>}. */
    V0_TIME_BODY(true);

    private final boolean timed;

    Content(boolean timed) {
      this.timed = timed;
    }

    /** Whether the signed content has a time in it, so that an old message can be told. */
    public boolean timed() {
      return timed;
    }
  }

  public Verification {
    if (headers.isEmpty()) {
      throw new IllegalArgumentException("a proof stands in some header");
    }
    if ((encoding == Encoding.PLAIN) != (content == Content.NOTHING)) {
      throw new IllegalArgumentException("what is signed is encoded: " + content + " " + encoding);
    }
    // An unsigned time proves nothing, and a signed one is of use only when it is checked.
    if (content.timed() != (tolerance != null)) {
      throw new IllegalArgumentException("a tolerance goes with a signed time: " + content);
    }
    if ((timestampHeader != null) != (content.timed() && layout != Layout.PAIRS)) {
      throw new IllegalArgumentException("a signed time stands in exactly one place: " + content);
    }
    headers = List.copyOf(headers);
  }

  Verification withHeader(String header) {
    return new Verification(
        List.of(header), layout, prefix, encoding, content, timestampHeader, tolerance);
  }

  Verification withTolerance(Duration other) {
    return new Verification(headers, layout, prefix, encoding, content, timestampHeader, other);
  }
}
