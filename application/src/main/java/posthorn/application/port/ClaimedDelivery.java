package posthorn.application.port;

import posthorn.domain.delivery.Delivery;
import posthorn.domain.event.Event;
import posthorn.domain.webhook.Webhook;

/** A delivery that a worker now has the lease of, with all it needs to attempt it. */
public record ClaimedDelivery(Delivery delivery, Event event, Webhook webhook) {}
