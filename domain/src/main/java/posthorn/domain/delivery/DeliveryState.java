package posthorn.domain.delivery;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.retry.DeadReason;

/** Where a delivery is in its life; each state carries its own data and no other. */
public sealed interface DeliveryState {

  /** The state's name in the API. */
  String wireName();

  /** From when on a worker may take the delivery; null when none ever may. */
  default @Nullable Instant dueAt() {
    return null;
  }

  /** When it was over; null while it is not. */
  default @Nullable Instant endedAt() {
    return switch (this) {
      case Delivered(Instant at) -> at;
      case Dead(Instant at, _) -> at;
      case Cancelled(Instant at, _) -> at;
      case Pending _, Failed _, InFlight _ -> null;
    };
  }

  /** Never tried in this cycle. */
  record Pending(Instant dueAt) implements DeliveryState {
    @Override
    public String wireName() {
      return "pending";
    }
  }

  /** Tried, failed, and waiting for its next attempt. */
  record Failed(Instant dueAt) implements DeliveryState {
    @Override
    public String wireName() {
      return "failed";
    }
  }

  /**
   * A worker has it; when the lease expires, another may take it.
   *
   * @param scheduledAt since when it had been due when the worker took it
   */
  record InFlight(Lease lease, Instant scheduledAt) implements DeliveryState {
    @Override
    public String wireName() {
      return "in_flight";
    }

    @Override
    public Instant dueAt() {
      return lease.expiresAt();
    }
  }

  /** A receiver answered 2xx. */
  record Delivered(Instant at) implements DeliveryState {
    @Override
    public String wireName() {
      return "delivered";
    }
  }

  /** Given up; only a person's word brings it back. */
  record Dead(Instant at, DeadReason reason) implements DeliveryState {
    @Override
    public String wireName() {
      return "dead";
    }
  }

  /** Called off before it was delivered; a person may start it anew. */
  record Cancelled(Instant at, CancelReason reason) implements DeliveryState {
    @Override
    public String wireName() {
      return "cancelled";
    }
  }
}
