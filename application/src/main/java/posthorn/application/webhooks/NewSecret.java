package posthorn.application.webhooks;

import posthorn.application.port.Randomness;
import posthorn.domain.signing.SigningSecret;

/** A secret for those who bring none. */
final class NewSecret {
  private NewSecret() {}

  static SigningSecret from(Randomness randomness) {
    return SigningSecret.of(randomness.bytes(SigningSecret.GENERATED_BYTES));
  }

  /** Of the same kind: whose receivers verify with a public key go on doing so. */
  static SigningSecret like(SigningSecret present, Randomness randomness) {
    return present.isAsymmetric()
        ? SigningSecret.ofSeed(randomness.bytes(SigningSecret.SEED_BYTES))
        : from(randomness);
  }
}
