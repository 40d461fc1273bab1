package posthorn.sqlite;

import static posthorn.sqlite.schema.Tables.INBOUND_MESSAGES;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jooq.Cursor;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.ArchiveEntry.PastMessage;
import posthorn.application.port.History;
import posthorn.application.port.History.Before;
import posthorn.application.port.History.Page;
import posthorn.domain.id.IdForm;
import posthorn.domain.inbound.InboundId;
import posthorn.domain.inbound.ReceivedMessage;
import posthorn.domain.tenant.TenantId;
import posthorn.sqlite.TenantWalk.Room;
import posthorn.sqlite.schema.tables.records.InboundMessagesRecord;

/** The messages that sources sent long ago. */
final class OldMessages implements History.Old<PastMessage> {
  private static final Batch<List<PastMessage>, Integer> REMOVE = OldMessages::removeAll;

  private final SqliteWriter writer;
  private final SqliteReaders readers;
  private final Before before;
  private final TenantWalk<PastMessage> walk =
      new TenantWalk<>(HistorySql.NEXT_TENANT_OF_MESSAGES, this::of);

  OldMessages(SqliteWriter writer, SqliteReaders readers, Before before) {
    this.writer = writer;
    this.readers = readers;
    this.before = before;
  }

  @Override
  public Page<PastMessage> page(@Nullable String after, int limit) {
    return readers.read(sql -> walk.page(sql, after, limit));
  }

  private Page<PastMessage> of(DSLContext sql, TenantId tenant, String after, Room room) {
    Instant receivedBefore = before.of(tenant);
    var found = new ArrayList<PastMessage>();
    try (Cursor<InboundMessagesRecord> rows =
        sql.resultQuery(
                HistorySql.MESSAGES,
                tenant.value(),
                after,
                IdForm.first(InboundId.PREFIX, receivedBefore),
                receivedBefore.toEpochMilli(),
                room.count())
            .coerce(INBOUND_MESSAGES)
            .fetchLazy()) {
      for (InboundMessagesRecord row : rows) {
        ReceivedMessage message = InboundRows.messageOf(row::get);
        found.add(new PastMessage(message));
        if (room.isFullWith(message.data().length())) {
          return new Page<>(found, message.id().value());
        }
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
      removed.add(remove(session, entries));
    }
    return removed;
  }

  private static int remove(WriterSession session, List<PastMessage> entries) throws SQLException {
    Prepared statement = session.prepared(HistorySql.REMOVE_MESSAGE);
    int removed = 0;
    for (PastMessage past : entries) {
      ReceivedMessage message = past.message();
      if (statement.text(message.tenant().value()).text(message.id().value()).run() > 0) {
        session.stores(message.tenant(), -(StoredBytes.MESSAGE + message.data().length()));
        removed++;
      }
    }
    return removed;
  }
}
