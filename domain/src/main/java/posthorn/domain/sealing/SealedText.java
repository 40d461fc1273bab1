package posthorn.domain.sealing;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A sealed secret as it is stored: the version of its form, the id of its key, and in base64 the
 * nonce with what was sealed, with a colon between.
 */
record SealedText(String keyId, String body) {
  private static final String VERSION = "v1";
  private static final Pattern FORM =
      Pattern.compile(VERSION + ":([0-9a-f]{12}):([A-Za-z0-9+/]+={0,2})");

  static Optional<SealedText> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    return matcher.matches()
        ? Optional.of(new SealedText(matcher.group(1), matcher.group(2)))
        : Optional.empty();
  }

  /** What a text sealed with that key begins with. */
  static String prefix(String keyId) {
    return VERSION + ":" + keyId + ":";
  }

  String text() {
    return prefix(keyId) + body;
  }
}
