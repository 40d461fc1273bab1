package posthorn.domain.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import posthorn.domain.field.Sha256;

/**
 * What is kept of a key: its SHA-256 in hex. Keys made here are 32 random bytes, which no guessing
 * reaches, so a slow hash would only slow every request.
 */
public record KeyHash(String hex) {
  public static KeyHash of(String key) {
    return new KeyHash(Sha256.hex(key.getBytes(UTF_8)));
  }

  /** Compares in a time that does not tell how much is equal. */
  public boolean sameAs(KeyHash other) {
    return MessageDigest.isEqual(hex.getBytes(UTF_8), other.hex.getBytes(UTF_8));
  }
}
