package posthorn.sqlite;

import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.noCondition;
import static org.jooq.impl.DSL.substring;
import static posthorn.sqlite.schema.Tables.DELIVERIES;
import static posthorn.sqlite.schema.Tables.EVENTS;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jooq.Condition;
import org.jooq.Cursor;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.ResultQuery;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.EventHistory;
import posthorn.application.port.EventQuery;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventId;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.tenant.TenantId;

/** {@link EventHistory} on SQLite. */
final class SqliteEventHistory implements EventHistory {
  /** What a page may hold in memory, but for its last event. */
  static final int PAGE_BYTES = 4 * 1024 * 1024;

  private static final Field<byte[]> NO_DATA = inline(new byte[0]).as(EVENTS.DATA);

  private final SqliteReaders readers;

  SqliteEventHistory(SqliteReaders readers) {
    this.readers = readers;
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
  public Page list(EventQuery query) {
    return readers.read(sql -> {
      try (Cursor<? extends Record> rows = select(sql, query).fetchLazy()) {
        return pageOf(rows, query.limit());
      }
    });
  }

  private static Page pageOf(Iterable<? extends Record> rows, int limit) {
    var found = new ArrayList<Event>();
    long bytes = 0;
    for (Record row : rows) {
      if (found.size() == limit || bytes >= PAGE_BYTES) {
        return new Page(found, true);
      }
      Event event = EventRows.eventOf(row::get);
      found.add(event);
      bytes += event.data().length();
    }
    return new Page(found, false);
  }

  /** One more than asked for, to see whether others follow. */
  static ResultQuery<? extends Record> select(DSLContext sql, EventQuery query) {
    List<Field<?>> columns =
        EVENTS
            .fieldStream()
            .<Field<?>>map(
                field -> field.equals(EVENTS.DATA) && !query.withData() ? NO_DATA : field)
            .toList();
    return sql.select(columns)
        .from(along(isExact(query.where().type()) ? "events_by_type" : "events_by_tenant"))
        .where(EVENTS.TENANT_ID.eq(query.tenant().value()))
        .and(matching(query.where()))
        .and(query.before() == null ? noCondition() : EVENTS.ID.lt(query.before().value()))
        .orderBy(EVENTS.ID.desc())
        .limit(query.limit() + 1)
        .offset(query.offset());
  }

  private static Condition matching(EventQuery.Where where) {
    String first = where.firstId();
    String end = where.endId();
    return Stream.of(
            first == null ? noCondition() : EVENTS.ID.ge(first),
            end == null ? noCondition() : EVENTS.ID.lt(end),
            ofType(where.type()),
            is(EVENTS.SESSION_ID, where.sessionId()),
            is(EVENTS.SOURCE, where.source()),
            is(EVENTS.IDEMPOTENCY_KEY, where.idempotencyKey()))
        .reduce(noCondition(), Condition::and);
  }

  /**
   * Said outright: SQLite cannot know which filter leaves less, and its guess changes with them.
   */
  private static Table<Record> along(String index) {
    return DSL.table("events INDEXED BY " + index);
  }

  private static boolean isExact(@Nullable EventTypePattern pattern) {
    return pattern != null && !pattern.value().endsWith("*");
  }

  private static Condition ofType(@Nullable EventTypePattern pattern) {
    if (pattern == null || pattern.value().equals("*")) {
      return noCondition();
    }
    if (isExact(pattern)) {
      return EVENTS.TYPE.eq(pattern.value());
    }
    String prefix = pattern.value().substring(0, pattern.value().length() - 1);
    return substring(EVENTS.TYPE, 1, prefix.length()).eq(prefix);
  }

  private static Condition is(Field<String> column, @Nullable String value) {
    return value == null ? noCondition() : column.eq(value);
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
            .fetch(row -> DeliveryRows.deliveryOf(row::get)));
  }
}
