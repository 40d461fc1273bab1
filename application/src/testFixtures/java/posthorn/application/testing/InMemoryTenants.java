package posthorn.application.testing;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import posthorn.application.port.ApiKeys;
import posthorn.application.port.EventTypes;
import posthorn.application.port.Sources;
import posthorn.application.port.Tenants;
import posthorn.application.port.Webhooks;
import posthorn.domain.tenancy.Tenant;
import posthorn.domain.tenant.Quotas;
import posthorn.domain.tenant.TenantId;

/** {@link Tenants} in memory. */
final class InMemoryTenants implements Tenants {
  private final Map<String, Tenant> byId = new ConcurrentSkipListMap<>();
  private final Set<String> given = new HashSet<>();
  private final Webhooks webhooks;
  private final ApiKeys keys;
  private final EventTypes types;
  private final Sources sources;

  InMemoryTenants(Webhooks webhooks, ApiKeys keys, EventTypes types, Sources sources) {
    this.webhooks = webhooks;
    this.keys = keys;
    this.types = types;
    this.sources = sources;
    addIfAbsent(new Tenant(TenantId.DEFAULT, "Default", Quotas.NONE, TestTime.START));
  }

  @Override
  public synchronized boolean addIfAbsent(Tenant tenant) {
    boolean added = given.add(tenant.id().value());
    if (added) {
      byId.put(tenant.id().value(), tenant);
    }
    return added;
  }

  @Override
  public Optional<Tenant> find(TenantId id) {
    return Optional.ofNullable(byId.get(id.value()));
  }

  @Override
  public List<Tenant> all() {
    return List.copyOf(byId.values());
  }

  @Override
  public boolean replaceIfUnchanged(Tenant seen, Tenant changed) {
    return byId.replace(seen.id().value(), seen, changed);
  }

  @Override
  public boolean removeIfUnused(TenantId id) {
    return webhooks.of(id).isEmpty()
        && keys.of(id).isEmpty()
        && types.of(id).isEmpty()
        && sources.of(id).isEmpty()
        && byId.remove(id.value()) != null;
  }
}
