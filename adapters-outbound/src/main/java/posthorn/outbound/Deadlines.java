package posthorn.outbound;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import posthorn.application.port.Heartbeat;
import posthorn.application.port.VitalThreads;

/**
 * Ends what has run out of time. One thread looks at all that is under way every so often, which
 * costs less than a timer for each: nearly all of them end long before.
 */
final class Deadlines implements AutoCloseable {
  private static final Duration LOOK = Duration.ofMillis(10);

  /** How often the thread gives a sign of life while nothing is under way. */
  private static final Duration IDLE = Duration.ofSeconds(10);

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Set<Watched> watched = ConcurrentHashMap.newKeySet();
  private final Thread thread;
  private volatile boolean closed;

  Deadlines(VitalThreads threads) {
    thread = threads.create("deadlines", PATIENCE, this::run);
    thread.setDaemon(true);
  }

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

  private void run(Heartbeat heartbeat) {
    while (!closed) {
      Duration pause = watched.isEmpty() ? IDLE : LOOK;
      heartbeat.rest(pause);
      LockSupport.parkNanos(this, pause.toNanos());
      heartbeat.beat();
      watched.removeIf(Deadlines::endedByTime);
    }
  }

  private static boolean endedByTime(Watched entry) {
    if (entry.isOverdue()) {
      try {
        entry.timeOut();
      } catch (RuntimeException _) {
        // That one could not be ended. All the others still have their deadlines.
      }
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
