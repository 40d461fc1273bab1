package posthorn.outbound;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import posthorn.domain.tenant.TenantId;

/**
 * Runs lookups: few at once, fewer of one tenant, tenants in turns. A lookup holds a thread of the
 * machine until a name server answers, which may take long; one tenant's must not hold them all.
 */
final class Lookups implements AutoCloseable {
  /** As many deliveries as a server sends at once by default, each to a name of its own. */
  static final int MOST_WAITING_OF_TENANT = 1_000;

  private static final int IDLE_SECONDS = 30;

  private final Share share;
  private final ExecutorService threads;

  private final Lock lock = new ReentrantLock();

  /** The tenants that have any, in the order of their turns. */
  private final Map<TenantId, Line> lines = new LinkedHashMap<>();

  private int running;

  /** How many run at once, in all and of one tenant. */
  record Share(int most, int mostOfTenant) {}

  private static final class Line {
    final TenantId tenant;
    final Queue<Runnable> waiting = new ArrayDeque<>();
    int running;

    Line(TenantId tenant) {
      this.tenant = tenant;
    }
  }

  private record Turn(Line line, Runnable lookup) {}

  Lookups(String threadName, Share share) {
    this.share = share;
    threads =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            Thread.ofPlatform().daemon().name(threadName, 0).factory());
  }

  /**
   * Has it run when it is its turn.
   *
   * @throws RejectedExecutionException if too many of the tenant's wait, or this is closed
   */
  void submit(TenantId tenant, Runnable lookup) {
    Turn turn;
    lock.lock();
    try {
      Line line = lines.computeIfAbsent(tenant, Line::new);
      if (line.waiting.size() >= MOST_WAITING_OF_TENANT) {
        throw new RejectedExecutionException("too many names of the tenant wait");
      }
      line.waiting.add(lookup);
      turn = nextTurn();
    } finally {
      lock.unlock();
    }
    if (turn != null) {
      threads.execute(() -> run(turn));
    }
  }

  private void run(Turn first) {
    for (Turn turn = first; turn != null; turn = turnAfter()) {
      try {
        turn.lookup().run();
      } finally {
        ended(turn.line());
      }
    }
  }

  private @Nullable Turn turnAfter() {
    lock.lock();
    try {
      return nextTurn();
    } finally {
      lock.unlock();
    }
  }

  private @Nullable Turn nextTurn() {
    if (running >= share.most()) {
      return null;
    }
    for (Line line : lines.values()) {
      if (line.running < share.mostOfTenant() && !line.waiting.isEmpty()) {
        running++;
        line.running++;
        lines.remove(line.tenant);
        lines.put(line.tenant, line);
        return new Turn(line, line.waiting.remove());
      }
    }
    return null;
  }

  private void ended(Line line) {
    lock.lock();
    try {
      running--;
      line.running--;
      if (line.running == 0 && line.waiting.isEmpty()) {
        lines.remove(line.tenant);
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
