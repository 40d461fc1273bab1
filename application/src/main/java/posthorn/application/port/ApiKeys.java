package posthorn.application.port;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import posthorn.domain.access.ApiKey;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.access.KeyHash;
import posthorn.domain.access.Role;
import posthorn.domain.tenant.TenantId;

/** The API keys. */
public interface ApiKeys {

  void add(ApiKey key);

  /**
   * Adds the key that the configuration names, in the place of the one that it named before. One of
   * that hash that is there already stays as it is.
   */
  void putConfigured(ApiKey key);

  Optional<ApiKey> find(KeyHash hash);

  Optional<ApiKey> find(ApiKeyId id);

  /** All of the tenant's keys, also those that have expired, in the order they were made. */
  List<ApiKey> of(TenantId tenant);

  boolean anyLive(Role role, Instant now);

  /** Takes it away, and says whether it was there. */
  boolean remove(ApiKeyId id);

  /**
   * Takes it away, unless no other key of its role is live then; also when two are to be taken away
   * at once, one stays.
   */
  boolean removeIfAnotherIsLive(ApiKey key, Instant now);
}
