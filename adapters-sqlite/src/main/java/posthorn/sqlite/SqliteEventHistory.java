package posthorn.sqlite;

import static org.jooq.impl.DSL.noCondition;
import static posthorn.sqlite.schema.Tables.DELIVERIES;
import static posthorn.sqlite.schema.Tables.EVENTS;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.EventHistory;
import posthorn.application.port.EventQuery;
import posthorn.application.port.Page;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventId;
import posthorn.domain.tenant.TenantId;

/** {@link EventHistory} on SQLite. */
final class SqliteEventHistory implements EventHistory {
  private final SqliteReaders readers;
  private final EventList lists;
  private final Holds holds;

  SqliteEventHistory(SqliteReaders readers, EventList lists, Holds holds) {
    this.readers = readers;
    this.lists = lists;
    this.holds = holds;
  }

  @Override
  public Optional<Event> find(TenantId tenant, EventId id) {
    return readers.read(sql ->
        sql.selectFrom(EVENTS)
            .where(EVENTS.ID.eq(id.value()))
            .and(EVENTS.TENANT_ID.eq(tenant.value()))
            .fetchOptional(row -> EventRows.eventOf(row::get)));
  }

  @Override
  public Page<Event, EventId> list(EventQuery query) {
    return readers.read(sql -> lists.page(sql, query));
  }

  @Override
  public List<Delivery> deliveriesOf(EventId event, @Nullable DeliveryId before, int limit) {
    return readers.read(sql ->
        sql.selectFrom(DELIVERIES)
            .where(DELIVERIES.EVENT_ID.eq(event.value()))
            .and(before == null ? noCondition() : DELIVERIES.ID.lt(before.value()))
            // The index has no order of ids; an event has few deliveries, and those are sorted.
            .orderBy(DELIVERIES.ID.desc())
            .limit(limit)
            .fetch(row -> holds.seen(DeliveryRows.deliveryOf(row::get))));
  }
}
