package posthorn.outbound;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends what has run out of time. One thread looks at all that is under way every so often, which
 * costs less than a timer for each: nearly all of them end long before.
 */
final class Deadlines implements AutoCloseable {
  private static final long LOOK_NANOS = Duration.ofMillis(10).toNanos();

  private final Set<Watched> watched = ConcurrentHashMap.newKeySet();
  private final Thread thread = Thread.ofPlatform().daemon().name("deadlines").unstarted(this::run);
  private volatile boolean closed;

  /** Something with an end; not a record, since each is only itself. */
  static final class Watched {
    private final Deadline deadline;
    private final Runnable onTimeout;

    private Watched(Deadline deadline, Runnable onTimeout) {
      this.deadline = deadline;
      this.onTimeout = onTimeout;
    }
  }

  void start() {
    thread.start();
  }

  /** Has it told when its time is up, unless it is let go before. */
  Watched watch(Deadline deadline, Runnable onTimeout) {
    var entry = new Watched(deadline, onTimeout);
    boolean wasEmpty = watched.isEmpty();
    watched.add(entry);
    if (wasEmpty) {
      LockSupport.unpark(thread);
    }
    return entry;
  }

  void letGo(Watched entry) {
    watched.remove(entry);
  }

  private void run() {
    while (!closed) {
      if (watched.isEmpty()) {
        LockSupport.park(this);
      } else {
        LockSupport.parkNanos(this, LOOK_NANOS);
      }
      watched.removeIf(Deadlines::endedByTime);
    }
  }

  private static boolean endedByTime(Watched entry) {
    if (entry.deadline.hasPassed()) {
      entry.onTimeout.run();
      return true;
    }
    return false;
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
