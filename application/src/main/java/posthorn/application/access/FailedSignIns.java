package posthorn.application.access;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import posthorn.domain.ratelimit.RateLimit;
import posthorn.domain.ratelimit.TokenBucket;

/**
 * How often each address has brought a key that nobody knows. Of very many addresses, only the last
 * so many are remembered. Whoever fails not at all, which is nearly everybody, waits for no lock.
 */
final class FailedSignIns {
  static final RateLimit LIMIT = RateLimit.perMinute(10);
  static final int MOST_ADDRESSES = 10_000;

  private final Map<String, TokenBucket> byAddress = new ConcurrentHashMap<>();
  private final Lock lock = new ReentrantLock();

  /** The addresses in the order they came. */
  private final Queue<String> addresses = new ArrayDeque<>();

  /** Until when nobody from there is asked for a key; nothing where they are. */
  Optional<Instant> refusedUntil(String address, Instant now) {
    TokenBucket bucket = byAddress.get(address);
    return bucket != null && bucket.take(now) instanceof TokenBucket.Answer.Wait wait
        ? Optional.of(wait.until())
        : Optional.empty();
  }

  void failed(String address, Instant now) {
    lock.lock();
    try {
      TokenBucket bucket = byAddress.get(address);
      if (bucket == null) {
        bucket = TokenBucket.full(LIMIT, now);
        remember(address);
      }
      byAddress.put(address, bucket.take(now).next());
    } finally {
      lock.unlock();
    }
  }

  private void remember(String address) {
    addresses.add(address);
    if (addresses.size() > MOST_ADDRESSES) {
      byAddress.remove(addresses.remove());
    }
  }
}
