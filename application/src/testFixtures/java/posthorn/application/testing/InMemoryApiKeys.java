package posthorn.application.testing;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import posthorn.application.port.ApiKeys;
import posthorn.domain.access.ApiKey;
import posthorn.domain.access.KeyHash;
import posthorn.domain.access.Role;

/** {@link ApiKeys} in memory. */
final class InMemoryApiKeys implements ApiKeys {
  private final Map<KeyHash, ApiKey> byHash = new ConcurrentHashMap<>();

  @Override
  public void add(ApiKey key) {
    byHash.put(key.hash(), key);
  }

  @Override
  public Optional<ApiKey> find(KeyHash hash) {
    return Optional.ofNullable(byHash.get(hash));
  }

  @Override
  public boolean anyWith(Role role) {
    return byHash.values().stream().anyMatch(key -> key.role() == role);
  }
}
