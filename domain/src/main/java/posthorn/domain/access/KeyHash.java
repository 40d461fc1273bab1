package posthorn.domain.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What is kept of a key: its SHA-256 in hex. Keys made here are 32 random bytes, which no guessing
 * reaches, so a slow hash would only slow every request.
 */
public record KeyHash(String hex) {
  /** To be copied: to look the algorithm up takes as long as to use it. */
  private static final MessageDigest ORIGINAL = original();

  private static MessageDigest original() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  public static KeyHash of(String key) {
    try {
      var digest = (MessageDigest) ORIGINAL.clone();
      return new KeyHash(HexFormat.of().formatHex(digest.digest(key.getBytes(UTF_8))));
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("the platform's own SHA-256 can be copied", e);
    }
  }

  /** Compares in a time that does not tell how much is equal. */
  public boolean sameAs(KeyHash other) {
    return MessageDigest.isEqual(hex.getBytes(UTF_8), other.hex.getBytes(UTF_8));
  }
}
