package posthorn.application.port;

import java.time.Instant;
import java.util.List;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventId;

/** The accepted events. */
public interface Events {
  /**
   * How many deliveries share a commit. Events that have more together are handed in one part after
   * the other, so that other callers' writes come in between, and no more than a part is in memory.
   * One event alone may have more, if its tenant may have more webhooks than that.
   */
  int MOST_DELIVERIES_PER_COMMIT = 1_000;

  /** What became of an event that was handed in. */
  sealed interface Acceptance {
    /**
     * It and all its deliveries are durable.
     *
     * @param sequence its number: one more than that of the event of its tenant and type that was
     *     accepted before it, whether that is still there or not; 1 for the first
     */
    record Accepted(long sequence) implements Acceptance {}

    /** Nothing was written: its idempotency key was seen with this earlier event. */
    record SeenBefore(EventId first) implements Acceptance {}
  }

  /** An event with all its deliveries. */
  record Publication(Event event, List<Delivery> deliveries) {}

  /**
   * Writes each event with its deliveries, unless an event of the same tenant with the same
   * idempotency key was accepted at {@code keysSince} or later. Each is judged alone, in their
   * order; what is accepted of them is durable together. They have {@link
   * #MOST_DELIVERIES_PER_COMMIT} deliveries at most.
   *
   * @return what became of each, in their order
   * @throws StoreBusyException if too much is waiting to be written already
   */
  List<Acceptance> accept(List<Publication> publications, Instant keysSince);
}
