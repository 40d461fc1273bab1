package posthorn.application.testing;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.ApiKeys;
import posthorn.domain.access.ApiKey;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.access.KeyHash;
import posthorn.domain.access.Role;
import posthorn.domain.tenant.TenantId;

/** {@link ApiKeys} in memory. */
final class InMemoryApiKeys implements ApiKeys {
  // Ids sort by time, so this is the order they were made in.
  private final Map<String, ApiKey> byId = new ConcurrentSkipListMap<>();

  private volatile @Nullable ApiKeyId configured;

  @Override
  public void add(ApiKey key) {
    byId.put(key.id().value(), key);
  }

  @Override
  public synchronized void putConfigured(ApiKey key) {
    ApiKeyId earlier = configured;
    if (earlier != null && find(earlier).filter(it -> it.hash().equals(key.hash())).isPresent()) {
      return;
    }
    if (earlier != null) {
      remove(earlier);
    }
    boolean isThere = find(key.hash()).isPresent();
    configured = isThere ? null : key.id();
    if (!isThere) {
      add(key);
    }
  }

  @Override
  public Optional<ApiKey> find(KeyHash hash) {
    return byId.values().stream().filter(key -> key.hash().equals(hash)).findFirst();
  }

  @Override
  public Optional<ApiKey> find(ApiKeyId id) {
    return Optional.ofNullable(byId.get(id.value()));
  }

  @Override
  public List<ApiKey> of(TenantId tenant) {
    return byId.values().stream().filter(key -> key.tenant().equals(tenant)).toList();
  }

  @Override
  public boolean anyLive(Role role, Instant now) {
    return byId.values().stream().anyMatch(key -> key.role() == role && key.isLive(now));
  }

  @Override
  public boolean remove(ApiKeyId id) {
    return byId.remove(id.value()) != null;
  }

  @Override
  public synchronized boolean removeIfAnotherIsLive(ApiKey key, Instant now) {
    boolean another =
        byId.values().stream()
            .anyMatch(it -> it.role() == key.role() && it.isLive(now) && !it.id().equals(key.id()));
    return another && remove(key.id());
  }
}
