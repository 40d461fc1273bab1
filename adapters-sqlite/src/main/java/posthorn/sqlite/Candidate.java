package posthorn.sqlite;

import posthorn.domain.delivery.Delivery;
import posthorn.domain.event.Event;
import posthorn.domain.webhook.Webhook;

/**
 * A delivery that was due when it was read, with its event and webhook; whether it still is, {@link
 * Claims} finds out.
 */
record Candidate(long row, Webhook webhook, Delivery delivery, Event event) {}
