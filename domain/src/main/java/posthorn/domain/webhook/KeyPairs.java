package posthorn.domain.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.RSAKey;

/** Keys that certificates can have: which are known, and which belong together. */
final class KeyPairs {
  static final String KINDS = "EC, or RSA with 2048 to 8192 bits";

  private static final int FEWEST_BITS = 2048;

  /** Longer ones take so long that a few of them would keep a machine busy. */
  private static final int MOST_BITS = 8192;

  private static final byte[] PROBE = "posthorn".getBytes(UTF_8);

  private KeyPairs() {}

  static boolean isKnown(PublicKey key) {
    return switch (key.getAlgorithm()) {
      case "EC" -> true;
      case "RSA" -> key instanceof RSAKey rsa && isLongEnough(rsa);
      default -> false;
    };
  }

  private static boolean isLongEnough(RSAKey key) {
    int bits = key.getModulus().bitLength();
    return bits >= FEWEST_BITS && bits <= MOST_BITS;
  }

  /** Whether the one verifies what the other signs. */
  static boolean fit(PublicKey publicKey, PrivateKey privateKey) {
    if (privateKey instanceof RSAKey rsa && !isLongEnough(rsa)) {
      return false;
    }
    try {
      Signature signature =
          Signature.getInstance(
              publicKey.getAlgorithm().equals("EC") ? "SHA256withECDSA" : "SHA256withRSA");
      signature.initSign(privateKey);
      signature.update(PROBE);
      byte[] signed = signature.sign();
      signature.initVerify(publicKey);
      signature.update(PROBE);
      return signature.verify(signed);
    } catch (GeneralSecurityException _) {
      return false;
    }
  }
}
