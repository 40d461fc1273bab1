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
 * How often each client has failed to prove itself. The memory is bounded: it forgets the client
 * that it has known longest. A client that never fails waits for no lock.
 *
 * @param <K> what a client is known by: an address, for one
 */
public final class Failures<K> {
  public static final RateLimit LIMIT = RateLimit.perMinute(10);
  static final int MOST = 10_000;

  private final Map<K, TokenBucket> byKey = new ConcurrentHashMap<>();
  private final Lock lock = new ReentrantLock();

  /** All of them in the order they came. */
  private final Queue<K> inOrder = new ArrayDeque<>();

  /** Whether one more failure would be one too many. */
  public boolean suspects(K key, Instant now) {
    TokenBucket bucket = byKey.get(key);
    return bucket != null && bucket.take(now) instanceof TokenBucket.Answer.Wait;
  }

  /** Counts a failure; one too many is not counted, and the answer is when the next one may be. */
  public Optional<Instant> failed(K key, Instant now) {
    lock.lock();
    try {
      TokenBucket bucket = byKey.get(key);
      if (bucket == null) {
        bucket = TokenBucket.full(LIMIT, now);
        remember(key);
      }
      TokenBucket.Answer answer = bucket.take(now);
      byKey.put(key, answer.next());
      return answer instanceof TokenBucket.Answer.Wait wait
          ? Optional.of(wait.until())
          : Optional.empty();
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
