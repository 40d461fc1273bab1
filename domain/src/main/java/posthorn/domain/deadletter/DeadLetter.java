package posthorn.domain.deadletter;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryState.Dead;
import posthorn.domain.retry.DeadReason;

/**
 * A delivery that was given up.
 *
 * @param replayedAt when a delivery was last made that repeats it; null if there was none since it
 *     died
 */
public record DeadLetter(Delivery delivery, @Nullable Instant replayedAt) {

  public DeadLetter {
    Instant diedAt = deadIn(delivery).at();
    // One that was started anew and died again is as if it had never been replayed.
    replayedAt = replayedAt == null || replayedAt.isBefore(diedAt) ? null : replayedAt;
  }

  public Instant diedAt() {
    return deadIn(delivery).at();
  }

  public DeadReason reason() {
    return deadIn(delivery).reason();
  }

  public boolean isReplayed() {
    return replayedAt != null;
  }

  private static Dead deadIn(Delivery delivery) {
    if (delivery.state() instanceof Dead dead) {
      return dead;
    }
    throw new IllegalArgumentException(delivery.id() + " is not dead but " + delivery.state());
  }
}
