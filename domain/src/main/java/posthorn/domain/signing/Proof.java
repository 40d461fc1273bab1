package posthorn.domain.signing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
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
  STANDARD_HMAC,
  ED25519,
  TOKEN;

  /** The bytes that the key stands for here, if it serves. */
  Optional<byte[]> key(VerificationKey key) {
    return switch (this) {
      case HEX_HMAC, BASE64_HMAC, TOKEN -> key.textKey();
      case STANDARD_HMAC -> key.standardKey();
      case ED25519 -> key.publicKey();
    };
  }

  /** Whether an offered text proves that the key's holder signed head and body. */
  Predicate<String> check(byte[] key, byte[] head, byte[] body) {
    return switch (this) {
      case HEX_HMAC -> {
        byte[] mac = HmacSha256.of(key, head, body);
        yield equalTo(HexFormat.of().formatHex(mac))
            .or(equalTo(HexFormat.of().withUpperCase().formatHex(mac)));
      }
      case BASE64_HMAC, STANDARD_HMAC -> equalTo(base64(HmacSha256.of(key, head, body)));
      case ED25519 ->
          offered ->
              bytes(offered)
                  .filter(signature -> Ed25519.verifies(key, signature, head, body))
                  .isPresent();
      case TOKEN -> equalTo(new String(key, UTF_8));
    };
  }

  boolean isHmac() {
    return switch (this) {
      case HEX_HMAC, BASE64_HMAC, STANDARD_HMAC -> true;
      case ED25519, TOKEN -> false;
    };
  }

  private static Predicate<String> equalTo(String expected) {
    byte[] right = expected.getBytes(UTF_8);
    return offered -> MessageDigest.isEqual(right, offered.getBytes(UTF_8));
  }

  /**
   * Decoders also take what no encoder writes; a signature that can be respelt is not unchanged.
   */
  private static Optional<byte[]> bytes(String offered) {
    try {
      byte[] bytes = Base64.getDecoder().decode(offered);
      return Optional.of(bytes).filter(_ -> base64(bytes).equals(offered));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}
