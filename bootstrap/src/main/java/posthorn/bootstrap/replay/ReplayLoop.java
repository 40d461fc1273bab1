package posthorn.bootstrap.replay;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import posthorn.application.deadletters.RunBatchReplays;
import posthorn.application.deadletters.RunBatchReplays.Turn;
import posthorn.application.port.Heartbeat;
import posthorn.application.port.ReplayBell;
import posthorn.application.port.VitalThreads;

/** Gives bulk replays a turn whenever one is due, and sleeps in between; a ring wakes it. */
public final class ReplayLoop {
  private static final Logger LOG = LoggerFactory.getLogger(ReplayLoop.class);
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** Even if nothing is due, for the clock may have been set. */
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  private final RunBatchReplays runBatchReplays;
  private final InstantSource clock;
  private final Bell bell;
  private final Thread thread;
  private volatile boolean stopping;

  public ReplayLoop(
      RunBatchReplays runBatchReplays, InstantSource clock, Bell bell, VitalThreads threads) {
    this.runBatchReplays = runBatchReplays;
    this.clock = clock;
    this.bell = bell;
    thread = threads.create("replay", PATIENCE, this::run);
  }

  /** Rings are remembered until they are heard. */
  public static final class Bell implements ReplayBell {
    private final Semaphore rings = new Semaphore(0);

    @Override
    public void ring() {
      rings.release();
    }

    private void await(Duration atMost) throws InterruptedException {
      boolean _ = rings.tryAcquire(atMost.toNanos(), TimeUnit.NANOSECONDS);
      int _ = rings.drainPermits();
    }
  }

  public void start() {
    thread.start();
  }

  /** Returns when the step that is under way is written. */
  public void stop() throws InterruptedException {
    stopping = true;
    bell.ring();
    thread.join();
  }

  private void run(Heartbeat heartbeat) {
    while (!stopping) {
      try {
        heartbeat.beat();
        Duration pause = turn();
        heartbeat.rest(pause);
        bell.await(pause);
      } catch (InterruptedException _) {
        // Only a dying virtual machine interrupts this thread.
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /** How long to wait for the next. */
  private Duration turn() {
    try {
      Turn turn = runBatchReplays.turn(clock.instant());
      turn.failures().forEach(ReplayLoop::report);
      return pauseUntil(turn.next());
    } catch (RuntimeException e) {
      // Also for what nobody thought of: a loop that ended would look like one that has nothing to
      // do.
      report(e);
      return PAUSE_AFTER_FAILURE;
    }
  }

  private static void report(RuntimeException failure) {
    LOG.atError()
        .setCause(failure)
        .log("A bulk replay could not go on; nothing of this step was done, trying again shortly");
  }

  private Duration pauseUntil(Instant next) {
    Instant now = clock.instant();
    if (!next.isAfter(now)) {
      return Duration.ZERO;
    }
    return next.isAfter(now.plus(LONGEST_PAUSE)) ? LONGEST_PAUSE : Duration.between(now, next);
  }
}
