package posthorn.domain.sealing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The key that seals, and those that sealed before it and only open. */
public record Keyring(SealingKey present, List<SealingKey> previous) {
  /** To be random, and new for each text. */
  public static final int NONCE_BYTES = AesGcm.NONCE_BYTES;

  public Keyring {
    previous = List.copyOf(previous);
  }

  /** What came of opening a sealed text. */
  public sealed interface Opening {
    /** It is what was sealed. */
    record Opened(String secret) implements Opening {
      /** Never the secret: a record that holds one may end up in a log. */
      @Override
      public String toString() {
        return "Opened[redacted]";
      }
    }

    /** It was sealed with a key that is not here. */
    record UnknownKey(String id) implements Opening {}

    /** It was changed, or sealed for another place, or was never sealed. */
    record Refused() implements Opening {}
  }

  /**
   * Seals a secret.
   *
   * @param place what the sealed text is of; it opens only for the same
   */
  public String seal(String secret, String place, byte[] nonce) {
    if (nonce.length != NONCE_BYTES) {
      throw new IllegalArgumentException("a nonce has " + NONCE_BYTES + " bytes");
    }
    String id = present.id();
    byte[] sealed = AesGcm.encrypt(secret.getBytes(UTF_8), present, nonce, bound(id, place));
    return new SealedText(id, Base64.getEncoder().encodeToString(sealed)).text();
  }

  public Opening open(String sealed, String place) {
    Optional<SealedText> parsed = SealedText.parse(sealed);
    return parsed.isEmpty() ? new Opening.Refused() : open(parsed.get(), place);
  }

  private Opening open(SealedText sealed, String place) {
    Optional<SealingKey> key = find(sealed.keyId());
    if (key.isEmpty()) {
      return new Opening.UnknownKey(sealed.keyId());
    }
    return bodyOf(sealed)
        .flatMap(body -> AesGcm.decrypt(body, key.get(), bound(sealed.keyId(), place)))
        .<Opening>map(secret -> new Opening.Opened(new String(secret, UTF_8)))
        .orElseGet(Opening.Refused::new);
  }

  /** Whether the present key sealed it. */
  public boolean isPresent(String sealed) {
    return sealed.startsWith(SealedText.prefix(present.id()));
  }

  private Optional<SealingKey> find(String id) {
    return Stream.concat(Stream.of(present), previous.stream())
        .filter(key -> key.id().equals(id))
        .findFirst();
  }

  private static Optional<byte[]> bodyOf(SealedText sealed) {
    try {
      return Optional.of(Base64.getDecoder().decode(sealed.body()));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /** Also the form and the key, so that nothing of the text can be changed. */
  private static String bound(String keyId, String place) {
    return SealedText.prefix(keyId) + place;
  }
}
