package posthorn.bootstrap.keys;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.access.KeyHash;
import posthorn.domain.access.Role;
import posthorn.domain.tenant.TenantId;

/** What a command wants done with API keys. */
public sealed interface KeyRequest {
  /** Adds the key whose text has that hash. */
  record Create(
      TenantId tenant, Role role, @Nullable String name, @Nullable Instant expiresAt, KeyHash hash)
      implements KeyRequest {}

  record Revoke(ApiKeyId id) implements KeyRequest {}
}
