package posthorn.sqlite;

import static posthorn.sqlite.schema.Tables.EVENTS;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jooq.Cursor;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.ArchiveEntry.PastEvent;
import posthorn.application.port.History;
import posthorn.application.port.History.Before;
import posthorn.application.port.History.Page;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventId;
import posthorn.domain.id.IdForm;
import posthorn.domain.tenant.TenantId;
import posthorn.sqlite.TenantWalk.Room;
import posthorn.sqlite.schema.tables.records.EventsRecord;

/** The events of long ago that have no delivery any more. */
final class OldEvents implements History.Old<PastEvent> {
  private static final Batch<String, Integer> REMOVE = Batch.each(OldEvents::remove);

  private final SqliteWriter writer;
  private final SqliteReaders readers;
  private final Before before;
  private final TenantWalk<PastEvent> walk =
      new TenantWalk<>(HistorySql.NEXT_TENANT_OF_EVENTS, this::of);

  OldEvents(SqliteWriter writer, SqliteReaders readers, Before before) {
    this.writer = writer;
    this.readers = readers;
    this.before = before;
  }

  @Override
  public Page<PastEvent> page(@Nullable String after, int limit) {
    return readers.read(sql -> walk.page(sql, after, limit));
  }

  private Page<PastEvent> of(DSLContext sql, TenantId tenant, String after, Room room) {
    Instant acceptedBefore = before.of(tenant);
    var found = new ArrayList<PastEvent>();
    try (Cursor<EventsRecord> rows =
        sql.resultQuery(
                HistorySql.EVENTS,
                tenant.value(),
                after,
                IdForm.first(EventId.PREFIX, acceptedBefore),
                acceptedBefore.toEpochMilli(),
                room.count())
            .coerce(EVENTS)
            .fetchLazy()) {
      for (EventsRecord row : rows) {
        Event event = EventRows.eventOf(row::get);
        found.add(new PastEvent(event));
        if (room.isFullWith(event.data().length())) {
          return new Page<>(found, event.id().value());
        }
      }
    }
    return new Page<>(found, null);
  }

  @Override
  public int removeIfStillOld(List<PastEvent> entries) {
    return writer.write(
        REMOVE, Json.array(entries.stream().map(past -> past.event().id().value())));
  }

  private static int remove(WriterSession session, String ids) throws SQLException {
    int removed = 0;
    try (ResultSet gone = session.prepared(HistorySql.REMOVE_EVENTS).text(ids).query()) {
      while (gone.next()) {
        session.stores(new TenantId(gone.getString(1)), -(StoredBytes.EVENT + gone.getLong(2)));
        removed++;
      }
    }
    return removed;
  }
}
