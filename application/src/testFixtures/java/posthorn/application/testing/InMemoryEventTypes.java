package posthorn.application.testing;

import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.EventTypes;
import posthorn.domain.event.EventType;
import posthorn.domain.event.RegisteredType;
import posthorn.domain.tenant.TenantId;

/** {@link EventTypes} in memory. */
final class InMemoryEventTypes implements EventTypes {
  private final ConcurrentMap<TenantId, NavigableMap<String, RegisteredType>> byTenant =
      new ConcurrentHashMap<>();

  @Override
  public boolean putIfUnchanged(@Nullable RegisteredType seen, RegisteredType type) {
    NavigableMap<String, RegisteredType> types =
        byTenant.computeIfAbsent(type.tenant(), _ -> new ConcurrentSkipListMap<>());
    String name = type.name().value();
    return seen == null ? types.putIfAbsent(name, type) == null : types.replace(name, seen, type);
  }

  @Override
  public boolean remove(TenantId tenant, EventType name) {
    NavigableMap<String, RegisteredType> types = byTenant.get(tenant);
    return types != null && types.remove(name.value()) != null;
  }

  @Override
  public Optional<RegisteredType> find(TenantId tenant, EventType name) {
    return Optional.ofNullable(byTenant.get(tenant)).map(types -> types.get(name.value()));
  }

  @Override
  public List<RegisteredType> of(TenantId tenant) {
    NavigableMap<String, RegisteredType> types = byTenant.get(tenant);
    return types == null ? List.of() : List.copyOf(types.values());
  }
}
