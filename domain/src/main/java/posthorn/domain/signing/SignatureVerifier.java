package posthorn.domain.signing;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Says whether one of the keys signed a request, and when not, what is wrong. It answers whatever
 * the headers and the body are. The time is looked at first, because that costs nothing.
 */
public record SignatureVerifier(
    VerificationScheme scheme, List<VerificationKey> keys, Duration tolerance) {

  /** How far a signature's time may be from now, either way. */
  public static final Duration DEFAULT_TOLERANCE = Duration.ofMinutes(5);

  public SignatureVerifier {
    keys = List.copyOf(keys);
    if (keys.isEmpty()) {
      throw new IllegalArgumentException("a signature is checked with at least one key");
    }
    if (tolerance.isNegative()) {
      throw new IllegalArgumentException("a tolerance is not negative");
    }
  }

  public Verification verify(ReceivedHeaders headers, byte[] body, Instant now) {
    return switch (ClaimReader.read(scheme, headers)) {
      case ClaimReader.Reading.Refused(var why) -> why;
      case ClaimReader.Reading.Claimed(var claim) -> judge(claim, body, now);
    };
  }

  /**
   * As {@link #verify}, and then tries what people get wrong: for a person who asks, it is slow.
   */
  public Explanation explain(ReceivedHeaders headers, byte[] body, Instant now) {
    Verification verdict = verify(headers, body, now);
    if (verdict instanceof Verification.Valid) {
      return new Explanation(verdict, List.of());
    }
    return new Explanation(verdict, new Mistakes(this, headers, body, now).found());
  }

  private Verification judge(Claim claim, byte[] body, Instant now) {
    Instant signedAt = claim.signedAt();
    Optional<Verification> untimely =
        signedAt == null ? Optional.empty() : untimely(signedAt, tolerance, now);
    return untimely.orElseGet(
        () -> claim.matches(keys, body) ? new Verification.Valid() : new Verification.NoMatch());
  }

  /** Why a message that was signed then is not taken now, if it is not. */
  public static Optional<Verification> untimely(Instant signedAt, Duration tolerance, Instant now) {
    Duration age = Duration.between(signedAt, now);
    if (age.compareTo(tolerance) > 0) {
      return Optional.of(new Verification.TooOld(age));
    }
    return age.negated().compareTo(tolerance) > 0
        ? Optional.of(new Verification.TooEarly(age.negated()))
        : Optional.empty();
  }
}
