package posthorn.bootstrap.dispatch;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import posthorn.application.dispatch.AttemptDelivery;
import posthorn.application.dispatch.AttemptDelivery.Result.LeaseLost;
import posthorn.application.dispatch.AttemptStarter;
import posthorn.application.dispatch.Slot;

/** The attempts under way, a virtual thread each; the dispatcher sees to it that they are few. */
public final class Attempts implements AttemptStarter {
  private static final Logger LOG = LoggerFactory.getLogger(Attempts.class);

  private final AttemptDelivery attemptDelivery;
  private final InstantSource clock;
  private final RandomGenerator dice;
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("attempt").factory());

  public Attempts(AttemptDelivery attemptDelivery, InstantSource clock, RandomGenerator dice) {
    this.attemptDelivery = attemptDelivery;
    this.clock = clock;
    this.dice = dice;
  }

  @Override
  public void start(Slot slot) {
    try {
      threads.execute(() -> attempt(slot));
    } catch (RejectedExecutionException e) {
      // The stop came in between; its leases are freed, and the next run takes it.
      LOG.atDebug()
          .setCause(e)
          .addKeyValue("delivery", slot.claimed().delivery().id())
          .log("Not started");
    }
  }

  /** Starts no more, and says whether all that were under way have ended within that time. */
  boolean end(Duration within) throws InterruptedException {
    threads.shutdown();
    return threads.awaitTermination(within.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void attempt(Slot slot) {
    try {
      if (attemptDelivery.attempt(slot, clock.instant(), dice.nextDouble()) instanceof LeaseLost) {
        LOG.atWarn()
            .addKeyValue("delivery", slot.claimed().delivery().id())
            .log("An attempt outlived its lease; whoever has the delivery now settles it");
      }
    } catch (RuntimeException e) {
      LOG.atError()
          .setCause(e)
          .addKeyValue("delivery", slot.claimed().delivery().id())
          .log("An attempt could not be settled; the delivery is due again when its lease ends");
    }
  }
}
