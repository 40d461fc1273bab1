package posthorn.domain.field;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The hash SHA-256. */
public final class Sha256 {
  /** To be copied: to look the algorithm up takes as long as to use it. */
  private static final MessageDigest ORIGINAL = original();

  private Sha256() {}

  private static MessageDigest original() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  public static byte[] of(byte[] content) {
    try {
      return ((MessageDigest) ORIGINAL.clone()).digest(content);
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("the platform's own SHA-256 can be copied", e);
    }
  }

  /** In small letters. */
  public static String hex(byte[] content) {
    return HexFormat.of().formatHex(of(content));
  }
}
