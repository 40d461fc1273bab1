package posthorn.application.access;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import posthorn.application.port.ApiKeys;
import posthorn.domain.access.ApiKey;
import posthorn.domain.access.KeyHash;
import posthorn.domain.net.ClientAddress;

/**
 * Tells whose key a text is. A right key is always let in: looking it up by its hash is cheap, and
 * behind a proxy many clients share an address. Only wrong keys are counted by address.
 */
public final class Authenticate {
  private final ApiKeys keys;
  private final Failures<String> failures = new Failures<>();

  public Authenticate(ApiKeys keys) {
    this.keys = keys;
  }

  /** What the text is. */
  public sealed interface Result {
    record Known(ApiKey key) implements Result {}

    record Unknown() implements Result {}

    /** It was a key until then. */
    record Expired(Instant at) implements Result {}

    /** It is no key either, and one too many of that address. */
    record TooManyFailures(Instant until) implements Result {}
  }

  /**
   * Tells what the text is.
   *
   * @param from where it came from; asked only where the text is no key
   */
  public Result authenticate(String text, Supplier<ClientAddress> from, Instant now) {
    KeyHash hash = KeyHash.of(text);
    Optional<ApiKey> found = keys.find(hash).filter(key -> key.hash().sameAs(hash));
    if (found.isEmpty()) {
      return failures
          .failed(from.get().network(), now)
          .<Result>map(Result.TooManyFailures::new)
          .orElseGet(Result.Unknown::new);
    }
    ApiKey key = found.get();
    Instant expiresAt = key.expiresAt();
    return expiresAt == null || key.isLive(now)
        ? new Result.Known(key)
        : new Result.Expired(expiresAt);
  }
}
