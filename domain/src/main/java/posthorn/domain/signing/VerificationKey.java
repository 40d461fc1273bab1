package posthorn.domain.signing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;

/**
 * What a received signature is checked with, as the text that its sender gave: a shared secret of
 * the form that the sender has, or a public key: {@code whpk_}, or as a provider writes its own.
 * Which bytes it stands for, if any, depends on the scheme.
 */
public record VerificationKey(String text) {
  public static final int MAX_LENGTH = 255;
  public static final String RULE =
      "must be 1 to "
          + MAX_LENGTH
          + " characters without control characters, and neither begin nor end with a space";

  /** Of a key that is guessed by nobody who has seen a message that it signed. */
  public static final int MIN_NEW_LENGTH = 16;

  /** Of a key that a source is given. */
  public static final String NEW_RULE =
      "must be "
          + MIN_NEW_LENGTH
          + " to "
          + MAX_LENGTH
          + " characters without control characters, and neither begin nor end with a space; leave"
          + " it out to have one made, or make one with 'openssl rand -hex 32'";

  public VerificationKey {
    if (!isValid(text)) {
      throw new IllegalArgumentException("a verification key " + RULE);
    }
  }

  public static VerificationKey of(SigningSecret secret) {
    return new VerificationKey(secret.text());
  }

  public static boolean isValid(String text) {
    return !text.isEmpty()
        && text.length() <= MAX_LENGTH
        && text.equals(text.strip())
        && text.chars().noneMatch(Character::isISOControl)
        && UTF_8.newEncoder().canEncode(text);
  }

  /** Whether a source may be given it. */
  public static boolean isValidNew(String text) {
    return text.length() >= MIN_NEW_LENGTH && isValid(text);
  }

  /** The text as it stands; a public key, which anybody may know, is no secret to compute with. */
  Optional<byte[]> textKey() {
    return isPublic() ? Optional.empty() : Optional.of(text.getBytes(UTF_8));
  }

  /** The shared key of the {@code standard} scheme, unless this is a key of another kind. */
  Optional<byte[]> standardKey() {
    if (KeyText.SHARED.starts(text)) {
      return KeyText.SHARED.read(text);
    }
    return KeyText.PRIVATE.starts(text) ? Optional.empty() : textKey();
  }

  /** The public key, also from the private one. */
  Optional<byte[]> publicKey() {
    return KeyText.PUBLIC
        .read(text)
        .filter(key -> key.length == Ed25519.KEY_BYTES)
        .or(() -> KeyText.PRIVATE.read(text).flatMap(Ed25519::seed).map(Ed25519::publicKeyOf));
  }

  /** The Ed25519 public key that the text spells in hex. */
  Optional<byte[]> hexPublicKey() {
    try {
      return Optional.of(HexFormat.of().parseHex(text)).filter(Ed25519::isKey);
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /** The P-256 public key that the text has in base64. */
  Optional<byte[]> ellipticPublicKey() {
    try {
      return Optional.of(Base64.getDecoder().decode(text)).filter(EcdsaP256::isKey);
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /** The HMAC-SHA256 of a text in hex; none of a public key. */
  public Optional<String> hexMacOf(String message) {
    return textKey()
        .map(key -> HexFormat.of().formatHex(Hmac.SHA256.of(key, message.getBytes(UTF_8))));
  }

  /** Whether its text says that only its counterpart can sign, so that it is no secret. */
  public boolean isPublic() {
    return KeyText.PUBLIC.starts(text);
  }

  /** Never the key: a record that holds one may end up in a log. */
  @Override
  public String toString() {
    return "VerificationKey[redacted]";
  }
}
