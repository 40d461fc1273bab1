package posthorn.application.access;

import java.time.Instant;
import java.util.Optional;
import posthorn.application.port.ApiKeys;
import posthorn.domain.access.ApiKey;
import posthorn.domain.access.KeyHash;

/** Tells whose key it is; and an address that keeps bringing wrong ones, to wait. */
public final class Authenticate {
  private final ApiKeys keys;
  private final Failures<String> failures = new Failures<>();
  private final Proven<Opener> openers = new Proven<>();

  public Authenticate(ApiKeys keys) {
    this.keys = keys;
  }

  /** A key that has opened the API from an address. */
  private record Opener(String address, KeyHash hash) {}

  /** What the text is. */
  public sealed interface Result {
    record Known(ApiKey key) implements Result {}

    record Unknown() implements Result {}

    /** It was a key until then. */
    record Expired(Instant at) implements Result {}

    /** Too many wrong ones came from the address; this one was not even looked at. */
    record TooManyFailures(Instant until) implements Result {}
  }

  /**
   * Tells what the text is.
   *
   * @param address where it came from
   */
  public Result authenticate(String text, String address, Instant now) {
    KeyHash hash = KeyHash.of(text);
    Optional<Instant> refused = failures.refusedUntil(address, now);
    if (refused.isPresent() && !openers.knows(new Opener(address, hash))) {
      return new Result.TooManyFailures(refused.get());
    }
    Optional<ApiKey> found = keys.find(hash).filter(key -> key.hash().sameAs(hash));
    if (found.isEmpty()) {
      failures.failed(address, now);
      return new Result.Unknown();
    }
    ApiKey key = found.get();
    Instant expiresAt = key.expiresAt();
    if (expiresAt != null && !key.isLive(now)) {
      return new Result.Expired(expiresAt);
    }
    openers.add(new Opener(address, hash));
    return new Result.Known(key);
  }
}
