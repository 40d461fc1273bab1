package posthorn.sqlite;

import static posthorn.sqlite.schema.Tables.INBOUND_MESSAGES;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jooq.Cursor;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.ArchiveEntry.PastMessage;
import posthorn.application.port.History;
import posthorn.application.port.History.Page;
import posthorn.domain.inbound.ReceivedMessage;

/** The messages that sources sent long ago. */
final class OldMessages implements History.Old<PastMessage> {
  private static final Field<Long> ROW = DSL.field("rowid", Long.class);
  private static final List<Field<?>> COLUMNS =
      Stream.concat(Stream.<Field<?>>of(ROW), INBOUND_MESSAGES.fieldStream()).toList();
  private static final Batch<List<PastMessage>, Integer> REMOVE = OldMessages::removeAll;

  private final SqliteWriter writer;
  private final SqliteReaders readers;
  private final Instant before;

  OldMessages(SqliteWriter writer, SqliteReaders readers, Instant before) {
    this.writer = writer;
    this.readers = readers;
    this.before = before;
  }

  @Override
  public Page<PastMessage> page(@Nullable String after, int limit) {
    long row = after == null ? 0 : Long.parseLong(after);
    return readers.read(sql -> {
      try (Cursor<Record> rows =
          sql.resultQuery(HistorySql.MESSAGES, row, limit).coerce(COLUMNS).fetchLazy()) {
        return pageOf(rows, limit);
      }
    });
  }

  private Page<PastMessage> pageOf(Iterable<Record> rows, int limit) {
    var found = new ArrayList<PastMessage>();
    long bytes = 0;
    for (Record row : rows) {
      ReceivedMessage message = InboundRows.messageOf(row::get);
      // They were written in the order they came in.
      if (!message.origin().receivedAt().isBefore(before)) {
        return new Page<>(found, null);
      }
      found.add(new PastMessage(message));
      bytes += message.data().length();
      if (found.size() == limit || bytes >= EventList.PAGE_BYTES) {
        return new Page<>(found, row.get(ROW).toString());
      }
    }
    return new Page<>(found, null);
  }

  @Override
  public int removeIfStillOld(List<PastMessage> entries) {
    return writer.write(REMOVE, entries);
  }

  private static List<Integer> removeAll(WriterSession session, List<List<PastMessage>> commands)
      throws SQLException {
    var removed = new ArrayList<Integer>(commands.size());
    for (List<PastMessage> entries : commands) {
      removed.add(remove(session.prepared(HistorySql.REMOVE_MESSAGE), entries));
    }
    return removed;
  }

  private static int remove(Prepared statement, List<PastMessage> entries) throws SQLException {
    int removed = 0;
    for (PastMessage past : entries) {
      removed +=
          statement.text(past.message().tenant().value()).text(past.message().id().value()).run();
    }
    return removed;
  }
}
