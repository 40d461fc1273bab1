package posthorn.bootstrap.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import posthorn.application.dispatch.Dispatcher;
import posthorn.application.port.Heartbeat;
import posthorn.application.port.VitalThreads;

/** Has the dispatcher look for due deliveries in its rhythm, and tidy up now and then. */
public final class DispatchLoop {
  private static final Logger LOG = LoggerFactory.getLogger(DispatchLoop.class);
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Duration TIDY_INTERVAL = Duration.ofSeconds(10);

  private final Dispatcher dispatcher;
  private final Attempts attempts;
  private final Rhythm rhythm;
  private final Bell bell;
  private final InstantSource clock;
  private final Thread thread;

  private volatile boolean stopping;
  private Instant tidiedAt = Instant.MIN;

  public DispatchLoop(
      Dispatcher dispatcher,
      Attempts attempts,
      Rhythm rhythm,
      Bell bell,
      InstantSource clock,
      VitalThreads threads) {
    this.dispatcher = dispatcher;
    this.attempts = attempts;
    this.rhythm = rhythm;
    this.bell = bell;
    this.clock = clock;
    thread = threads.create("dispatch", PATIENCE, this::run);
  }

  public void start() {
    dispatcher.start(attempts, clock.instant());
    thread.start();
  }

  /**
   * Starts nothing more and waits for the attempts under way.
   *
   * @return whether all of them have ended within that time
   */
  public boolean stop(Duration within) throws InterruptedException {
    stopping = true;
    dispatcher.stop();
    bell.ring();
    thread.join();
    boolean allEnded = attempts.end(within);
    dispatcher.saveCircuits();
    return allEnded;
  }

  private void run(Heartbeat heartbeat) {
    while (!stopping) {
      try {
        heartbeat.beat();
        Duration pause = look();
        heartbeat.rest(pause);
        bell.await(pause);
      } catch (InterruptedException _) {
        // Only a dying virtual machine interrupts this thread.
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /** Looks once; how long to wait before the next time. */
  private Duration look() {
    try {
      Instant now = clock.instant();
      tidy(now);
      Instant next = dispatcher.look(now, rhythm.batch());
      return rhythm.pause(next, clock.instant());
    } catch (RuntimeException e) {
      // Also for what nobody thought of: a loop that ended would look like one that has nothing to
      // do.
      LOG.atError().setCause(e).log("Due deliveries could not be taken; trying again shortly");
      return PAUSE_AFTER_FAILURE;
    }
  }

  private void tidy(Instant now) {
    boolean clockWentBack = now.isBefore(tidiedAt);
    if (clockWentBack || !now.isBefore(tidiedAt.plus(TIDY_INTERVAL))) {
      dispatcher.tidy(now);
      tidiedAt = now;
    }
  }
}
