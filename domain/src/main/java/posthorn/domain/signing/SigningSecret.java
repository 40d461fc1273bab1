package posthorn.domain.signing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Optional;

/**
 * What a webhook's requests are signed with, as the text its owner sees. What is made here reads
 * {@code whsec_} and base64, as Standard Webhooks has it; a caller may bring any other text. With
 * {@code whsk_} it is a private Ed25519 key: its owner is shown only the public one.
 */
public record SigningSecret(String text) {
  public static final String PREFIX = KeyText.SHARED.prefix();
  public static final int GENERATED_BYTES = 32;
  public static final int MIN_RANDOM_BYTES = 24;
  public static final int MAX_RANDOM_BYTES = 64;
  public static final int SEED_BYTES = Ed25519.KEY_BYTES;
  public static final int MIN_LENGTH = 16;
  public static final int MAX_LENGTH = 255;
  public static final String RULE =
      "must be "
          + MIN_LENGTH
          + " to "
          + MAX_LENGTH
          + " printable ASCII characters without spaces; base64 after 'whsec_', a private Ed25519"
          + " key in base64 after 'whsk_', and no public key ('whpk_')";

  public SigningSecret {
    if (!isValid(text)) {
      throw new IllegalArgumentException("a secret " + RULE);
    }
  }

  /** The shared secret made of random bytes. */
  public static SigningSecret of(byte[] random) {
    if (random.length < MIN_RANDOM_BYTES || random.length > MAX_RANDOM_BYTES) {
      throw new IllegalArgumentException(
          "a secret is made of " + MIN_RANDOM_BYTES + " to " + MAX_RANDOM_BYTES + " random bytes");
    }
    return new SigningSecret(KeyText.SHARED.write(random));
  }

  /** The private key made of random bytes; there must be {@link #SEED_BYTES}. */
  public static SigningSecret ofSeed(byte[] random) {
    if (random.length != SEED_BYTES) {
      throw new IllegalArgumentException("an Ed25519 seed has " + SEED_BYTES + " bytes");
    }
    return new SigningSecret(KeyText.PRIVATE.write(random));
  }

  public static boolean isValid(String text) {
    if (text.length() < MIN_LENGTH || text.length() > MAX_LENGTH) {
      return false;
    }
    if (!text.chars().allMatch(c -> c > ' ' && c < 0x7F)) {
      return false;
    }
    if (KeyText.PUBLIC.starts(text)) {
      return false;
    }
    if (KeyText.PRIVATE.starts(text)) {
      return KeyText.PRIVATE.read(text).flatMap(Ed25519::seed).isPresent();
    }
    return !KeyText.SHARED.starts(text) || KeyText.SHARED.read(text).isPresent();
  }

  /** Whether this is a private key, so that only a public one is given to the receiver. */
  public boolean isAsymmetric() {
    return KeyText.PRIVATE.starts(text);
  }

  /** The text of the public key that verifies what a private key signs. */
  public Optional<String> publicKey() {
    return seed().map(Ed25519::publicKeyOf).map(KeyText.PUBLIC::write);
  }

  /** That a public key behind the seed is the right one was seen at the beginning. */
  Optional<byte[]> seed() {
    return KeyText.PRIVATE.read(text).map(key -> Arrays.copyOf(key, SEED_BYTES));
  }

  /** The key of the {@code standard} scheme: the bytes behind the prefix. */
  byte[] standardKey() {
    return KeyText.SHARED.read(text).orElseGet(this::textKey);
  }

  /** The key of the schemes that take the secret's text as it stands. */
  byte[] textKey() {
    return text.getBytes(UTF_8);
  }

  /** Never the secret: a record that holds one may end up in a log. */
  @Override
  public String toString() {
    return "SigningSecret[redacted]";
  }
}
