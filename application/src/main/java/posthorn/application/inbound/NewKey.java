package posthorn.application.inbound;

import posthorn.application.port.Randomness;
import posthorn.domain.signing.SigningSecret;
import posthorn.domain.signing.VerificationKey;

/** A shared secret for senders that can be given one; every scheme takes it. */
final class NewKey {
  private NewKey() {}

  static VerificationKey from(Randomness randomness) {
    return VerificationKey.of(SigningSecret.of(randomness.bytes(SigningSecret.GENERATED_BYTES)));
  }
}
