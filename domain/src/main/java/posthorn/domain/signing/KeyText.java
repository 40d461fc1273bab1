package posthorn.domain.signing;

import java.util.Base64;
import java.util.Optional;

/** Keys written as Standard Webhooks has them: a prefix that names the kind, and base64. */
enum KeyText {
  SHARED("whsec_"),
  PRIVATE("whsk_"),
  PUBLIC("whpk_");

  private final String prefix;

  KeyText(String prefix) {
    this.prefix = prefix;
  }

  String prefix() {
    return prefix;
  }

  String write(byte[] key) {
    return prefix + Base64.getEncoder().encodeToString(key);
  }

  boolean starts(String text) {
    return text.startsWith(prefix);
  }

  /** What stands behind the prefix. */
  String rest(String text) {
    return text.substring(prefix.length());
  }

  /** The key's bytes; empty when the text has another prefix, no base64, or nothing to decode. */
  Optional<byte[]> read(String text) {
    if (!starts(text)) {
      return Optional.empty();
    }
    try {
      return Optional.of(Base64.getDecoder().decode(rest(text))).filter(key -> key.length > 0);
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }
}
