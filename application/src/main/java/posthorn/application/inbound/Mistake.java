package posthorn.application.inbound;

import java.time.Duration;
import java.util.Optional;
import posthorn.domain.signing.Verification;
import posthorn.domain.signing.Verification.MalformedHeader;
import posthorn.domain.signing.Verification.MissingHeader;
import posthorn.domain.signing.Verification.MissingTime;
import posthorn.domain.signing.Verification.NoMatch;
import posthorn.domain.signing.Verification.TooEarly;
import posthorn.domain.signing.Verification.TooOld;
import posthorn.domain.signing.Verification.Valid;

/** What is wrong with a signature, in words; nothing of it helps who does not know the secret. */
final class Mistake {
  private Mistake() {}

  /**
   * What is wrong, if anything is.
   *
   * @param tolerance how far from now the source lets a signed time be
   */
  static Optional<String> in(Verification verification, Duration tolerance) {
    String most = ", and this source accepts " + tolerance.toSeconds() + " s at most";
    return switch (verification) {
      case Valid() -> Optional.empty();
      case MissingHeader(String name) -> Optional.of("the header '" + name + "' is missing");
      case MalformedHeader(String name, String why) ->
          Optional.of("the header '" + name + "' " + why);
      case TooOld(var age) -> Optional.of("it was signed " + age.toSeconds() + " s ago" + most);
      case TooEarly(var ahead) ->
          Optional.of("it was signed " + ahead.toSeconds() + " s in the future" + most);
      case MissingTime() -> Optional.of("the body does not say when it was sent");
      case NoMatch() -> Optional.of("the signature does not match any of the source's secrets");
    };
  }
}
