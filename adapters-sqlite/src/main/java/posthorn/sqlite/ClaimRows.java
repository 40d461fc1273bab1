package posthorn.sqlite;

import static java.util.Comparator.comparing;
import static posthorn.sqlite.schema.Tables.EVENTS;
import static posthorn.sqlite.schema.Tables.EVENT_DATA;
import static posthorn.sqlite.schema.Tables.WEBHOOKS;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jooq.DSLContext;
import org.jooq.Record;
import posthorn.application.port.ClaimedDelivery;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryState.InFlight;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventId;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;

/** Claimed deliveries, joined with the events and webhooks they are of. */
final class ClaimRows {
  private static final Comparator<ClaimedDelivery> LONGEST_DUE_FIRST =
      comparing((ClaimedDelivery claimed) -> scheduledAt(claimed.delivery()))
          .thenComparing(claimed -> claimed.delivery().id().value());

  private ClaimRows() {}

  /** Longest due first; what was deleted since the claim is left out. */
  static List<ClaimedDelivery> withTheirParts(DSLContext sql, List<Delivery> claimed) {
    Map<String, Event> events = eventsOf(sql, claimed);
    Map<String, Webhook> webhooks = webhooksOf(sql, claimed);
    var complete = new ArrayList<ClaimedDelivery>(claimed.size());
    for (Delivery delivery : claimed) {
      Event event = events.get(delivery.event().value());
      Webhook webhook = webhooks.get(delivery.webhook().value());
      if (event != null && webhook != null) {
        complete.add(new ClaimedDelivery(delivery, event, webhook));
      }
    }
    complete.sort(LONGEST_DUE_FIRST);
    return complete;
  }

  private static Map<String, Event> eventsOf(DSLContext sql, List<Delivery> claimed) {
    Set<String> ids =
        claimed.stream().map(delivery -> delivery.event().value()).collect(Collectors.toSet());
    return sql.select()
        .from(EVENTS)
        .join(EVENT_DATA)
        .on(EVENT_DATA.EVENT_ID.eq(EVENTS.ID))
        .where(EVENTS.ID.in(ids))
        .fetchMap(EVENTS.ID, ClaimRows::eventOf);
  }

  private static Map<String, Webhook> webhooksOf(DSLContext sql, List<Delivery> claimed) {
    Set<String> ids =
        claimed.stream().map(delivery -> delivery.webhook().value()).collect(Collectors.toSet());
    return sql.selectFrom(WEBHOOKS)
        .where(WEBHOOKS.ID.in(ids))
        .fetchMap(WEBHOOKS.ID, WebhookRows::webhookOf);
  }

  private static Instant scheduledAt(Delivery claimed) {
    return ((InFlight) claimed.state()).scheduledAt();
  }

  private static Event eventOf(Record row) {
    return new Event(
        new EventId(row.get(EVENTS.ID)),
        new TenantId(row.get(EVENTS.TENANT_ID)),
        new EventType(row.get(EVENTS.TYPE)),
        new JsonBytes(row.get(EVENT_DATA.JSON)),
        row.get(EVENTS.HAPPENED_AT),
        row.get(EVENTS.ACCEPTED_AT),
        row.get(EVENTS.IDEMPOTENCY_KEY),
        row.get(EVENTS.SESSION_ID));
  }
}
