package posthorn.bootstrap.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import posthorn.application.dispatch.ClaimDueDeliveries;
import posthorn.application.port.ClaimedDelivery;

/** Claims due deliveries in its rhythm, as many as there is room for, and has them attempted. */
public final class DispatchLoop {
  private static final Logger LOG = LoggerFactory.getLogger(DispatchLoop.class);
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);

  /** An attempt that ends rings; this is for the case that the ring is lost to a bug. */
  private static final Duration PAUSE_WHEN_FULL = Duration.ofSeconds(1);

  private final ClaimDueDeliveries claimDueDeliveries;
  private final Attempts attempts;
  private final Rhythm rhythm;
  private final Bell bell;
  private final InstantSource clock;
  private final Thread thread = Thread.ofPlatform().name("dispatch").unstarted(this::run);

  private volatile boolean stopping;

  /** Whether the loop waits for room; only then the end of an attempt concerns it. */
  private volatile boolean full;

  /** When the loop looks again by itself; what becomes due before that concerns it too. */
  private volatile Instant nextLook = Instant.MAX;

  public DispatchLoop(
      ClaimDueDeliveries claimDueDeliveries,
      Attempts attempts,
      Rhythm rhythm,
      Bell bell,
      InstantSource clock) {
    this.claimDueDeliveries = claimDueDeliveries;
    this.attempts = attempts;
    this.rhythm = rhythm;
    this.bell = bell;
    this.clock = clock;
  }

  public void start() {
    thread.start();
  }

  /**
   * Claims nothing more and waits for the attempts under way.
   *
   * @return whether all of them have ended within that time
   */
  public boolean stop(Duration within) throws InterruptedException {
    stopping = true;
    bell.ring();
    thread.join();
    return attempts.end(within);
  }

  private void run() {
    while (!stopping) {
      try {
        bell.await(claimAndAttempt());
      } catch (InterruptedException _) {
        // Only a dying virtual machine interrupts this thread.
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /** Claims once; how long to wait before the next time. */
  private Duration claimAndAttempt() {
    int limit = Math.min(room(), rhythm.batch());
    if (limit == 0) {
      return PAUSE_WHEN_FULL;
    }
    try {
      List<ClaimedDelivery> claimed = claimDueDeliveries.claim(clock.instant(), limit);
      claimed.forEach(each -> attempts.start(each, this::attemptEnded));
      return pause(claimed.size() == limit);
    } catch (RuntimeException e) {
      // Also for what nobody thought of: a loop that ended would look like one that has nothing to
      // do.
      LOG.atError().setCause(e).log("Due deliveries could not be claimed; trying again shortly");
      return PAUSE_AFTER_FAILURE;
    }
  }

  private Duration pause(boolean moreMayBeDue) {
    // While this is being worked out, the end of any attempt may change it.
    nextLook = Instant.MAX;
    Instant now = clock.instant();
    Duration pause = rhythm.pause(moreMayBeDue, now);
    nextLook = now.plus(pause);
    return pause;
  }

  private int room() {
    full = attempts.room() == 0;
    // Asked again: an attempt that ended before it was said that this matters did not ring.
    return attempts.room();
  }

  private void attemptEnded(Optional<Instant> dueAgain) {
    boolean dueBeforeNextLook = dueAgain.filter(due -> due.isBefore(nextLook)).isPresent();
    if (full || (dueBeforeNextLook && rhythm.hurries())) {
      bell.ring();
    }
  }
}
