package posthorn.domain.signing;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One signature in a header, over a text composed of what the provider signs; the way of most.
 *
 * @param prefix what stands before the signature
 * @param time where the time stands; null where none is signed
 * @param text what is signed: {@code {body}}, {@code {time}} and {@code {address}} stand for
 *     themselves
 * @param address that the requests are sent to; null where it is not signed, or not known yet
 */
record ComposedScheme(
    String header,
    String prefix,
    Proof proof,
    @Nullable SignedTime time,
    String text,
    @Nullable String address)
    implements VerificationScheme {
  private static final String BODY = "{body}";
  private static final String ADDRESS = "{address}";

  /** A header with the time that a message was signed at, in whole units since 1970. */
  record SignedTime(String header, Unit unit) {
    /** As senders count time. */
    enum Unit {
      SECONDS("0|[1-9][0-9]{0,11}"),
      MILLISECONDS("0|[1-9][0-9]{0,14}");

      /** One spelling a time, far from where it overflows. */
      private final Pattern spelling;

      Unit(String spelling) {
        this.spelling = Pattern.compile(spelling);
      }

      Optional<Instant> read(String text) {
        if (!spelling.matcher(text).matches()) {
          return Optional.empty();
        }
        long count = Long.parseLong(text);
        return Optional.of(
            switch (this) {
              case SECONDS -> Instant.ofEpochSecond(count);
              case MILLISECONDS -> Instant.ofEpochMilli(count);
            });
      }

      String plural() {
        return name().toLowerCase(Locale.ROOT);
      }
    }
  }

  @Override
  public List<String> headers() {
    return time == null ? List.of(header) : List.of(time.header(), header);
  }

  @Override
  public boolean timed() {
    return time != null;
  }

  @Override
  public Optional<String> publicKeyRule() {
    return proof.publicKeyRule();
  }

  @Override
  public boolean signsAddress() {
    return text.contains(ADDRESS);
  }

  @Override
  public VerificationScheme at(String known) {
    return new ComposedScheme(header, prefix, proof, time, text, known);
  }

  @Override
  public Optional<String> refusal(VerificationKey key) {
    if (!isAsymmetric()) {
      return VerificationScheme.super.refusal(key);
    }
    return proof.key(key).isPresent() ? Optional.empty() : publicKeyRule();
  }

  /** What is signed before the body. */
  String head(String signedTime) {
    return filled(text.substring(0, text.indexOf(BODY)), signedTime);
  }

  /** What is signed after the body. */
  String tail(String signedTime) {
    return filled(text.substring(text.indexOf(BODY) + BODY.length()), signedTime);
  }

  /** The address comes last, so that nothing in it is taken for a place to fill. */
  private String filled(String part, String signedTime) {
    String timed = part.replace("{time}", signedTime);
    return signsAddress()
        ? timed.replace(ADDRESS, requireNonNull(address, "the scheme has its address"))
        : timed;
  }
}
