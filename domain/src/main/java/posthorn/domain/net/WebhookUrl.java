package posthorn.domain.net;

import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A URL of the form a webhook's may have. Whether it may be used is for {@link UrlPolicy} to say,
 * and again at every send: what was allowed yesterday may not be today.
 */
public record WebhookUrl(URI uri) {
  public static final int MAX_LENGTH = 2048;

  private static final String HIDDEN = "(hidden)";

  private static final Pattern AFTER_ORIGIN =
      Pattern.compile("^(\\w+://[^/?#]*).*", Pattern.DOTALL);

  private static final Pattern SEPARATORS = Pattern.compile("[/&=;]");

  /** Shorter segments are words such as {@code api} or {@code webhook}, which are in any text. */
  private static final int LEAST_CONFIDENTIAL = 8;

  public WebhookUrl {
    UrlForm.refusal(uri.toString())
        .ifPresent(reason -> {
          throw new IllegalArgumentException("a webhook's URL " + reason);
        });
  }

  public boolean secure() {
    return uri.getScheme().equalsIgnoreCase("https");
  }

  /** The name or address in lower case, without a trailing dot and without brackets. */
  public String host() {
    String host = uri.getHost().toLowerCase(Locale.ROOT);
    if (host.startsWith("[")) {
      return host.substring(1, host.length() - 1);
    }
    return host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
  }

  /** The port to connect to, also where the URL leaves it out. */
  public int port() {
    if (uri.getPort() != -1) {
      return uri.getPort();
    }
    return secure() ? 443 : 80;
  }

  /** Without path and query, which are the credential of many receivers. */
  public String withoutPath() {
    int port = uri.getPort();
    return uri.getScheme() + "://" + uri.getHost() + (port == -1 ? "" : ":" + port) + "/" + HIDDEN;
  }

  /** The same of a text that may be in another form; only its host has to be in this one. */
  public static String withoutPath(String text) {
    String origin = AFTER_ORIGIN.matcher(text).replaceFirst("$1");
    return UrlForm.refusal(origin).isPresent()
        ? HIDDEN
        : new WebhookUrl(URI.create(origin)).withoutPath();
  }

  /** What a receiver said, without those parts of path and query that it quotes. */
  public String hiddenIn(String answer) {
    String text = answer;
    for (String part : confidentialParts()) {
      text = text.replace(part, HIDDEN);
    }
    return text;
  }

  /** The longest first, so that no short one spoils the search for a long one. */
  private List<String> confidentialParts() {
    return Stream.of(uri.getRawPath(), uri.getPath(), uri.getRawQuery(), uri.getQuery())
        .filter(whole -> whole != null && whole.length() > 1)
        .flatMap(whole ->
            Stream.concat(
                Stream.of(whole),
                SEPARATORS
                    .splitAsStream(whole)
                    .filter(part -> part.length() >= LEAST_CONFIDENTIAL)))
        .distinct()
        .sorted(Comparator.comparingInt(String::length).reversed())
        .toList();
  }

  @Override
  public String toString() {
    return uri.toString();
  }
}
