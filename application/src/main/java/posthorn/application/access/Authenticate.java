package posthorn.application.access;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.ApiKeys;
import posthorn.application.port.OperatorEvent.AccessRefused;
import posthorn.application.port.OperatorEvent.AccessRefused.Reason;
import posthorn.application.port.OperatorEvents;
import posthorn.domain.access.ApiKey;
import posthorn.domain.access.KeyHash;
import posthorn.domain.access.Permission;
import posthorn.domain.net.ClientAddress;

/**
 * Tells whose key a text is, and whether it may do what is asked; announces what is refused. A
 * right key is always let in: looking it up by its hash is cheap, and behind a proxy many clients
 * share an address. Only wrong keys are counted by address.
 */
public final class Authenticate {
  private final ApiKeys keys;
  private final OperatorEvents operatorEvents;
  private final Failures<String> failures = new Failures<>();

  public Authenticate(ApiKeys keys, OperatorEvents operatorEvents) {
    this.keys = keys;
    this.operatorEvents = operatorEvents;
  }

  /**
   * What a request brings.
   *
   * @param text of its key; null if it brings none
   * @param permission that its route takes
   * @param from where it came from; asked only where it is refused
   */
  public record Request(
      @Nullable String text, Permission permission, Supplier<ClientAddress> from) {
    /** Without the text, which may be a key. */
    @Override
    public String toString() {
      return "Request[" + permission + "]";
    }
  }

  /** What the text is. */
  public sealed interface Result {
    record Known(ApiKey key) implements Result {}

    /** It is a key, and its role may not do this. */
    record Forbidden(ApiKey key) implements Result {}

    record Missing() implements Result {}

    record Unknown() implements Result {}

    /** It was a key until then. */
    record Expired(Instant at) implements Result {}

    /** It is no key either, and one too many of that address. */
    record TooManyFailures(Instant until) implements Result {}
  }

  public Result authenticate(Request request, Instant now) {
    String text = request.text();
    if (text == null) {
      announce(request.from().get(), Reason.UNAUTHORIZED, null, now);
      return new Result.Missing();
    }
    KeyHash hash = KeyHash.of(text);
    Optional<ApiKey> found = keys.find(hash).filter(key -> key.hash().sameAs(hash));
    return found.isEmpty()
        ? unknown(request.from().get(), now)
        : resultOf(found.get(), request, now);
  }

  private Result unknown(ClientAddress from, Instant now) {
    Optional<Instant> tooMany = failures.failed(from.network(), now);
    announce(from, tooMany.isPresent() ? Reason.TOO_MANY_FAILURES : Reason.UNAUTHORIZED, null, now);
    return tooMany.<Result>map(Result.TooManyFailures::new).orElseGet(Result.Unknown::new);
  }

  private Result resultOf(ApiKey key, Request request, Instant now) {
    Instant expiresAt = key.expiresAt();
    if (expiresAt != null && !key.isLive(now)) {
      announce(request.from().get(), Reason.UNAUTHORIZED, key, now);
      return new Result.Expired(expiresAt);
    }
    if (!key.role().may(request.permission())) {
      announce(request.from().get(), Reason.FORBIDDEN, key, now);
      return new Result.Forbidden(key);
    }
    return new Result.Known(key);
  }

  private void announce(ClientAddress from, Reason reason, @Nullable ApiKey key, Instant now) {
    operatorEvents.announce(new AccessRefused(from, reason, key == null ? null : key.id(), 1, now));
  }
}
