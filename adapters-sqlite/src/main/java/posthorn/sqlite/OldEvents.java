package posthorn.sqlite;

import static posthorn.sqlite.schema.Tables.EVENTS;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jooq.Cursor;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.ArchiveEntry.PastEvent;
import posthorn.application.port.History;
import posthorn.application.port.History.Page;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventId;
import posthorn.domain.id.IdForm;
import posthorn.sqlite.schema.tables.records.EventsRecord;

/** The events of long ago that have no delivery any more. */
final class OldEvents implements History.Old<PastEvent> {
  /** What a page may hold in memory, but for its last event. */
  private static final long PAGE_BYTES = 4L * 1024 * 1024;

  private final SqliteWriter writer;
  private final SqliteReaders readers;
  private final Instant before;

  OldEvents(SqliteWriter writer, SqliteReaders readers, Instant before) {
    this.writer = writer;
    this.readers = readers;
    this.before = before;
  }

  @Override
  public Page<PastEvent> page(@Nullable String after, int limit) {
    return readers.read(sql -> {
      try (Cursor<EventsRecord> rows =
          sql.resultQuery(
                  HistorySql.EVENTS,
                  after == null ? "" : after,
                  IdForm.first(EventId.PREFIX, before),
                  before.toEpochMilli(),
                  limit)
              .coerce(EVENTS)
              .fetchLazy()) {
        return pageOf(rows, limit);
      }
    });
  }

  private static Page<PastEvent> pageOf(Iterable<EventsRecord> rows, int limit) {
    var found = new ArrayList<PastEvent>();
    long bytes = 0;
    for (EventsRecord row : rows) {
      Event event = EventRows.eventOf(row::get);
      found.add(new PastEvent(event));
      bytes += event.data().length();
      if (found.size() == limit || bytes >= PAGE_BYTES) {
        return new Page<>(found, event.id().value());
      }
    }
    return new Page<>(found, null);
  }

  @Override
  public int removeIfStillOld(List<PastEvent> entries) {
    String ids = Json.array(entries.stream().map(past -> past.event().id().value()));
    return writer.write(sql -> sql.execute(HistorySql.REMOVE_EVENTS, ids));
  }
}
