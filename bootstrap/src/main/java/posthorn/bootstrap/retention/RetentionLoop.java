package posthorn.bootstrap.retention;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import posthorn.application.port.Heartbeat;
import posthorn.application.port.VitalThreads;
import posthorn.application.retention.PruneHistory;
import posthorn.application.retention.PruneHistory.Result;

/**
 * Has old history removed shortly after the start, and then again and again; sooner when the bell
 * is rung.
 */
public final class RetentionLoop {
  private static final Logger LOG = LoggerFactory.getLogger(RetentionLoop.class);

  /** One batch, of a large history on a slow disk. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final PruneHistory pruneHistory;
  private final InstantSource clock;
  private final Pace pace;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final Semaphore bell = new Semaphore(0);
  private final Thread thread;

  public RetentionLoop(
      PruneHistory pruneHistory, InstantSource clock, Pace pace, VitalThreads threads) {
    this.pruneHistory = pruneHistory;
    this.clock = clock;
    this.pace = pace;
    thread = threads.create("retention", PATIENCE, this::run);
  }

  public void start() {
    thread.start();
  }

  /** There is something to remove that should not wait for the next time. */
  public void ring() {
    bell.release();
  }

  /** Returns when the batch that is being removed is removed. */
  public void stop() throws InterruptedException {
    stopping.countDown();
    ring();
    thread.join();
  }

  private void run(Heartbeat heartbeat) {
    for (Duration pause = pace.first(); isTimeAfter(pause, heartbeat); pause = pace.interval()) {
      prune(heartbeat);
    }
  }

  /** Waits for the next time, or the bell; whether to go on. */
  private boolean isTimeAfter(Duration pause, Heartbeat heartbeat) {
    heartbeat.rest(pause);
    try {
      boolean _ = bell.tryAcquire(pause.toNanos(), TimeUnit.NANOSECONDS);
      int _ = bell.drainPermits();
      heartbeat.beat();
      return stopping.getCount() > 0;
    } catch (InterruptedException _) {
      return interrupted();
    }
  }

  private void prune(Heartbeat heartbeat) {
    try {
      Result result =
          pruneHistory.prune(clock.instant(), () -> mayGoOnAfter(pace.rest(), heartbeat));
      if (!result.isNothing()) {
        LOG.atInfo()
            .addKeyValue("deliveries", result.deliveries())
            .addKeyValue("attempts", result.attempts())
            .addKeyValue("events", result.events())
            .addKeyValue("messages", result.messages())
            .addKeyValue("keys", result.keys())
            .addKeyValue("changes", result.changes())
            .log("Old history was removed");
      }
    } catch (RuntimeException e) {
      // Also for what nobody thought of: a loop that ended would let the file grow for ever.
      LOG.atError()
          .setCause(e)
          .addKeyValue("next_in", pace.interval())
          .log("Old history could not be removed; it stays until the next time");
    }
  }

  private boolean mayGoOnAfter(Duration pause, Heartbeat heartbeat) {
    heartbeat.rest(pause);
    try {
      return !stopping.await(pause.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException _) {
      return interrupted();
    }
  }

  /** Only a dying virtual machine interrupts this thread. */
  private static boolean interrupted() {
    Thread.currentThread().interrupt();
    return false;
  }
}
