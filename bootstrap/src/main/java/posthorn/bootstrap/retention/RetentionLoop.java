package posthorn.bootstrap.retention;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import posthorn.application.retention.PruneHistory;
import posthorn.application.retention.PruneHistory.Result;

/**
 * Has old history removed shortly after the start, and then again and again; sooner when the bell
 * is rung.
 */
public final class RetentionLoop {
  private static final Logger LOG = LoggerFactory.getLogger(RetentionLoop.class);

  private final PruneHistory pruneHistory;
  private final InstantSource clock;
  private final Pace pace;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final Semaphore bell = new Semaphore(0);
  private final Thread thread = Thread.ofPlatform().name("retention").unstarted(this::run);

  public RetentionLoop(PruneHistory pruneHistory, InstantSource clock, Pace pace) {
    this.pruneHistory = pruneHistory;
    this.clock = clock;
    this.pace = pace;
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

  private void run() {
    for (Duration pause = pace.first(); isTimeAfter(pause); pause = pace.interval()) {
      prune();
    }
  }

  /** Waits for the next time, or the bell; whether to go on. */
  private boolean isTimeAfter(Duration pause) {
    try {
      boolean _ = bell.tryAcquire(pause.toNanos(), TimeUnit.NANOSECONDS);
      int _ = bell.drainPermits();
      return stopping.getCount() > 0;
    } catch (InterruptedException _) {
      return interrupted();
    }
  }

  private void prune() {
    try {
      Result result = pruneHistory.prune(clock.instant(), () -> mayGoOnAfter(pace.rest()));
      if (!result.isNothing()) {
        LOG.atInfo()
            .addKeyValue("deliveries", result.deliveries())
            .addKeyValue("attempts", result.attempts())
            .addKeyValue("events", result.events())
            .addKeyValue("messages", result.messages())
            .addKeyValue("keys", result.keys())
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

  private boolean mayGoOnAfter(Duration pause) {
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
