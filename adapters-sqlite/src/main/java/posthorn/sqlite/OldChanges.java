package posthorn.sqlite;

import static java.util.stream.Collectors.joining;
import static posthorn.sqlite.schema.Tables.AUDIT;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.ArchiveEntry.PastChange;
import posthorn.application.port.History;
import posthorn.application.port.History.Page;
import posthorn.domain.access.AuditId;
import posthorn.domain.id.IdForm;

/** What the audit log says of changes that were made long ago, of all tenants: one time holds. */
final class OldChanges implements History.Old<PastChange> {
  private final SqliteWriter writer;
  private final SqliteReaders readers;
  private final Instant before;

  OldChanges(SqliteWriter writer, SqliteReaders readers, Instant before) {
    this.writer = writer;
    this.readers = readers;
    this.before = before;
  }

  @Override
  public Page<PastChange> page(@Nullable String after, int limit) {
    List<PastChange> found =
        readers.read(sql ->
            sql.resultQuery(
                    HistorySql.CHANGES,
                    after == null ? "" : after,
                    IdForm.first(AuditId.PREFIX, before),
                    before.toEpochMilli(),
                    limit)
                .coerce(AUDIT)
                .fetch(row -> new PastChange(SqliteAuditLog.entryOf(row))));
    boolean isLast = found.size() < limit;
    return new Page<>(found, isLast ? null : found.getLast().entry().id().value());
  }

  /** Nothing in the log is ever changed, so all of it is as old as it was. */
  @Override
  public int removeIfStillOld(List<PastChange> entries) {
    String ids =
        entries.stream()
            .map(past -> "\"" + past.entry().id().value() + "\"")
            .collect(joining(",", "[", "]"));
    return writer.write(sql -> sql.execute(HistorySql.REMOVE_CHANGES, ids));
  }
}
