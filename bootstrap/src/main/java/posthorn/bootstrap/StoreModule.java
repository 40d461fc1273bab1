package posthorn.bootstrap;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import posthorn.application.port.ApiKeys;
import posthorn.application.port.AuditLog;
import posthorn.application.port.Circuits;
import posthorn.application.port.Deliveries;
import posthorn.application.port.DueDeliveries;
import posthorn.application.port.EventHistory;
import posthorn.application.port.EventTypes;
import posthorn.application.port.Events;
import posthorn.application.port.Randomness;
import posthorn.application.port.Statistics;
import posthorn.application.port.Tenants;
import posthorn.application.port.VitalThreads;
import posthorn.application.port.Webhooks;
import posthorn.bootstrap.config.Configuration;
import posthorn.sqlite.SqliteStore;

/** The store's ports, on SQLite. */
final class StoreModule extends AbstractModule {
  @Provides
  @Singleton
  SqliteStore store(Configuration configuration, Randomness randomness, VitalThreads threads) {
    return SealedStore.open(configuration, randomness, threads);
  }

  @Provides
  Webhooks webhooks(SqliteStore store) {
    return store.webhooks();
  }

  @Provides
  Events events(SqliteStore store) {
    return store.events();
  }

  @Provides
  EventHistory eventHistory(SqliteStore store) {
    return store.eventHistory();
  }

  @Provides
  EventTypes eventTypes(SqliteStore store) {
    return store.eventTypes();
  }

  @Provides
  Deliveries deliveries(SqliteStore store) {
    return store.deliveries();
  }

  @Provides
  DueDeliveries dueDeliveries(SqliteStore store) {
    return store.dueDeliveries();
  }

  @Provides
  Circuits circuits(SqliteStore store) {
    return store.circuits();
  }

  @Provides
  Statistics statistics(SqliteStore store) {
    return store.statistics();
  }

  @Provides
  ApiKeys apiKeys(SqliteStore store) {
    return store.apiKeys();
  }

  @Provides
  Tenants tenants(SqliteStore store) {
    return store.tenants();
  }

  @Provides
  AuditLog auditLog(SqliteStore store) {
    return store.auditLog();
  }
}
