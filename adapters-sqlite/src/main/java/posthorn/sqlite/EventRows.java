package posthorn.sqlite;

import static posthorn.sqlite.schema.Tables.EVENTS;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventId;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.event.Priority;
import posthorn.domain.tenant.TenantId;

/** An event from its row. */
final class EventRows {
  private EventRows() {}

  static Event eventOf(Row row) {
    return eventOf(
        row,
        new EventId(row.get(EVENTS.ID)),
        new TenantId(row.get(EVENTS.TENANT_ID)),
        new EventType(row.get(EVENTS.TYPE)),
        row.get(EVENTS.SESSION_ID));
  }

  /** That of a delivery, from what the delivery does not have itself. */
  static Event eventOf(Row row, Delivery delivery) {
    return eventOf(
        row, delivery.event(), delivery.tenant(), delivery.eventType(), delivery.sessionId());
  }

  private static Event eventOf(
      Row row, EventId id, TenantId tenant, EventType type, @Nullable String sessionId) {
    return new Event(
        id,
        tenant,
        type,
        new JsonBytes(row.get(EVENTS.DATA)),
        row.get(EVENTS.HAPPENED_AT),
        row.get(EVENTS.ACCEPTED_AT),
        row.get(EVENTS.IDEMPOTENCY_KEY),
        row.get(EVENTS.SOURCE),
        sessionId,
        Priority.valueOf(row.get(EVENTS.PRIORITY).toUpperCase(Locale.ROOT)),
        row.get(EVENTS.ORDERING_KEY),
        row.get(EVENTS.DELIVER_AT),
        hopsOf(row),
        row.get(EVENTS.SEQUENCE_NUMBER));
  }

  private static int hopsOf(Row row) {
    Integer hops = row.get(EVENTS.HOPS);
    return hops == null ? 0 : hops;
  }
}
