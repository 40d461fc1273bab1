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

  /** Something with an end; each is equal only to itself. */
  interface Watched {
    boolean isOverdue();

    /** Called once, when it is overdue. */
    void timeOut();
  }

  void start() {
    thread.start();
  }

  /** Has it told when its time is up, unless it is let go before. */
  void watch(Watched entry) {
    boolean wasEmpty = watched.isEmpty();
    watched.add(entry);
    if (wasEmpty) {
      LockSupport.unpark(thread);
    }
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
    if (entry.isOverdue()) {
      entry.timeOut();
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
