package posthorn.domain.signing;

import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** An HMAC over a message given in parts. */
final class Hmac {
  static final Hmac SHA256 = new Hmac("HmacSHA256");

  /** For senders that sign with nothing newer. */
  static final Hmac SHA1 = new Hmac("HmacSHA1");

  private final String algorithm;

  /** To be copied: to look the algorithm up takes as long as to use it. */
  private final Mac original;

  private Hmac(String algorithm) {
    this.algorithm = algorithm;
    try {
      this.original = Mac.getInstance(algorithm);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + algorithm, e);
    }
  }

  byte[] of(byte[] key, byte[]... parts) {
    try {
      Mac mac = (Mac) original.clone();
      mac.init(new SecretKeySpec(key, algorithm));
      for (byte[] part : parts) {
        mac.update(part);
      }
      return mac.doFinal();
    } catch (GeneralSecurityException | CloneNotSupportedException e) {
      throw new IllegalStateException("the platform's own " + algorithm + " takes any key", e);
    }
  }
}
