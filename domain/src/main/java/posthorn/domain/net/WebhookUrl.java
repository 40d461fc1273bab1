package posthorn.domain.net;

import java.net.URI;
import java.util.Locale;

/**
 * A URL of the form a webhook's may have. Whether it may be used is for {@link UrlPolicy} to say,
 * and again at every send: what was allowed yesterday may not be today.
 */
public record WebhookUrl(URI uri) {
  public static final int MAX_LENGTH = 2048;

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

  @Override
  public String toString() {
    return uri.toString();
  }
}
