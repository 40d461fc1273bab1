package posthorn.sqlite;

import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.noCondition;
import static org.jooq.impl.DSL.substring;
import static posthorn.sqlite.schema.Tables.EVENTS;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jooq.Condition;
import org.jooq.Cursor;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Record1;
import org.jooq.ResultQuery;
import org.jooq.Select;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.EventQuery;
import posthorn.application.port.Page;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventId;
import posthorn.domain.event.EventTypePattern;

/**
 * Reads a page of a list of events, along an index from the newest id down. Where few rows match,
 * it looks at so many at most, and says from where to go on.
 */
record EventList(int mostRows) {
  /** What a page may hold in memory, but for its last event. */
  static final int PAGE_BYTES = 4 * 1024 * 1024;

  /** Said outright, as SQLite's own guess changes with the filters. */
  private static final Table<Record> ALONG = DSL.table("events INDEXED BY events_by_tenant");

  private static final Field<byte[]> NO_DATA = inline(new byte[0]).as(EVENTS.DATA);

  Page<Event, EventId> page(DSLContext sql, EventQuery query) {
    @Nullable String floor =
        looksAtRows(query) ? floor(sql, query, mostRows).fetchOne(EVENTS.ID) : null;
    Page<Event, EventId> page;
    try (Cursor<? extends Record> rows = select(sql, query, floor).fetchLazy()) {
      page = pageOf(rows, query.limit());
    }
    if (floor == null || page.next() != null) {
      return page;
    }
    // Who has not yet passed over all that are to be passed over goes on with that.
    int passed =
        query.offset() == 0 || !page.items().isEmpty()
            ? query.offset()
            : count(sql, query, floor).fetchSingle().value1();
    return new Page<>(page.items(), new EventId(floor), query.offset() - passed);
  }

  private static Page<Event, EventId> pageOf(Iterable<? extends Record> rows, int limit) {
    var found = new ArrayList<Event>();
    long bytes = 0;
    for (Record row : rows) {
      if (found.size() == limit || bytes >= PAGE_BYTES) {
        return new Page<>(found, found.getLast().id(), 0);
      }
      Event event = EventRows.eventOf(row::get);
      found.add(event);
      bytes += event.data().length();
    }
    return new Page<>(found, null, 0);
  }

  /** One more than asked for, to see whether others follow; none below the floor. */
  static ResultQuery<? extends Record> select(
      DSLContext sql, EventQuery query, @Nullable String floor) {
    List<Field<?>> columns =
        EVENTS
            .fieldStream()
            .<Field<?>>map(
                field -> field.equals(EVENTS.DATA) && !query.withData() ? NO_DATA : field)
            .toList();
    return sql.select(columns)
        .from(ALONG)
        .where(walked(query))
        .and(aboveFloor(floor))
        .and(lookedAt(query.where()))
        .orderBy(EVENTS.ID.desc())
        .limit(query.limit() + 1)
        .offset(query.offset());
  }

  /** The last id of as many as the index finds; none if it finds fewer. */
  static ResultQuery<Record1<String>> floor(DSLContext sql, EventQuery query, int rows) {
    return sql.select(EVENTS.ID)
        .from(ALONG)
        .where(walked(query))
        .orderBy(EVENTS.ID.desc())
        .limit(1)
        .offset(rows - 1);
  }

  /** How many match, not below the floor. */
  static Select<Record1<Integer>> count(DSLContext sql, EventQuery query, String floor) {
    return sql.selectCount()
        .from(ALONG)
        .where(walked(query))
        .and(aboveFloor(floor))
        .and(lookedAt(query.where()));
  }

  /** What the index finds. */
  private static Condition walked(EventQuery query) {
    String first = query.where().firstId();
    String end = query.where().endId();
    return Stream.of(
            EVENTS.TENANT_ID.eq(query.tenant().value()),
            query.before() == null ? noCondition() : EVENTS.ID.lt(query.before().value()),
            first == null ? noCondition() : EVENTS.ID.ge(first),
            end == null ? noCondition() : EVENTS.ID.lt(end))
        .reduce(noCondition(), Condition::and);
  }

  private static Condition aboveFloor(@Nullable String floor) {
    return floor == null ? noCondition() : EVENTS.ID.ge(floor);
  }

  /** What has to be looked at, row by row. */
  private static Condition lookedAt(EventQuery.Where where) {
    return Stream.of(
            of(where.type()),
            is(EVENTS.SESSION_ID, where.sessionId()),
            is(EVENTS.SOURCE, where.source()),
            is(EVENTS.IDEMPOTENCY_KEY, where.idempotencyKey()))
        .reduce(noCondition(), Condition::and);
  }

  private static boolean looksAtRows(EventQuery query) {
    return !lookedAt(query.where()).equals(noCondition());
  }

  private static Condition of(@Nullable EventTypePattern pattern) {
    if (pattern == null || pattern.value().equals("*")) {
      return noCondition();
    }
    if (!pattern.value().endsWith("*")) {
      return EVENTS.TYPE.eq(pattern.value());
    }
    String prefix = pattern.value().substring(0, pattern.value().length() - 1);
    return substring(EVENTS.TYPE, 1, prefix.length()).eq(prefix);
  }

  private static Condition is(Field<String> column, @Nullable String value) {
    return value == null ? noCondition() : column.eq(value);
  }
}
