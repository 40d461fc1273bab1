package posthorn.application.access;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
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
    /** There is one, or the configured one is the only configured one now. */
    record Present() implements Result {}

    /** One was made and handed over; its text is not known any more. */
    record Made() implements Result {}

    /** The configured one opens something else already, or nothing any more. */
    record NoOperatorKey() implements Result {}
  }

  /**
   * Ensures it. A configured key takes the place of the one that was configured before, which opens
   * nothing any more.
   *
   * @param handOver is given the text of one that is made; should it throw, none is kept
   */
  public Result ensure(@Nullable String configured, Consumer<String> handOver, Instant now) {
    if (configured != null) {
      return configure(configured, now);
    }
    if (keys.anyLive(Role.OPERATOR, now)) {
      return new Result.Present();
    }
    String text = NewKeyText.from(randomness);
    handOver.accept(text);
    keys.add(operatorKey(text, "first operator key", now));
    return new Result.Made();
  }

  private Result configure(String text, Instant now) {
    Optional<ApiKey> present = keys.find(KeyHash.of(text));
    if (present.filter(key -> key.role() != Role.OPERATOR || !key.isLive(now)).isPresent()) {
      return new Result.NoOperatorKey();
    }
    keys.putConfigured(operatorKey(text, "configured operator key", now));
    return new Result.Present();
  }

  private ApiKey operatorKey(String text, String name, Instant now) {
    var id = new ApiKeyId(ids.next(ApiKeyId.PREFIX, now));
    return new ApiKey(id, TenantId.DEFAULT, Role.OPERATOR, name, KeyHash.of(text), now, null);
  }
}
