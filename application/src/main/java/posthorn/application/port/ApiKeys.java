package posthorn.application.port;

import java.util.Optional;
import posthorn.domain.access.ApiKey;
import posthorn.domain.access.KeyHash;
import posthorn.domain.access.Role;

/** The API keys. */
public interface ApiKeys {

  void add(ApiKey key);

  Optional<ApiKey> find(KeyHash hash);

  boolean anyWith(Role role);
}
