package posthorn.domain.signing;

import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA256 over a message given in parts. */
final class HmacSha256 {
  private static final String ALGORITHM = "HmacSHA256";

  /** To be copied: to look the algorithm up takes as long as to use it. */
  private static final Mac ORIGINAL = original();

  private HmacSha256() {}

  private static Mac original() {
    try {
      return Mac.getInstance(ALGORITHM);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }

  static byte[] of(byte[] key, byte[]... parts) {
    try {
      Mac mac = (Mac) ORIGINAL.clone();
      mac.init(new SecretKeySpec(key, ALGORITHM));
      for (byte[] part : parts) {
        mac.update(part);
      }
      return mac.doFinal();
    } catch (GeneralSecurityException | CloneNotSupportedException e) {
      throw new IllegalStateException("the platform's own " + ALGORITHM + " takes any key", e);
    }
  }
}
