package posthorn.bootstrap;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import java.time.InstantSource;
import posthorn.application.access.Authenticate;
import posthorn.application.port.Deliveries;
import posthorn.application.publish.PublishEvent;
import posthorn.application.replay.RetryNow;
import posthorn.application.webhooks.CreateWebhook;
import posthorn.bootstrap.config.Configuration;
import posthorn.http.HttpServer;

/** The API. */
final class HttpModule extends AbstractModule {
  @Provides
  @Singleton
  Readiness readiness() {
    return new Readiness();
  }

  @Provides
  HttpServer.UseCases useCases(
      Authenticate authenticate,
      CreateWebhook createWebhook,
      PublishEvent publishEvent,
      RetryNow retryNow,
      Deliveries deliveries) {
    return new HttpServer.UseCases(authenticate, createWebhook, publishEvent, retryNow, deliveries);
  }

  @Provides
  @Singleton
  HttpServer httpServer(
      Configuration configuration,
      HttpServer.UseCases useCases,
      InstantSource clock,
      Readiness readiness) {
    var settings =
        new HttpServer.Settings(
            configuration.http().host(),
            configuration.http().port(),
            Server.STOP_TIMEOUT,
            configuration.dispatch().maxInFlightPerWebhook());
    return new HttpServer(settings, useCases, clock, readiness);
  }
}
