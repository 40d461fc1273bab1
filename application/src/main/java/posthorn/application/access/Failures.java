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
 * How often each has failed to prove itself. Of very many, only the last so many are remembered.
 * Whoever fails not at all, which is nearly everybody, waits for no lock.
 *
 * @param <K> who it is: an address, for one
 */
public final class Failures<K> {
  public static final RateLimit LIMIT = RateLimit.perMinute(10);
  static final int MOST = 10_000;

  private final Map<K, TokenBucket> byKey = new ConcurrentHashMap<>();
  private final Lock lock = new ReentrantLock();

  /** All of them in the order they came. */
  private final Queue<K> inOrder = new ArrayDeque<>();

  /** Until when it is not asked for a proof; nothing where it is. */
  public Optional<Instant> refusedUntil(K key, Instant now) {
    TokenBucket bucket = byKey.get(key);
    return bucket != null && bucket.take(now) instanceof TokenBucket.Answer.Wait wait
        ? Optional.of(wait.until())
        : Optional.empty();
  }

  public void failed(K key, Instant now) {
    lock.lock();
    try {
      TokenBucket bucket = byKey.get(key);
      if (bucket == null) {
        bucket = TokenBucket.full(LIMIT, now);
        remember(key);
      }
      byKey.put(key, bucket.take(now).next());
    } finally {
      lock.unlock();
    }
  }

  private void remember(K key) {
    inOrder.add(key);
    if (inOrder.size() > MOST) {
      byKey.remove(inOrder.remove());
    }
  }
}
