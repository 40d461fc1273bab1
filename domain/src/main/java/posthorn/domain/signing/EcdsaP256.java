package posthorn.domain.signing;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Optional;

/** ECDSA on the curve P-256 over a SHA-256, with keys and signatures in DER. */
final class EcdsaP256 {
  /** The order of the curve's base point, which no other curve has. */
  private static final BigInteger ORDER =
      new BigInteger("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16);

  private EcdsaP256() {}

  /** Whether it is a public key of that curve, as a SubjectPublicKeyInfo. */
  static boolean isKey(byte[] publicKey) {
    return key(publicKey).isPresent();
  }

  /** Also false for a key or signature that is none. */
  static boolean verifies(byte[] publicKey, byte[] signed, byte[]... parts) {
    Optional<ECPublicKey> key = key(publicKey);
    if (key.isEmpty()) {
      return false;
    }
    try {
      Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initVerify(key.get());
      for (byte[] part : parts) {
        signature.update(part);
      }
      return signature.verify(signed);
    } catch (GeneralSecurityException _) {
      return false;
    }
  }

  private static Optional<ECPublicKey> key(byte[] publicKey) {
    try {
      return Optional.of(
              KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(publicKey)))
          .filter(ECPublicKey.class::isInstance)
          .map(ECPublicKey.class::cast)
          .filter(key -> key.getParams().getOrder().equals(ORDER));
    } catch (GeneralSecurityException _) {
      return Optional.empty();
    }
  }
}
