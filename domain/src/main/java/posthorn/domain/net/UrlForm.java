package posthorn.domain.net;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The form of a webhook's URL, stricter than the standards: where two parsers could read two hosts
 * out of one text, the text is refused.
 */
final class UrlForm {
  private static final int MAX_NAME_LENGTH = 253;
  private static final String LABEL = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
  private static final Pattern NAME = Pattern.compile(LABEL + "(\\." + LABEL + ")*\\.?");

  /** A last label that makes some resolvers read the whole as an IPv4 address. */
  private static final Pattern ENDS_IN_NUMBER = Pattern.compile("(.*\\.)?([0-9]+|0x[0-9a-f]*)\\.?");

  private UrlForm() {}

  /** What is wrong with the text; never the text itself, which may hold a password. */
  static Optional<String> refusal(String text) {
    if (text.length() > WebhookUrl.MAX_LENGTH) {
      return Optional.of("is longer than " + WebhookUrl.MAX_LENGTH + " characters");
    }
    // Parsers drop some of these, fold others to ASCII, and take a backslash for a slash.
    if (!text.chars().allMatch(c -> c > ' ' && c < 0x7F && c != '\\')) {
      return Optional.of("must be written in visible ASCII characters without backslashes");
    }
    try {
      return refusal(new URI(text));
    } catch (URISyntaxException e) {
      return Optional.of("is not a valid URL");
    }
  }

  private static Optional<String> refusal(URI uri) {
    String scheme = uri.getScheme();
    if (!"https".equalsIgnoreCase(scheme) && !"http".equalsIgnoreCase(scheme)) {
      return Optional.of("must begin with https://");
    }
    String authority = uri.getRawAuthority();
    if (authority != null && authority.contains("@")) {
      return Optional.of("must not have a user name or password");
    }
    if (uri.getRawFragment() != null) {
      return Optional.of("must not have a fragment");
    }
    // Java finds no host where the authority has anything odd in it; others would find one.
    if (authority == null || uri.getHost() == null) {
      return Optional.of("has no valid host");
    }
    if (authority.endsWith(":") || uri.getPort() == 0 || uri.getPort() > 65535) {
      return Optional.of("has a port that is not between 1 and 65535");
    }
    return hostRefusal(uri.getHost().toLowerCase(Locale.ROOT));
  }

  private static Optional<String> hostRefusal(String host) {
    if (host.startsWith("[")) {
      // Java's parser also takes zone ids and padded embedded IPv4 addresses.
      return IpText.parseV6(host.substring(1, host.length() - 1)).isPresent()
          ? Optional.empty()
          : Optional.of("has an IPv6 address that is not in its plain form");
    }
    if (IpText.parseV4(host).isPresent()) {
      return Optional.empty();
    }
    if (ENDS_IN_NUMBER.matcher(host).matches()) {
      return Optional.of("has an IPv4 address that is not written as four plain decimal numbers");
    }
    if (host.length() > MAX_NAME_LENGTH || !NAME.matcher(host).matches()) {
      return Optional.of("has a host name that is too long or malformed");
    }
    return Optional.empty();
  }
}
