package posthorn.bootstrap;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import posthorn.application.port.Destinations;
import posthorn.application.port.VitalThreads;
import posthorn.application.port.WebhookSender;
import posthorn.bootstrap.config.Configuration;
import posthorn.bootstrap.config.Configuration.Connections;
import posthorn.domain.net.AddressPolicy;
import posthorn.domain.net.UrlPolicy;
import posthorn.outbound.PooledWebhookSender;

/** Where webhooks may point to, and the sender that goes there. */
final class OutboundModule extends AbstractModule {
  @Provides
  AddressPolicy addressPolicy(Configuration configuration) {
    return new AddressPolicy(configuration.outbound().allowedNetworks());
  }

  @Provides
  UrlPolicy urlPolicy(Configuration configuration, AddressPolicy addresses) {
    return new UrlPolicy(configuration.outbound().allowHttp(), addresses);
  }

  @Provides
  @Singleton
  PooledWebhookSender sender(Configuration configuration, UrlPolicy urls, VitalThreads threads) {
    Connections connections = configuration.outbound().connections();
    int maxConnections = configuration.dispatch().maxInFlight();
    return new PooledWebhookSender(
        urls,
        new PooledWebhookSender.Settings(
            "Posthorn/" + Version.text(),
            maxConnections,
            Math.min(maxConnections, connections.maxPerHost()),
            connections.connectTimeout(),
            connections.responseSample(),
            connections.authorities(),
            connections.proxy()),
        threads);
  }

  @Provides
  Destinations destinations(PooledWebhookSender sender) {
    return sender;
  }

  @Provides
  WebhookSender webhookSender(PooledWebhookSender sender) {
    return sender;
  }
}
