package posthorn.bootstrap;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import java.time.Duration;
import java.time.InstantSource;
import posthorn.application.eventtypes.RegisterEventType;
import posthorn.application.eventtypes.RemoveEventType;
import posthorn.application.feed.OperatorFeed;
import posthorn.application.policy.Policies;
import posthorn.application.port.ClockTrust;
import posthorn.application.port.Deliveries;
import posthorn.application.port.Destinations;
import posthorn.application.port.EventHistory;
import posthorn.application.port.EventTypes;
import posthorn.application.port.Ids;
import posthorn.application.port.Statistics;
import posthorn.application.port.Webhooks;
import posthorn.application.publish.PublishEvent;
import posthorn.application.quota.DiskReserve;
import posthorn.application.quota.TenantQuotas;
import posthorn.application.replay.CancelDelivery;
import posthorn.application.replay.ReplayDelivery;
import posthorn.application.replay.RetryNow;
import posthorn.application.retention.ReportStorage;
import posthorn.application.webhooks.ChangeWebhook;
import posthorn.application.webhooks.ControlCircuit;
import posthorn.application.webhooks.CreateWebhook;
import posthorn.application.webhooks.DeleteWebhook;
import posthorn.application.webhooks.RotateSecret;
import posthorn.application.webhooks.TestWebhook;
import posthorn.bootstrap.config.Configuration;
import posthorn.bootstrap.vital.WatchedThreads;
import posthorn.domain.net.UrlPolicy;
import posthorn.http.HttpServer;

/** The API. */
final class HttpModule extends AbstractModule {
  /** Shorter than what proxies usually wait for. */
  private static final Duration HEARTBEAT = Duration.ofSeconds(15);

  /** Bodies get one part of the heap: what is made of them while they are answered needs others. */
  private static final int HEAP_PARTS = 4;

  private static final int MOST_STREAMS = 256;
  private static final int STREAMS_OF_OPERATORS = 16;

  /** A tenth of the others: ten tenants are needed to take them all. */
  private static final int MOST_STREAMS_OF_TENANT = 24;

  @Provides
  @Singleton
  Readiness readiness(
      WatchedThreads threads, InstantSource clock, ClockTrust trust, DiskReserve disk) {
    return new Readiness(threads, clock, trust, disk);
  }

  @Provides
  HttpServer.UseCases useCases(
      HttpServer.UseCases.OfAccess ofAccess,
      HttpServer.UseCases.OfWebhooks ofWebhooks,
      HttpServer.UseCases.OfEvents ofEvents,
      HttpServer.UseCases.OfInbound ofInbound,
      HttpServer.UseCases.OfDeadLetters ofDeadLetters,
      HttpServer.UseCases.OfDeliveries ofDeliveries,
      ReportStorage reportStorage,
      HttpServer.UseCases.OfAlerts ofAlerts,
      OperatorFeed feed,
      ClockTrust clockTrust) {
    return new HttpServer.UseCases(
        ofAccess,
        ofWebhooks,
        ofEvents,
        ofInbound,
        ofDeadLetters,
        ofDeliveries,
        reportStorage,
        new HttpServer.UseCases.OfStream(
            feed, HEARTBEAT, MOST_STREAMS, STREAMS_OF_OPERATORS, MOST_STREAMS_OF_TENANT),
        ofAlerts,
        clockTrust);
  }

  @Provides
  HttpServer.UseCases.OfEvents ofEvents(
      PublishEvent publishEvent,
      TenantQuotas quotas,
      EventHistory history,
      EventTypes types,
      RegisterEventType registerType,
      RemoveEventType removeType) {
    return new HttpServer.UseCases.OfEvents(
        publishEvent, quotas, history, types, registerType, removeType);
  }

  @Provides
  HttpServer.UseCases.OfDeliveries ofDeliveries(
      Deliveries deliveries,
      Statistics statistics,
      RetryNow retryNow,
      ReplayDelivery replay,
      CancelDelivery cancel) {
    return new HttpServer.UseCases.OfDeliveries(deliveries, statistics, retryNow, replay, cancel);
  }

  @Provides
  HttpServer.UseCases.OfWebhooks ofWebhooks(
      Webhooks webhooks,
      CreateWebhook create,
      ChangeWebhook change,
      DeleteWebhook delete,
      RotateSecret rotate,
      TestWebhook test,
      ControlCircuit circuit) {
    return new HttpServer.UseCases.OfWebhooks(
        webhooks, create, change, delete, rotate, test, circuit);
  }

  @Provides
  HttpServer.WebhookRules webhookRules(
      UrlPolicy urls, Destinations destinations, Policies policies, Configuration configuration) {
    return new HttpServer.WebhookRules(
        urls, destinations, policies, configuration.longestTimeout());
  }

  @Provides
  @Singleton
  HttpServer httpServer(
      Configuration configuration,
      HttpServer.UseCases useCases,
      HttpServer.WebhookRules webhookRules,
      InstantSource clock,
      Ids ids,
      Readiness readiness) {
    var settings =
        new HttpServer.Settings(
            configuration.http().host(),
            configuration.http().port(),
            Server.STOP_TIMEOUT,
            webhookRules,
            configuration.http().corsOrigins(),
            configuration.publish().duplicates(),
            configuration.inbound().maxBody(),
            configuration.http().trustedProxies(),
            bounds(configuration.http().bounds()));
    return new HttpServer(
        settings, useCases, new HttpServer.Surroundings(clock, ids, Version.text(), readiness));
  }

  private static HttpServer.Bounds bounds(Configuration.HttpBounds bounds) {
    Integer bodyMemory = bounds.maxBodyMemory();
    long ofHeap = Runtime.getRuntime().maxMemory() / HEAP_PARTS;
    return new HttpServer.Bounds(
        bodyMemory == null ? Math.max(ofHeap, HttpServer.LEAST_BODY_MEMORY) : bodyMemory,
        bounds.maxConnections(),
        bounds.maxConnectionsPerAddress());
  }
}
