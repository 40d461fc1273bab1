package posthorn.application.access;

import java.time.Instant;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.ApiKeys;
import posthorn.application.port.Ids;
import posthorn.application.port.Randomness;
import posthorn.application.quota.TenantQuotas;
import posthorn.domain.access.ApiKey;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.access.KeyHash;
import posthorn.domain.access.Role;
import posthorn.domain.tenant.TenantId;

/** Makes a key for somebody. */
public final class CreateApiKey {
  private final ApiKeys keys;
  private final TenantQuotas quotas;
  private final Ids ids;
  private final Randomness randomness;

  /** So that two at once do not both find room for the last one. */
  private final Lock counting = new ReentrantLock();

  public CreateApiKey(ApiKeys keys, TenantQuotas quotas, Ids ids, Randomness randomness) {
    this.keys = keys;
    this.quotas = quotas;
    this.ids = ids;
    this.randomness = randomness;
  }

  /**
   * What is asked for.
   *
   * @param by the role of whoever asks
   */
  public record Command(
      Role by, TenantId tenant, Role role, @Nullable String name, @Nullable Instant expiresAt) {}

  /** What became of it. */
  public sealed interface Result {
    /** It is there; this is the only time its text is known. */
    record Created(ApiKey key, String text) implements Result {
      @Override
      public String toString() {
        return "Created[" + key.id() + ", redacted]";
      }
    }

    /** Whoever asks may make no key of that role. */
    record NotPermitted() implements Result {}

    /** The tenant has as many as it may have. */
    record QuotaExceeded(int limit) implements Result {}
  }

  public Result create(Command command, Instant now) {
    if (!command.by().governs(command.role())) {
      return new Result.NotPermitted();
    }
    String text = KeyText.from(randomness);
    var key =
        new ApiKey(
            new ApiKeyId(ids.next(ApiKeyId.PREFIX, now)),
            command.tenant(),
            command.role(),
            command.name(),
            KeyHash.of(text),
            now,
            command.expiresAt());
    // Operators' keys are the server's: no tenant's quota keeps them out.
    if (command.role() == Role.OPERATOR) {
      keys.add(key);
      return new Result.Created(key, text);
    }
    int limit = quotas.apiKeys(command.tenant());
    return addWithin(limit, key) ? new Result.Created(key, text) : new Result.QuotaExceeded(limit);
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
