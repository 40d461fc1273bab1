package posthorn.domain.signing;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import posthorn.domain.net.HeaderRules;

/** The names of headers that carry signatures. */
final class HeaderName {
  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,256}");

  /** Refused as headers of the webhook's own, just because signatures go there. */
  private static final Set<String> FOR_SIGNATURES =
      Set.of("x-webhook-signature", "x-observatory-signature");

  private HeaderName() {}

  static boolean isToken(String name) {
    return TOKEN.matcher(name).matches();
  }

  static void requireToken(String header) {
    if (!isToken(header)) {
      throw new IllegalArgumentException("a signature's header has an HTTP header's name");
    }
  }

  /** Why a scheme may not put its signature there. */
  static Optional<String> refusal(String name) {
    if (FOR_SIGNATURES.contains(name.toLowerCase(Locale.ROOT))) {
      return Optional.empty();
    }
    return HeaderRules.refusal(name, "");
  }

  /** One form for all spellings of a name that some receiver takes for the same. */
  static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
