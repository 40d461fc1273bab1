package posthorn.application.access;

import java.time.Instant;
import java.util.Optional;
import posthorn.application.port.ApiKeys;
import posthorn.domain.access.ApiKey;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.access.Role;
import posthorn.domain.tenant.TenantId;

/** Removes a key: it opens nothing from then on. */
public final class RemoveApiKey {
  private final ApiKeys keys;

  public RemoveApiKey(ApiKeys keys) {
    this.keys = keys;
  }

  /** What became of it. */
  public sealed interface Result {
    record Removed() implements Result {}

    /** There is none, or it is none of the asker's business. */
    record NotFound() implements Result {}

    /** Nobody could do an operator's work without it. */
    record LastOperatorKey() implements Result {}
  }

  /**
   * Removes the key.
   *
   * @param by the role of whoever asks
   */
  public Result remove(Role by, TenantId tenant, ApiKeyId id, Instant now) {
    Optional<ApiKey> key =
        keys.find(id).filter(it -> it.tenant().equals(tenant) && by.governs(it.role()));
    if (key.isEmpty()) {
      return new Result.NotFound();
    }
    // One that has expired helps nobody, so it is never the last.
    if (key.get().role() == Role.OPERATOR && key.get().isLive(now)) {
      return keys.removeIfAnotherIsLive(key.get(), now)
          ? new Result.Removed()
          : new Result.LastOperatorKey();
    }
    return keys.remove(id) ? new Result.Removed() : new Result.NotFound();
  }
}
