package posthorn.sqlite;

import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.noCondition;
import static org.jooq.impl.DSL.substring;
import static posthorn.sqlite.schema.Tables.INBOUND_MESSAGES;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jooq.Condition;
import org.jooq.Cursor;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Record1;
import org.jooq.Record2;
import org.jooq.ResultQuery;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.InboundQuery;
import posthorn.application.port.Page;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.inbound.InboundId;
import posthorn.domain.inbound.ReceivedMessage;

/**
 * Reads a page of a list of received messages, along an index from the newest id down. Where few
 * rows match, it looks at so many at most, and says from where to go on.
 *
 * @param mostRows to be looked at for one page
 * @param mostBytes of data to be looked through for one page, if a text is searched
 */
record InboundList(int mostRows, long mostBytes) {
  /** To look for a text, the data of each has to be read, and that is most of a row. */
  private static final int TEXT_COSTS = 10;

  private static final Field<Long> DATA_LENGTH = DSL.field("length(data)", Long.class);

  private static final Field<byte[]> NO_DATA = inline(new byte[0]).as(INBOUND_MESSAGES.DATA);

  Page<ReceivedMessage, InboundId> page(DSLContext sql, InboundQuery query) {
    @Nullable String floor = looksAtRows(query) ? floor(sql, query) : null;
    Page<ReceivedMessage, InboundId> page;
    try (Cursor<? extends Record> rows = select(sql, query, floor).fetchLazy()) {
      page = pageOf(rows, query.limit());
    }
    return floor == null || page.next() != null
        ? page
        : new Page<>(page.items(), new InboundId(floor), 0);
  }

  private @Nullable String floor(DSLContext sql, InboundQuery query) {
    return query.where().text() == null
        ? floor(sql, query, mostRows).fetchOne(INBOUND_MESSAGES.ID)
        : floorOfText(sql, query, Math.max(1, mostRows / TEXT_COSTS));
  }

  /** The last id of as much data as may be looked through; none if there is less. */
  private @Nullable String floorOfText(DSLContext sql, InboundQuery query, int rows) {
    int passed = 0;
    long bytes = 0;
    try (var sizes = sizes(sql, query).fetchLazy()) {
      for (Record2<String, Long> size : sizes) {
        passed++;
        bytes += size.value2();
        if (passed == rows || bytes >= mostBytes) {
          return size.value1();
        }
      }
    }
    return null;
  }

  private static Page<ReceivedMessage, InboundId> pageOf(
      Iterable<? extends Record> rows, int limit) {
    var found = new ArrayList<ReceivedMessage>();
    long bytes = 0;
    for (Record row : rows) {
      if (found.size() == limit || bytes >= EventList.PAGE_BYTES) {
        return new Page<>(found, found.getLast().id(), 0);
      }
      ReceivedMessage message = InboundRows.messageOf(row::get);
      found.add(message);
      bytes += message.data().length();
    }
    return new Page<>(found, null, 0);
  }

  /** One more than asked for, to see whether others follow; none below the floor. */
  static ResultQuery<? extends Record> select(
      DSLContext sql, InboundQuery query, @Nullable String floor) {
    List<Field<?>> columns =
        INBOUND_MESSAGES
            .fieldStream()
            .<Field<?>>map(
                field -> field.equals(INBOUND_MESSAGES.DATA) && !query.withData() ? NO_DATA : field)
            .toList();
    return sql.select(columns)
        .from(indexOf(query.where()))
        .where(walked(query))
        .and(floor == null ? noCondition() : INBOUND_MESSAGES.ID.ge(floor))
        .and(lookedAt(query.where()))
        .orderBy(INBOUND_MESSAGES.ID.desc())
        .limit(query.limit() + 1);
  }

  /** The last id of as many as the index finds; none if it finds fewer. */
  static ResultQuery<Record1<String>> floor(DSLContext sql, InboundQuery query, int rows) {
    return sql.select(INBOUND_MESSAGES.ID)
        .from(indexOf(query.where()))
        .where(walked(query))
        .orderBy(INBOUND_MESSAGES.ID.desc())
        .limit(1)
        .offset(rows - 1);
  }

  /** The lengths of data along the index; SQLite knows them without reading the data. */
  static ResultQuery<Record2<String, Long>> sizes(DSLContext sql, InboundQuery query) {
    return sql.select(INBOUND_MESSAGES.ID, DATA_LENGTH)
        .from(indexOf(query.where()))
        .where(walked(query))
        .orderBy(INBOUND_MESSAGES.ID.desc());
  }

  /**
   * Said outright: SQLite cannot know which filter leaves less, and its guess changes with them.
   */
  private static Table<Record> indexOf(InboundQuery.Where where) {
    String index =
        where.messageId() != null
            ? "inbound_by_message"
            : isUnrouted(where) ? "inbound_unrouted" : "sqlite_autoindex_inbound_messages_1";
    return DSL.table("inbound_messages INDEXED BY " + index);
  }

  private static boolean isUnrouted(InboundQuery.Where where) {
    return where.routed() != null && !where.routed();
  }

  /** What the index finds. */
  private static Condition walked(InboundQuery query) {
    InboundQuery.Where where = query.where();
    String first = where.firstId();
    String end = where.endId();
    return Stream.of(
            INBOUND_MESSAGES.TENANT_ID.eq(query.tenant().value()),
            where.messageId() == null
                ? noCondition()
                : INBOUND_MESSAGES.MESSAGE_ID.eq(where.messageId()),
            isUnrouted(where) ? INBOUND_MESSAGES.UNROUTED_REASON.isNotNull() : noCondition(),
            query.before() == null ? noCondition() : INBOUND_MESSAGES.ID.lt(query.before().value()),
            first == null ? noCondition() : INBOUND_MESSAGES.ID.ge(first),
            end == null ? noCondition() : INBOUND_MESSAGES.ID.lt(end))
        .reduce(noCondition(), Condition::and);
  }

  /** What has to be looked at, row by row. */
  private static Condition lookedAt(InboundQuery.Where where) {
    return Stream.of(
            where.source() == null
                ? noCondition()
                : INBOUND_MESSAGES.SOURCE_ID.eq(where.source().value()),
            where.routed() == null || !where.routed()
                ? noCondition()
                : INBOUND_MESSAGES.UNROUTED_REASON.isNull(),
            typed(where.type()),
            has(where.text()))
        .reduce(noCondition(), Condition::and);
  }

  private static boolean looksAtRows(InboundQuery query) {
    return query.where().messageId() == null && !lookedAt(query.where()).equals(noCondition());
  }

  private static Condition typed(@Nullable EventTypePattern pattern) {
    if (pattern == null) {
      return noCondition();
    }
    if (!pattern.value().endsWith("*")) {
      return INBOUND_MESSAGES.EVENT_TYPE.eq(pattern.value());
    }
    String prefix = pattern.value().substring(0, pattern.value().length() - 1);
    return prefix.isEmpty()
        ? INBOUND_MESSAGES.EVENT_TYPE.isNotNull()
        : substring(INBOUND_MESSAGES.EVENT_TYPE, 1, prefix.length()).eq(prefix);
  }

  private static Condition has(@Nullable String text) {
    return text == null
        ? noCondition()
        : DSL.condition(
            "(instr(CAST(data AS TEXT), {0}) > 0 OR instr(message_id, {0}) > 0)", DSL.val(text));
  }
}
