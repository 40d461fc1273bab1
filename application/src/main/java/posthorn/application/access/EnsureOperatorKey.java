package posthorn.application.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.ApiKeys;
import posthorn.application.port.Ids;
import posthorn.application.port.Randomness;
import posthorn.domain.access.ApiKey;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.access.KeyHash;
import posthorn.domain.access.Role;
import posthorn.domain.tenant.TenantId;

/** Sees to it that someone can sign in: the configured operator key, or one made at first start. */
public final class EnsureOperatorKey {
  private final ApiKeys keys;
  private final Ids ids;
  private final Randomness randomness;

  public EnsureOperatorKey(ApiKeys keys, Ids ids, Randomness randomness) {
    this.keys = keys;
    this.ids = ids;
    this.randomness = randomness;
  }

  /** What was found or done. */
  public sealed interface Result {
    /** There was one, or the configured one is one now. */
    record Present() implements Result {}

    /** One was made; this is the only time its text is known. */
    record Made(String key) implements Result {
      @Override
      public String toString() {
        return "Made[redacted]";
      }
    }
  }

  public Result ensure(@Nullable String configured, Instant now) {
    if (configured != null) {
      if (keys.find(KeyHash.of(configured)).isEmpty()) {
        add(configured, "configured operator key", now);
      }
      return new Result.Present();
    }
    if (keys.anyLive(Role.OPERATOR, now)) {
      return new Result.Present();
    }
    String key = KeyText.from(randomness);
    add(key, "first operator key", now);
    return new Result.Made(key);
  }

  private void add(String key, String name, Instant now) {
    var id = new ApiKeyId(ids.next(ApiKeyId.PREFIX, now));
    keys.add(new ApiKey(id, TenantId.DEFAULT, Role.OPERATOR, name, KeyHash.of(key), now, null));
  }
}
