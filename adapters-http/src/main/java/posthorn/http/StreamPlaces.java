package posthorn.http;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import posthorn.domain.tenant.TenantId;

/**
 * How many streams there may be, in all, for all tenants and for one; and those that there are.
 * Some places are for operators alone, so that they see what happens while tenants have taken
 * theirs.
 */
final class StreamPlaces {
  /** Few, so that whoever finds all taken finds one soon. */
  static final int RETRY_SECONDS = 5;

  private final int most;
  private final int mostOfTenants;
  private final int mostOfTenant;
  private final Map<Thread, TenantOrNone> taken = new HashMap<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition freed = lock.newCondition();

  private record TenantOrNone(@Nullable TenantId tenant) {}

  /**
   * Places.
   *
   * @param kept for operators
   */
  StreamPlaces(int most, int kept, int mostOfTenant) {
    this.most = most;
    this.mostOfTenants = most - kept;
    this.mostOfTenant = mostOfTenant;
  }

  /**
   * Takes a place for this thread, or ends the request.
   *
   * @param tenant whose it is; null for an operator's, which is no tenant's
   */
  void take(@Nullable TenantId tenant) {
    lock.lock();
    try {
      var mine = new TenantOrNone(tenant);
      if (tenant != null && count(mine::equals) >= mostOfTenant) {
        throw new ProblemException(Problem.tooManyStreams(mostOfTenant, RETRY_SECONDS));
      }
      boolean full = tenant != null && count(it -> it.tenant() != null) >= mostOfTenants;
      if (full || taken.size() >= most) {
        throw new ProblemException(Problem.streamsFull(most, RETRY_SECONDS));
      }
      taken.put(Thread.currentThread(), mine);
    } finally {
      lock.unlock();
    }
  }

  private long count(Predicate<TenantOrNone> which) {
    return taken.values().stream().filter(which).count();
  }

  void free() {
    lock.lock();
    try {
      taken.remove(Thread.currentThread());
      freed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until all are free; whoever still writes then, to a client that does not read, stops. */
  void empty(Duration patience) throws InterruptedException {
    lock.lock();
    try {
      long nanos = patience.toNanos();
      while (!taken.isEmpty() && nanos > 0) {
        nanos = freed.awaitNanos(nanos);
      }
      taken.keySet().forEach(Thread::interrupt);
    } finally {
      lock.unlock();
    }
  }
}
