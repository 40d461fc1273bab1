package posthorn.application.webhooks;

import posthorn.application.port.Randomness;
import posthorn.domain.signing.SigningSecret;

/** A secret for those who bring none. */
final class NewSecret {
  private NewSecret() {}

  static SigningSecret from(Randomness randomness) {
    return SigningSecret.of(randomness.bytes(SigningSecret.GENERATED_BYTES));
  }
}
