package posthorn.application.testing;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;
import posthorn.application.port.InboundRoutes;
import posthorn.application.port.Sources;
import posthorn.domain.inbound.Route;
import posthorn.domain.inbound.RouteId;
import posthorn.domain.inbound.Routes;
import posthorn.domain.inbound.SourceId;
import posthorn.domain.tenant.TenantId;

/** {@link InboundRoutes} in memory. A route whose source is gone is as good as gone. */
final class InMemoryInboundRoutes implements InboundRoutes {
  private final Map<String, Route> byId = new ConcurrentSkipListMap<>();
  private final Sources sources;

  InMemoryInboundRoutes(Sources sources) {
    this.sources = sources;
  }

  @Override
  public boolean addIfSourceRemains(Route route) {
    if (!hasSource(route)) {
      return false;
    }
    byId.put(route.id().value(), route);
    return true;
  }

  @Override
  public Optional<Route> find(TenantId tenant, RouteId id) {
    return Optional.ofNullable(byId.get(id.value()))
        .filter(route -> route.tenant().equals(tenant))
        .filter(this::hasSource);
  }

  @Override
  public Routes of(SourceId source) {
    return new Routes(all().filter(route -> route.source().equals(source)).toList());
  }

  @Override
  public List<Route> of(TenantId tenant) {
    return all().filter(route -> route.tenant().equals(tenant)).toList();
  }

  @Override
  public boolean replaceIfUnchanged(Route seen, Route changed) {
    return hasSource(seen) && hasSource(changed) && byId.replace(seen.id().value(), seen, changed);
  }

  @Override
  public boolean remove(TenantId tenant, RouteId id) {
    return find(tenant, id).isPresent() && byId.remove(id.value()) != null;
  }

  private Stream<Route> all() {
    return byId.values().stream().filter(this::hasSource);
  }

  private boolean hasSource(Route route) {
    return sources.find(route.tenant(), route.source()).isPresent();
  }
}
