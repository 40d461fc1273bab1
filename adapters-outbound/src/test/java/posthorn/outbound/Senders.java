package posthorn.outbound;

import java.net.URI;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import posthorn.application.port.WebhookRequest;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.net.AddressPolicy;
import posthorn.domain.net.Cidr;
import posthorn.domain.net.UrlPolicy;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.tenant.TenantId;
import posthorn.outbound.PooledWebhookSender.Settings;

/** Senders and requests for tests. */
final class Senders {
  static final Duration LONG = Duration.ofSeconds(30);
  static final UrlPolicy LOOPBACK =
      new UrlPolicy(true, new AddressPolicy(List.of(Cidr.parse("127.0.0.0/8").orElseThrow())));
  static final UrlPolicy STRICT = new UrlPolicy(true, AddressPolicy.PUBLIC_ONLY);
  static final Settings SETTINGS =
      new Settings("Posthorn/test", 10, Duration.ofSeconds(10), 1024, List.of(), null);

  private Senders() {}

  static PooledWebhookSender toLoopback() {
    return new PooledWebhookSender(LOOPBACK, SETTINGS);
  }

  static PooledWebhookSender trusting(X509Certificate authority, NameServers names) {
    return new PooledWebhookSender(
        LOOPBACK,
        new Settings("Posthorn/test", 10, Duration.ofSeconds(10), 1024, List.of(authority), null),
        names);
  }

  static PooledWebhookSender through(URI proxy, NameServers names) {
    return new PooledWebhookSender(
        LOOPBACK,
        new Settings("Posthorn/test", 10, Duration.ofSeconds(10), 1024, List.of(), proxy),
        names);
  }

  static WebhookRequest request(String url) {
    return request(url, LONG);
  }

  static WebhookRequest request(String url, Duration timeout) {
    return new WebhookRequest(
        TenantId.DEFAULT, new WebhookUrl(URI.create(url)), Map.of(), JsonBytes.of("{}"), timeout);
  }
}
