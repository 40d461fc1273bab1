package posthorn.bootstrap;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import java.time.InstantSource;
import posthorn.application.access.AddApiKey;
import posthorn.application.access.Authenticate;
import posthorn.application.access.CreateApiKey;
import posthorn.application.access.RecordChange;
import posthorn.application.access.RemoveApiKey;
import posthorn.application.port.ApiKeys;
import posthorn.application.port.AuditLog;
import posthorn.application.port.Ids;
import posthorn.application.port.OperatorEvents;
import posthorn.application.port.Randomness;
import posthorn.application.port.StoreSpace;
import posthorn.application.port.Tenants;
import posthorn.application.port.Webhooks;
import posthorn.application.quota.DiskReserve;
import posthorn.application.quota.EventQuota;
import posthorn.application.quota.RequestQuota;
import posthorn.application.quota.StorageRoom;
import posthorn.application.quota.TenantQuotas;
import posthorn.application.retention.Retentions;
import posthorn.application.tenants.ChangeTenant;
import posthorn.application.tenants.CreateTenant;
import posthorn.application.tenants.RemoveTenant;
import posthorn.bootstrap.config.Configuration;
import posthorn.bootstrap.keys.ApplyKeyRequest;
import posthorn.bootstrap.keys.KeyRequests;
import posthorn.http.HttpServer;
import posthorn.sqlite.SqliteStore;

/** Who may do what, and how often. What counts is there once, so that it counts everything. */
final class AccessModule extends AbstractModule {
  @Provides
  @Singleton
  Authenticate authenticate(ApiKeys keys, OperatorEvents operatorEvents) {
    return new Authenticate(keys, operatorEvents);
  }

  @Provides
  @Singleton
  EventQuota eventQuota(Tenants tenants) {
    return new EventQuota(tenants);
  }

  @Provides
  @Singleton
  TenantQuotas tenantQuotas(Tenants tenants, SqliteStore store, Configuration configuration) {
    return quotasOf(tenants, store, configuration);
  }

  static TenantQuotas quotasOf(Tenants tenants, SqliteStore store, Configuration configuration) {
    Configuration.Quotas quotas = configuration.quotas();
    return new TenantQuotas(
        tenants,
        new TenantQuotas.Defaults(
            quotas.maxWebhooks(),
            quotas.maxApiKeys(),
            quotas.maxStoredBytes().of(store.space().diskBytes()),
            configuration.publish().maxData()));
  }

  @Provides
  StorageRoom storageRoom(SqliteStore store, TenantQuotas quotas, DiskReserve disk) {
    return new StorageRoom(store.tenantStorage(), quotas, disk);
  }

  @Provides
  @Singleton
  DiskReserve diskReserve(SqliteStore store, Configuration configuration) {
    StoreSpace space = store.space();
    long least = configuration.store().minFree().of(space.diskBytes());
    return new DiskReserve(space::diskFreeBytes, least, new LoggedDiskSpace(least));
  }

  @Provides
  @Singleton
  RequestQuota requestQuota(Tenants tenants, Configuration configuration) {
    return new RequestQuota(tenants, configuration.http().requestsPerMinute());
  }

  @Provides
  HttpServer.UseCases.OfTenants ofTenants(
      Tenants tenants, Retentions retentions, Webhooks webhooks, Ids ids) {
    return new HttpServer.UseCases.OfTenants(
        tenants,
        retentions,
        new CreateTenant(tenants, ids),
        new ChangeTenant(tenants, webhooks),
        new RemoveTenant(tenants));
  }

  /** One for all, as it counts. */
  @Provides
  @Singleton
  AddApiKey addApiKey(ApiKeys keys, TenantQuotas quotas, Ids ids) {
    return new AddApiKey(keys, quotas, ids);
  }

  @Provides
  HttpServer.UseCases.OfKeys ofKeys(ApiKeys keys, AddApiKey addApiKey, Randomness randomness) {
    return new HttpServer.UseCases.OfKeys(
        keys, new CreateApiKey(addApiKey, randomness), new RemoveApiKey(keys));
  }

  @Provides
  @Singleton
  KeyRequests keyRequests(
      ApiKeys keys,
      Tenants tenants,
      AddApiKey addApiKey,
      AuditLog auditLog,
      Ids ids,
      Configuration configuration,
      InstantSource clock) {
    ApplyKeyRequest apply = applyKeyRequest(keys, tenants, addApiKey, auditLog, ids);
    return new KeyRequests(configuration.store().file(), apply, clock);
  }

  static ApplyKeyRequest applyKeyRequest(
      ApiKeys keys, Tenants tenants, AddApiKey addApiKey, AuditLog auditLog, Ids ids) {
    return new ApplyKeyRequest(
        keys, tenants, addApiKey, new RemoveApiKey(keys), new RecordChange(auditLog, ids));
  }

  @Provides
  HttpServer.UseCases.OfAccess ofAccess(
      Authenticate authenticate,
      RequestQuota requestQuota,
      AuditLog auditLog,
      Ids ids,
      HttpServer.UseCases.OfTenants ofTenants,
      HttpServer.UseCases.OfKeys ofKeys) {
    return new HttpServer.UseCases.OfAccess(
        authenticate, requestQuota, new RecordChange(auditLog, ids), auditLog, ofTenants, ofKeys);
  }
}
