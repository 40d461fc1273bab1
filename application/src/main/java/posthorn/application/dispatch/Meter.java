package posthorn.application.dispatch;

import java.time.Instant;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import posthorn.domain.ratelimit.RateLimit;
import posthorn.domain.ratelimit.TokenBucket;

/** The tokens that all webhooks of a tenant share. */
final class Meter {
  private final Lock lock = new ReentrantLock();
  private TokenBucket bucket;

  Meter(RateLimit limit, Instant now) {
    bucket = TokenBucket.full(limit, now);
  }

  int available(Instant now) {
    lock.lock();
    try {
      return bucket.available(now);
    } finally {
      lock.unlock();
    }
  }

  /** When a token is there; now if one is. */
  Instant roomAt(Instant now) {
    lock.lock();
    try {
      return bucket.take(now) instanceof TokenBucket.Answer.Wait wait ? wait.until() : now;
    } finally {
      lock.unlock();
    }
  }

  TokenBucket.Answer take(Instant now) {
    lock.lock();
    try {
      TokenBucket.Answer answer = bucket.take(now);
      bucket = answer.next();
      return answer;
    } finally {
      lock.unlock();
    }
  }
}
