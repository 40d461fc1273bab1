package posthorn.bootstrap;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import posthorn.application.port.HeavyWork;
import posthorn.domain.tenant.TenantId;

/**
 * {@link HeavyWork} on two threads of the platform, which the system preempts. A tenant has one of
 * them at most, and its requests take turns.
 */
final class HeavyThreads implements HeavyWork {
  private static final int THREADS = 2;

  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          THREADS, Thread.ofPlatform().daemon().name("heavy-work-", 0).factory());
  private final Semaphore free = new Semaphore(THREADS, true);
  private final Map<TenantId, Turns> tenants = new ConcurrentHashMap<>();
  private final Duration patience;

  /**
   * Threads that do work.
   *
   * @param patience how long a request waits for its turn, and again for a thread
   */
  HeavyThreads(Duration patience) {
    this.patience = patience;
  }

  /** A tenant's one turn, kept for as long as requests use it or wait for it. */
  private record Turns(Semaphore turn, int requests) {
    Turns and(int more) {
      return new Turns(turn, requests + more);
    }
  }

  @Override
  public <T> T run(TenantId tenant, Supplier<T> work) {
    Semaphore turn =
        tenants
            .merge(tenant, new Turns(new Semaphore(1, true), 1), (present, _) -> present.and(1))
            .turn();
    try {
      return inTurn(
          turn,
          "other work of the tenant",
          () -> inTurn(free, "work of other tenants", () -> done(threads.submit(work::get))));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BusyException("the server stops");
    } finally {
      tenants.computeIfPresent(
          tenant, (_, present) -> present.requests() == 1 ? null : present.and(-1));
    }
  }

  private interface Interruptible<T> {
    T run() throws InterruptedException;
  }

  private <T> T inTurn(Semaphore turn, String others, Interruptible<T> work)
      throws InterruptedException {
    if (!turn.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new BusyException(others + " takes too long");
    }
    try {
      return work.run();
    } finally {
      turn.release();
    }
  }

  private static <T> T done(Future<T> work) throws InterruptedException {
    try {
      return work.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) e.getCause();
    }
  }
}
