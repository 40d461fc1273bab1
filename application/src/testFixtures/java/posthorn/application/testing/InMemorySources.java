package posthorn.application.testing;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import posthorn.application.port.Sources;
import posthorn.domain.inbound.Source;
import posthorn.domain.inbound.SourceId;
import posthorn.domain.tenant.TenantId;

/** {@link Sources} in memory. */
final class InMemorySources implements Sources {
  // Ids sort by time, so this is the order they were added in.
  private final Map<String, Source> byId = new ConcurrentSkipListMap<>();

  @Override
  public void add(Source source) {
    byId.put(source.id().value(), source);
  }

  @Override
  public Optional<Source> find(SourceId id) {
    return Optional.ofNullable(byId.get(id.value()));
  }

  @Override
  public List<Source> of(TenantId tenant) {
    return byId.values().stream().filter(source -> source.tenant().equals(tenant)).toList();
  }

  @Override
  public boolean replaceIfUnchanged(Source changed) {
    Source present = byId.get(changed.id().value());
    return present != null
        && present.version() == changed.version() - 1
        && byId.replace(changed.id().value(), present, changed);
  }

  @Override
  public void remove(SourceId id) {
    byId.remove(id.value());
  }
}
