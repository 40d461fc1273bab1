package posthorn.bootstrap.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import posthorn.application.dispatch.AttemptDelivery;
import posthorn.application.dispatch.AttemptDelivery.Result.LeaseLost;
import posthorn.application.dispatch.AttemptDelivery.Result.Settled;
import posthorn.application.port.ClaimedDelivery;
import posthorn.domain.delivery.Delivery;

/** The attempts under way: a virtual thread each, and no more than there is room for. */
public final class Attempts {
  private static final Logger LOG = LoggerFactory.getLogger(Attempts.class);

  private final AttemptDelivery attemptDelivery;
  private final InstantSource clock;
  private final RandomGenerator dice;
  private final Semaphore room;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  public Attempts(
      AttemptDelivery attemptDelivery, InstantSource clock, RandomGenerator dice, int maxInFlight) {
    this.attemptDelivery = attemptDelivery;
    this.clock = clock;
    this.dice = dice;
    this.room = new Semaphore(maxInFlight);
  }

  /** How many more can be started. */
  int room() {
    return room.availablePermits();
  }

  /**
   * Starts an attempt for which there is room.
   *
   * @param whenDone told, when it has ended and made room, when the delivery is due again, if ever
   */
  void start(ClaimedDelivery claimed, Consumer<Optional<Instant>> whenDone) {
    room.acquireUninterruptibly();
    threads.execute(() -> {
      Optional<Instant> dueAgain = Optional.empty();
      try {
        dueAgain = attempt(claimed);
      } finally {
        room.release();
        whenDone.accept(dueAgain);
      }
    });
  }

  /** Starts no more, and says whether all that were under way have ended within that time. */
  boolean end(Duration within) throws InterruptedException {
    threads.shutdown();
    return threads.awaitTermination(within.toNanos(), TimeUnit.NANOSECONDS);
  }

  private Optional<Instant> attempt(ClaimedDelivery claimed) {
    try {
      return switch (attemptDelivery.attempt(claimed, clock.instant(), dice.nextDouble())) {
        case Settled(Delivery delivery) -> Optional.ofNullable(delivery.state().dueAt());
        case LeaseLost() -> {
          LOG.atWarn()
              .addKeyValue("delivery", claimed.delivery().id())
              .log("An attempt outlived its lease; whoever has the delivery now settles it");
          yield Optional.empty();
        }
      };
    } catch (RuntimeException e) {
      LOG.atError()
          .setCause(e)
          .addKeyValue("delivery", claimed.delivery().id())
          .log("An attempt could not be settled; the delivery is due again when its lease ends");
      return Optional.empty();
    }
  }
}
