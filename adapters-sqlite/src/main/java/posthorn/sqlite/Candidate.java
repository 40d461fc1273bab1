package posthorn.sqlite;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import posthorn.application.port.ClaimedDelivery;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.Lease;
import posthorn.domain.event.Event;
import posthorn.domain.webhook.Webhook;

/**
 * A delivery that was due when it was read, with its event and webhook; whether it still is, who
 * takes it finds out.
 */
record Candidate(long row, Webhook webhook, Delivery delivery, Event event) {
  ClaimedDelivery claimed(Lease lease, Instant now) {
    return new ClaimedDelivery(delivery.leased(lease, now), event, webhook);
  }

  Position position() {
    return new Position(requireNonNull(delivery.state().dueAt()).toEpochMilli(), row);
  }
}
