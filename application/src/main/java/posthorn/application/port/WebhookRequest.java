package posthorn.application.port;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.ClientCertificate;

/**
 * A signed request, ready to be sent.
 *
 * @param tenant whose webhook it goes to
 * @param headers ours, in order; the sender adds those that belong to the transport
 * @param timeout for all of it, from the first look at the name to the end of the answer
 * @param certificate what is shown to a receiver that asks who connects; null for nothing
 */
public record WebhookRequest(
    TenantId tenant,
    WebhookUrl url,
    Map<String, String> headers,
    JsonBytes body,
    Duration timeout,
    @Nullable ClientCertificate certificate) {

  /** Without a certificate. */
  public WebhookRequest(
      TenantId tenant,
      WebhookUrl url,
      Map<String, String> headers,
      JsonBytes body,
      Duration timeout) {
    this(tenant, url, headers, body, timeout, null);
  }
}
