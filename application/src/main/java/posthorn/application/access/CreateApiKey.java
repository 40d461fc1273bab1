package posthorn.application.access;

import java.time.Instant;
import posthorn.application.port.Randomness;
import posthorn.domain.access.ApiKey;
import posthorn.domain.access.KeyHash;

/** Makes a key's text and adds it. */
public final class CreateApiKey {
  private final AddApiKey addApiKey;
  private final Randomness randomness;

  public CreateApiKey(AddApiKey addApiKey, Randomness randomness) {
    this.addApiKey = addApiKey;
    this.randomness = randomness;
  }

  /** What became of it. */
  public sealed interface Result {
    /** It is there; this is the only time its text is known. */
    record Created(ApiKey key, String text) implements Result {
      @Override
      public String toString() {
        return "Created[" + key.id() + ", redacted]";
      }
    }

    /** The caller may make no key of that role. */
    record NotPermitted() implements Result {}

    /** The tenant has as many as it may have. */
    record QuotaExceeded(int limit) implements Result {}
  }

  public Result create(AddApiKey.Command command, Instant now) {
    String text = NewKeyText.from(randomness);
    return switch (addApiKey.add(command, KeyHash.of(text), now)) {
      case AddApiKey.Result.Added(ApiKey key) -> new Result.Created(key, text);
      case AddApiKey.Result.NotPermitted() -> new Result.NotPermitted();
      case AddApiKey.Result.QuotaExceeded(int limit) -> new Result.QuotaExceeded(limit);
    };
  }
}
