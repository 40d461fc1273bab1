package posthorn.domain.signing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * How an offered signature is checked. Signatures are compared as they are written, so that a
 * signature has one spelling (hex two: some senders write it in capitals throughout), and over
 * their whole length, so that neither an empty one nor the beginning of the right one passes.
 */
enum Proof {
  HEX_HMAC,
  BASE64_HMAC,
  BASE64_HMAC_SHA1,
  STANDARD_HMAC,
  ED25519,
  HEX_ED25519,
  ECDSA_P256,
  TOKEN;

  /** The bytes that the key stands for here, if it serves. */
  Optional<byte[]> key(VerificationKey key) {
    return switch (this) {
      case HEX_HMAC, BASE64_HMAC, BASE64_HMAC_SHA1, TOKEN -> key.textKey();
      case STANDARD_HMAC -> key.standardKey();
      case ED25519 -> key.publicKey();
      case HEX_ED25519 -> key.hexPublicKey();
      case ECDSA_P256 -> key.ellipticPublicKey();
    };
  }

  /** Whether an offered text proves that the key's holder signed the parts, one after another. */
  Predicate<String> check(byte[] key, byte[]... parts) {
    return switch (this) {
      case HEX_HMAC -> {
        byte[] mac = Hmac.SHA256.of(key, parts);
        yield equalTo(HexFormat.of().formatHex(mac))
            .or(equalTo(HexFormat.of().withUpperCase().formatHex(mac)));
      }
      case BASE64_HMAC, STANDARD_HMAC -> equalTo(base64(Hmac.SHA256.of(key, parts)));
      case BASE64_HMAC_SHA1 -> equalTo(base64(Hmac.SHA1.of(key, parts)));
      case ED25519 ->
          offered ->
              fromBase64(offered)
                  .filter(signature -> Ed25519.verifies(key, signature, parts))
                  .isPresent();
      case HEX_ED25519 ->
          offered ->
              fromHex(offered)
                  .filter(signature -> Ed25519.verifies(key, signature, parts))
                  .isPresent();
      case ECDSA_P256 ->
          offered ->
              fromBase64(offered)
                  .filter(signature -> EcdsaP256.verifies(key, signature, parts))
                  .isPresent();
      case TOKEN -> equalTo(new String(key, UTF_8));
    };
  }

  /** What the key must be where only the sender can sign, so that a source has its public one. */
  Optional<String> publicKeyRule() {
    return switch (this) {
      case HEX_ED25519 ->
          Optional.of(
              "must be the public key that Discord shows under General Information: 64 hex digits");
      case ECDSA_P256 ->
          Optional.of("must be the public key that SendGrid shows: base64 of an EC key (P-256)");
      case HEX_HMAC, BASE64_HMAC, BASE64_HMAC_SHA1, STANDARD_HMAC, ED25519, TOKEN ->
          Optional.empty();
    };
  }

  boolean isHmacSha256() {
    return switch (this) {
      case HEX_HMAC, BASE64_HMAC, STANDARD_HMAC -> true;
      case BASE64_HMAC_SHA1, ED25519, HEX_ED25519, ECDSA_P256, TOKEN -> false;
    };
  }

  private static Predicate<String> equalTo(String expected) {
    byte[] right = expected.getBytes(UTF_8);
    return offered -> MessageDigest.isEqual(right, offered.getBytes(UTF_8));
  }

  /**
   * Decoders also take what no encoder writes; a signature that can be respelt is not unchanged.
   */
  private static Optional<byte[]> fromBase64(String offered) {
    try {
      byte[] bytes = Base64.getDecoder().decode(offered);
      return Optional.of(bytes).filter(_ -> base64(bytes).equals(offered));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static Optional<byte[]> fromHex(String offered) {
    try {
      byte[] bytes = HexFormat.of().parseHex(offered);
      String hex = HexFormat.of().formatHex(bytes);
      return Optional.of(bytes)
          .filter(_ -> hex.equals(offered) || hex.toUpperCase(Locale.ROOT).equals(offered));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}
