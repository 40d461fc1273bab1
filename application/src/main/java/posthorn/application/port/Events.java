package posthorn.application.port;

import java.time.Instant;
import java.util.List;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventId;

/** The accepted events. */
public interface Events {

  /** What became of an event that was handed in. */
  sealed interface Acceptance {
    /** It and all its deliveries are durable. */
    record Accepted() implements Acceptance {}

    /** Nothing was written: its idempotency key was seen with this earlier event. */
    record SeenBefore(EventId first) implements Acceptance {}
  }

  /**
   * Writes the event and its deliveries, all or nothing, unless an event of the same tenant with
   * the same idempotency key was accepted at {@code keysSince} or later.
   */
  Acceptance accept(Event event, List<Delivery> deliveries, Instant keysSince);
}
