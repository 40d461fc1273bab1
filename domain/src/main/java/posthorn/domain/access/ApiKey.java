package posthorn.domain.access;

import java.time.Instant;
import posthorn.domain.tenant.TenantId;

/**
 * A key that opens the API.
 *
 * @param tenant whose key it is; an operator's opens every tenant, and means this one unless told
 */
public record ApiKey(
    ApiKeyId id, TenantId tenant, Role role, String name, KeyHash hash, Instant createdAt) {
  /** What the text of every key that is made here starts with. */
  public static final String TEXT_PREFIX = "ph_";
}
