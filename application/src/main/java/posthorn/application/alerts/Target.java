package posthorn.application.alerts;

import org.jspecify.annotations.Nullable;
import posthorn.domain.alert.Channel;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.signing.SigningSecret;

/** Where a channel is to lead to, as it is asked for. */
public sealed interface Target {
  /** To what is there already. */
  record Ready(Channel channel) implements Target {}

  /**
   * To a URL, for which a webhook of the server's own is made.
   *
   * @param secret null for a new one, or for the present one
   */
  record Url(WebhookUrl url, @Nullable SigningSecret secret) implements Target {}
}
