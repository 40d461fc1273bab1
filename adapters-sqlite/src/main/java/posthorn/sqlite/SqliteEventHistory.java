package posthorn.sqlite;

import static org.jooq.impl.DSL.noCondition;
import static posthorn.sqlite.schema.Tables.DELIVERIES;
import static posthorn.sqlite.schema.Tables.EVENTS;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.EventHistory;
import posthorn.application.port.EventQuery;
import posthorn.application.port.Page;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventId;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.tenant.TenantId;

/** {@link EventHistory} on SQLite. */
final class SqliteEventHistory implements EventHistory {
  /** Parameter: a JSON array of ids. */
  static final String LENGTHS =
      "SELECT id, length(data) AS length FROM events"
          + " WHERE id IN (SELECT value FROM json_each(?))";

  private static final Field<Long> LENGTH = DSL.field("length", Long.class);

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
  public Map<EventId, JsonBytes> dataOf(List<EventId> ids, long mostBytes) {
    return readers.read(sql -> dataOf(sql, ids, mostBytes));
  }

  /** First how long each is, which SQLite knows without reading it. */
  private static Map<EventId, JsonBytes> dataOf(DSLContext sql, List<EventId> ids, long mostBytes) {
    Map<String, Long> lengths =
        sql.resultQuery(LENGTHS, Json.array(ids.stream()))
            .coerce(EVENTS.ID, LENGTH)
            .fetchMap(EVENTS.ID, LENGTH);
    var wanted = new LinkedHashSet<String>();
    long bytes = 0;
    for (EventId id : ids) {
      if (bytes < mostBytes && lengths.containsKey(id.value()) && wanted.add(id.value())) {
        bytes += lengths.get(id.value());
      }
    }
    return sql.select(EVENTS.ID, EVENTS.DATA)
        .from(EVENTS)
        .where(EVENTS.ID.in(wanted))
        .fetchMap(row -> new EventId(row.value1()), row -> new JsonBytes(row.value2()));
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
