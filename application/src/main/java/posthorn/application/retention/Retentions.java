package posthorn.application.retention;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import posthorn.application.port.Tenants;
import posthorn.domain.tenancy.RetentionChoices;
import posthorn.domain.tenancy.Tenant;
import posthorn.domain.tenant.TenantId;

/** For how long each tenant's history is kept: as it says, else as the server does. */
public final class Retentions {
  private final RetentionPolicy server;
  private final Duration audit;
  private final Tenants tenants;

  /**
   * What holds on this server.
   *
   * @param audit for how long the audit log is kept, whatever a tenant says: it is the operators'
   */
  public Retentions(RetentionPolicy server, Duration audit, Tenants tenants) {
    this.server = server;
    this.audit = audit;
    this.tenants = tenants;
  }

  /** What holds for whoever says nothing. */
  public RetentionPolicy server() {
    return server;
  }

  public Duration audit() {
    return audit;
  }

  /** What holds for that tenant. */
  public RetentionPolicy of(Tenant tenant) {
    return server.with(tenant.retention());
  }

  /** What holds for each tenant now, also for those that are gone. */
  Function<TenantId, RetentionPolicy> asOfNow() {
    Map<TenantId, RetentionPolicy> own = new HashMap<>();
    for (Tenant tenant : tenants.all()) {
      if (!tenant.retention().equals(RetentionChoices.NONE)) {
        own.put(tenant.id(), of(tenant));
      }
    }
    return tenant -> own.getOrDefault(tenant, server);
  }
}
