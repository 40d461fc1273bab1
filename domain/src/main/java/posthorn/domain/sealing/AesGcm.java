package posthorn.domain.sealing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Optional;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** AES-256 in Galois/Counter mode; the nonce stands before what it was used for. */
final class AesGcm {
  static final int NONCE_BYTES = 12;

  private static final int TAG_BYTES = 16;

  private AesGcm() {}

  static byte[] encrypt(byte[] plain, SealingKey key, byte[] nonce, String bound) {
    try {
      byte[] encrypted = cipher(Cipher.ENCRYPT_MODE, key, nonce, bound).doFinal(plain);
      byte[] all = Arrays.copyOf(nonce, nonce.length + encrypted.length);
      System.arraycopy(encrypted, 0, all, nonce.length, encrypted.length);
      return all;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has AES-GCM", e);
    }
  }

  /** What was encrypted; nothing if any of it, the key or what it is bound to is another. */
  static Optional<byte[]> decrypt(byte[] all, SealingKey key, String bound) {
    if (all.length < NONCE_BYTES + TAG_BYTES) {
      return Optional.empty();
    }
    byte[] nonce = Arrays.copyOf(all, NONCE_BYTES);
    try {
      return Optional.of(
          cipher(Cipher.DECRYPT_MODE, key, nonce, bound)
              .doFinal(all, NONCE_BYTES, all.length - NONCE_BYTES));
    } catch (AEADBadTagException _) {
      return Optional.empty();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has AES-GCM", e);
    }
  }

  private static Cipher cipher(int mode, SealingKey key, byte[] nonce, String bound)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(
        mode,
        new SecretKeySpec(key.bytes(), "AES"),
        new GCMParameterSpec(TAG_BYTES * Byte.SIZE, nonce));
    cipher.updateAAD(bound.getBytes(UTF_8));
    return cipher;
  }
}
