package posthorn.bootstrap;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import posthorn.application.port.Destinations;
import posthorn.application.port.VitalThreads;
import posthorn.application.port.WebhookSender;
import posthorn.bootstrap.config.Configuration;
import posthorn.bootstrap.config.Configuration.Connections;
import posthorn.bootstrap.config.Configuration.Dispatch;
import posthorn.domain.net.AddressPolicy;
import posthorn.domain.net.UrlPolicy;
import posthorn.outbound.PooledWebhookSender;

/** Where webhooks may point to, and the senders that go there. */
final class OutboundModule extends AbstractModule {
  /** As many as there can be tests at once. */
  private static final int CONNECTIONS_OF_TESTS = 32;

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
  Senders senders(Configuration configuration, UrlPolicy urls, VitalThreads threads) {
    Connections connections = configuration.outbound().connections();
    Dispatch dispatch = configuration.dispatch();
    int places =
        dispatch.maxInFlight()
            + dispatch.pools().values().stream().mapToInt(Integer::intValue).sum();
    return new Senders(
        new PooledWebhookSender(urls, settings(connections, places), threads),
        PooledWebhookSender.forTests(urls, settings(connections, CONNECTIONS_OF_TESTS), threads));
  }

  private static PooledWebhookSender.Settings settings(
      Connections connections, int maxConnections) {
    return new PooledWebhookSender.Settings(
        "Posthorn/" + Version.text(),
        maxConnections,
        connections.connectTimeout(),
        connections.responseSample(),
        connections.authorities(),
        connections.proxy());
  }

  @Provides
  Destinations destinations(Senders senders) {
    return senders.tests();
  }

  @Provides
  WebhookSender webhookSender(Senders senders) {
    return senders.deliveries();
  }
}
