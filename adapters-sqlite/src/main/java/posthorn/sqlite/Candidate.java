package posthorn.sqlite;

import posthorn.domain.delivery.Delivery;
import posthorn.domain.event.Event;

/**
 * A delivery that was due when it was read, with its event; whether it still is, {@link Claims}
 * finds out.
 */
record Candidate(long row, Delivery delivery, Event event) {}
