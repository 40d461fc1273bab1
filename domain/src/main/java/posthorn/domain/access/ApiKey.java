package posthorn.domain.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.tenant.TenantId;

/**
 * A key that opens the API.
 *
 * @param tenant whose key it is; an operator's opens every tenant, and means this one unless told
 * @param expiresAt from when on it opens nothing any more; null for never
 */
public record ApiKey(
    ApiKeyId id,
    TenantId tenant,
    Role role,
    @Nullable String name,
    KeyHash hash,
    Instant createdAt,
    @Nullable Instant expiresAt) {
  /** What the text of every key that is made here starts with. */
  public static final String TEXT_PREFIX = "ph_";

  public static final int MAX_NAME_LENGTH = 255;

  public boolean isLive(Instant now) {
    return expiresAt == null || now.isBefore(expiresAt);
  }
}
