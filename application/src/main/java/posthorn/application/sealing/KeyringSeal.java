package posthorn.application.sealing;

import posthorn.application.port.Randomness;
import posthorn.application.port.SealException;
import posthorn.application.port.SecretSeal;
import posthorn.domain.sealing.Keyring;
import posthorn.domain.sealing.Keyring.Opening.Opened;
import posthorn.domain.sealing.Keyring.Opening.Refused;
import posthorn.domain.sealing.Keyring.Opening.UnknownKey;

/** {@link SecretSeal} with a ring of keys. */
public final class KeyringSeal implements SecretSeal {
  private final Keyring keyring;
  private final Randomness randomness;

  public KeyringSeal(Keyring keyring, Randomness randomness) {
    this.keyring = keyring;
    this.randomness = randomness;
  }

  @Override
  public String seal(String secret, String place) {
    return keyring.seal(secret, place, randomness.bytes(Keyring.NONCE_BYTES));
  }

  @Override
  public String open(String sealed, String place) {
    return switch (keyring.open(sealed, place)) {
      case Opened(var secret) -> secret;
      case UnknownKey(var id) ->
          throw new SealException(
              "the database has secrets sealed with the key "
                  + id
                  + ", which is not there. Put its key file back, or name the key in secrets.key or"
                  + " in secrets.previous_keys");
      case Refused() ->
          throw new SealException(
              "the sealed text in " + place + " was changed, moved there, or never sealed");
    };
  }

  @Override
  public boolean isOfPresentKey(String sealed) {
    return keyring.isPresent(sealed);
  }
}
