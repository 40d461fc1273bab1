package posthorn.bootstrap;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import java.time.InstantSource;
import posthorn.application.access.EnsureOperatorKey;
import posthorn.application.port.DueDeliveries;
import posthorn.application.port.VitalThreads;
import posthorn.bootstrap.alerts.AlertLoop;
import posthorn.bootstrap.clock.ClockWatch;
import posthorn.bootstrap.config.Configuration;
import posthorn.bootstrap.dispatch.DispatchLoop;
import posthorn.bootstrap.keys.KeyRequests;
import posthorn.bootstrap.replay.ReplayLoop;
import posthorn.bootstrap.retention.RetentionLoop;
import posthorn.bootstrap.vital.LastResort;
import posthorn.bootstrap.vital.WatchedThreads;
import posthorn.http.HttpServer;
import posthorn.sqlite.SqliteStore;

/** The server as a whole, and the configuration that everything else is made from. */
final class ServerModule extends AbstractModule {
  private final Configuration configuration;
  private final LastResort lastResort;

  ServerModule(Configuration configuration, LastResort lastResort) {
    this.configuration = configuration;
    this.lastResort = lastResort;
  }

  @Provides
  Configuration configuration() {
    return configuration;
  }

  @Provides
  @Singleton
  WatchedThreads watchedThreads() {
    return new WatchedThreads(lastResort, System::nanoTime);
  }

  @Provides
  VitalThreads vitalThreads(WatchedThreads threads) {
    return threads;
  }

  @Provides
  Preparation preparation(
      EnsureOperatorKey ensureOperatorKey,
      DueDeliveries due,
      InstantSource clock,
      ClockWatch clockWatch) {
    return new Preparation(ensureOperatorKey, due, configuration, clock, clockWatch);
  }

  @Provides
  Loops loops(
      DispatchLoop dispatch,
      ReplayLoop replay,
      RetentionLoop retention,
      AlertLoop alerts,
      KeyRequests keyRequests) {
    return new Loops(dispatch, replay, retention, alerts, keyRequests);
  }

  @Provides
  @Singleton
  Server server(
      Preparation preparation,
      Loops loops,
      HttpServer httpServer,
      Readiness readiness,
      Senders senders,
      SqliteStore store) {
    return new Server(preparation, loops, httpServer, readiness, senders, store);
  }
}
