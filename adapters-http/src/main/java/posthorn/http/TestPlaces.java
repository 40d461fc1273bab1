package posthorn.http;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import posthorn.domain.tenant.TenantId;

/**
 * How many requests may be sent at once because an API call asks for one: tests of webhooks and
 * channels, and questions whether a URL is wanted. Each keeps its call waiting for as long as the
 * receiver likes, so few of one tenant's may.
 */
final class TestPlaces {
  /** In all; their sender has as many connections. */
  static final int MOST = 32;

  static final int MOST_OF_TENANT = 4;

  /** Most receivers answer sooner than this. */
  private static final int RETRY_SECONDS = 5;

  private final Map<TenantId, Integer> taken = new HashMap<>();
  private final Lock lock = new ReentrantLock();
  private int inAll;

  /** Taken until it is closed. */
  interface Place extends AutoCloseable {
    @Override
    void close();
  }

  /** Takes a place of that tenant's, or ends the request. */
  Place take(TenantId tenant) {
    lock.lock();
    try {
      int ofTenant = taken.getOrDefault(tenant, 0);
      if (ofTenant >= MOST_OF_TENANT) {
        throw refusal("the tenant", MOST_OF_TENANT);
      }
      if (inAll >= MOST) {
        throw refusal("the server", MOST);
      }
      taken.put(tenant, ofTenant + 1);
      inAll++;
    } finally {
      lock.unlock();
    }
    return () -> free(tenant);
  }

  private static ProblemException refusal(String whose, int most) {
    return new ProblemException(Problem.tooManyTests(whose, most, RETRY_SECONDS));
  }

  private void free(TenantId tenant) {
    lock.lock();
    try {
      taken.computeIfPresent(tenant, (_, count) -> count == 1 ? null : count - 1);
      inAll--;
    } finally {
      lock.unlock();
    }
  }
}
