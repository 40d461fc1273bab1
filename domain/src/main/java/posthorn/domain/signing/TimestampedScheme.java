package posthorn.domain.signing;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code t=<seconds>,v1=<hex>} over {@code <seconds>.<body>}; Stripe's way. Where the seconds stand
 * in a header of their own, the signature stands alone in its.
 */
public record TimestampedScheme(
    String header,
    @Nullable String timestampHeader,
    SignatureEncoding signatureEncoding,
    Marks marks)
    implements VerificationScheme {

  /**
   * How a time and signatures stand in one header.
   *
   * @param separator what stands between them
   * @param time the name before the seconds, and {@code =}
   * @param signature the name before a signature, and {@code =}
   * @param joint what stands between the seconds and the body in what is signed
   */
  public record Marks(String separator, String time, String signature, String joint) {
    static final Marks STRIPE = new Marks(",", "t", "v1", ".");
    static final Marks PADDLE = new Marks(";", "ts", "h1", ":");
  }

  public TimestampedScheme {
    HeaderName.requireToken(header);
    if (timestampHeader != null) {
      HeaderName.requireToken(timestampHeader);
    }
  }

  public TimestampedScheme(
      String header, @Nullable String timestampHeader, SignatureEncoding signatureEncoding) {
    this(header, timestampHeader, signatureEncoding, Marks.STRIPE);
  }

  public TimestampedScheme(String header) {
    this(header, null, SignatureEncoding.HEX);
  }

  @Override
  public boolean timed() {
    return true;
  }

  @Override
  public List<String> headers() {
    return timestampHeader == null ? List.of(header) : List.of(timestampHeader, header);
  }
}
