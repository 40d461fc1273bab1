package posthorn.http;

import java.util.Optional;
import posthorn.application.port.Destinations;
import posthorn.domain.net.AddressVerdict;
import posthorn.domain.net.UrlPolicy;
import posthorn.domain.net.UrlVerdict;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.tenant.TenantId;

/** Reads a URL that something is to be sent to. */
final class UrlField {
  private final UrlPolicy urls;
  private final Destinations destinations;

  UrlField(HttpServer.WebhookRules rules) {
    this.urls = rules.urls();
    this.destinations = rules.destinations();
  }

  /**
   * The URL; empty where it is absent, or wrong, which is noted.
   *
   * @param tenant that wants to send to it
   */
  Optional<WebhookUrl> of(TenantId tenant, RequestFields fields, String name) {
    // Longer ones than are allowed are let through to here: the rule's own words refuse them.
    Optional<String> text = fields.text(name, 2 * WebhookUrl.MAX_LENGTH);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    return switch (urls.judge(text.get())) {
      case UrlVerdict.Allowed(WebhookUrl url) -> leadingSomewhere(tenant, fields, name, url);
      case UrlVerdict.Refused(String reason) -> {
        fields.reject(name, reason);
        yield Optional.empty();
      }
    };
  }

  /** The same verdict that it would get when something is sent to it. */
  private Optional<WebhookUrl> leadingSomewhere(
      TenantId tenant, RequestFields fields, String name, WebhookUrl url) {
    return switch (destinations.judge(tenant, url)) {
      case AddressVerdict.Allowed() -> Optional.of(url);
      case AddressVerdict.Refused(String reason) -> {
        fields.reject(name, reason);
        yield Optional.empty();
      }
    };
  }
}
