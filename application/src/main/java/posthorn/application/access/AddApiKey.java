package posthorn.application.access;

import java.time.Instant;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.ApiKeys;
import posthorn.application.port.Ids;
import posthorn.application.quota.TenantQuotas;
import posthorn.domain.access.ApiKey;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.access.KeyHash;
import posthorn.domain.access.Role;
import posthorn.domain.tenant.TenantId;

/** Adds a key by its hash: the text is known only where it was made. */
public final class AddApiKey {
  private final ApiKeys keys;
  private final TenantQuotas quotas;
  private final Ids ids;

  /** So that two at once do not both find room for the last one. */
  private final Lock counting = new ReentrantLock();

  public AddApiKey(ApiKeys keys, TenantQuotas quotas, Ids ids) {
    this.keys = keys;
    this.quotas = quotas;
    this.ids = ids;
  }

  /**
   * What is asked for.
   *
   * @param by the role of the caller
   */
  public record Command(
      Role by, TenantId tenant, Role role, @Nullable String name, @Nullable Instant expiresAt) {}

  /** What became of it. */
  public sealed interface Result {
    record Added(ApiKey key) implements Result {}

    /** The caller may make no key of that role. */
    record NotPermitted() implements Result {}

    /** The tenant has as many as it may have. */
    record QuotaExceeded(int limit) implements Result {}
  }

  public Result add(Command command, KeyHash hash, Instant now) {
    if (!command.by().governs(command.role())) {
      return new Result.NotPermitted();
    }
    var key =
        new ApiKey(
            new ApiKeyId(ids.next(ApiKeyId.PREFIX, now)),
            command.tenant(),
            command.role(),
            command.name(),
            hash,
            now,
            command.expiresAt());
    // Operators' keys are the server's: no tenant's quota keeps them out.
    if (command.role() == Role.OPERATOR) {
      keys.add(key);
      return new Result.Added(key);
    }
    int limit = quotas.apiKeys(command.tenant());
    return addWithin(limit, key) ? new Result.Added(key) : new Result.QuotaExceeded(limit);
  }

  private boolean addWithin(int limit, ApiKey key) {
    counting.lock();
    try {
      long present =
          keys.of(key.tenant()).stream().filter(other -> other.role() != Role.OPERATOR).count();
      if (present >= limit) {
        return false;
      }
      keys.add(key);
      return true;
    } finally {
      counting.unlock();
    }
  }
}
