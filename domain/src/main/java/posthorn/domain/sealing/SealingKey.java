package posthorn.domain.sealing;

import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import posthorn.domain.field.Sha256;

/**
 * A key that secrets are sealed with.
 *
 * @param text its 32 bytes in base64
 */
public record SealingKey(String text) {
  public static final int BYTES = 32;
  public static final String RULE = BYTES + " bytes in base64 or hexadecimal";

  private static final int HEX_LENGTH = 2 * BYTES;
  private static final int ID_BYTES = 6;

  public SealingKey {
    if (Base64.getDecoder().decode(text).length != BYTES) {
      // Without what was given: it may be a key with a letter too many.
      throw new IllegalArgumentException("a sealing key is " + RULE);
    }
  }

  /** The key made of random bytes. */
  public static SealingKey of(byte[] bytes) {
    return new SealingKey(Base64.getEncoder().encodeToString(bytes));
  }

  /** The key that a person wrote down; nothing if it is none. */
  public static Optional<SealingKey> parse(String text) {
    try {
      byte[] bytes =
          text.length() == HEX_LENGTH
              ? HexFormat.of().parseHex(text)
              : Base64.getDecoder().decode(text.replace('-', '+').replace('_', '/'));
      return bytes.length == BYTES ? Optional.of(of(bytes)) : Optional.empty();
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /** Names the key beside what it sealed, and to people; tells nothing of it. */
  public String id() {
    return HexFormat.of().formatHex(Arrays.copyOf(Sha256.of(bytes()), ID_BYTES));
  }

  byte[] bytes() {
    return Base64.getDecoder().decode(text);
  }

  /** Never the key: a record that holds one may end up in a log. */
  @Override
  public String toString() {
    return "SealingKey[" + id() + "]";
  }
}
