package posthorn.domain.signing;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.XECPrivateKeySpec;
import java.security.spec.XECPublicKeySpec;
import java.util.Arrays;
import java.util.Optional;
import javax.crypto.KeyAgreement;

/** Ed25519 on raw keys: a private key is its seed of 32 bytes, a public key the 32 of RFC 8032. */
final class Ed25519 {
  static final int KEY_BYTES = 32;

  private static final String ALGORITHM = "Ed25519";
  private static final String MONTGOMERY = "X25519";
  private static final BigInteger PRIME = BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19));
  private static final BigInteger MONTGOMERY_BASE = BigInteger.valueOf(9);
  private static final byte[] NOTHING = {};

  private Ed25519() {}

  static byte[] sign(byte[] seed, byte[]... parts) {
    try {
      var spec = new EdECPrivateKeySpec(NamedParameterSpec.ED25519, seed);
      Signature signature = Signature.getInstance(ALGORITHM);
      signature.initSign(KeyFactory.getInstance(ALGORITHM).generatePrivate(spec));
      for (byte[] part : parts) {
        signature.update(part);
      }
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }

  /** Whether it is a point of the curve, as about half of all texts of that length are. */
  static boolean isKey(byte[] publicKey) {
    if (publicKey.length != KEY_BYTES) {
      return false;
    }
    try {
      Signature.getInstance(ALGORITHM).initVerify(publicKey(publicKey));
      return true;
    } catch (GeneralSecurityException _) {
      return false;
    }
  }

  /** Also false for a key or signature that is none. */
  static boolean verifies(byte[] publicKey, byte[] signed, byte[]... parts) {
    if (publicKey.length != KEY_BYTES) {
      return false;
    }
    try {
      Signature signature = Signature.getInstance(ALGORITHM);
      signature.initVerify(publicKey(publicKey));
      for (byte[] part : parts) {
        signature.update(part);
      }
      return signature.verify(signed);
    } catch (GeneralSecurityException _) {
      return false;
    }
  }

  /** The seed in a private key's bytes: these alone, or followed by the public key they give. */
  static Optional<byte[]> seed(byte[] privateKey) {
    if (privateKey.length == KEY_BYTES) {
      return Optional.of(privateKey);
    }
    if (privateKey.length != 2 * KEY_BYTES) {
      return Optional.empty();
    }
    byte[] seed = Arrays.copyOf(privateKey, KEY_BYTES);
    byte[] rest = Arrays.copyOfRange(privateKey, KEY_BYTES, privateKey.length);
    return Optional.of(seed).filter(_ -> Arrays.equals(publicKeyOf(seed), rest));
  }

  /**
   * The JDK derives no public key from a seed. Its X25519 does the same multiplication on the
   * curve's Montgomery form, so that y = (u - 1) / (u + 1). That form does not tell the sign of x;
   * the right one is that under which the key's own signature verifies.
   */
  static byte[] publicKeyOf(byte[] seed) {
    BigInteger u = montgomery(seed);
    BigInteger y =
        u.subtract(BigInteger.ONE).multiply(u.add(BigInteger.ONE).modInverse(PRIME)).mod(PRIME);
    byte[] even = Arrays.copyOf(reversed(y.toByteArray()), KEY_BYTES);
    if (verifies(even, sign(seed, NOTHING), NOTHING)) {
      return even;
    }
    byte[] odd = even.clone();
    odd[KEY_BYTES - 1] |= (byte) 0x80;
    return odd;
  }

  private static BigInteger montgomery(byte[] seed) {
    try {
      byte[] scalar = Arrays.copyOf(MessageDigest.getInstance("SHA-512").digest(seed), KEY_BYTES);
      KeyFactory keys = KeyFactory.getInstance(MONTGOMERY);
      KeyAgreement multiplication = KeyAgreement.getInstance(MONTGOMERY);
      multiplication.init(
          keys.generatePrivate(new XECPrivateKeySpec(NamedParameterSpec.X25519, scalar)));
      multiplication.doPhase(
          keys.generatePublic(new XECPublicKeySpec(NamedParameterSpec.X25519, MONTGOMERY_BASE)),
          true);
      return new BigInteger(1, reversed(multiplication.generateSecret()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + MONTGOMERY, e);
    }
  }

  private static PublicKey publicKey(byte[] raw) throws GeneralSecurityException {
    byte[] y = reversed(raw);
    boolean odd = y[0] < 0;
    y[0] &= 0x7F;
    var point = new EdECPoint(odd, new BigInteger(1, y));
    return KeyFactory.getInstance(ALGORITHM)
        .generatePublic(new EdECPublicKeySpec(NamedParameterSpec.ED25519, point));
  }

  /** Keys are written with the least byte first, numbers with the greatest. */
  private static byte[] reversed(byte[] bytes) {
    byte[] reversed = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      reversed[i] = bytes[bytes.length - 1 - i];
    }
    return reversed;
  }
}
