package posthorn.sqlite;

import static posthorn.sqlite.schema.Tables.ATTEMPTS;
import static posthorn.sqlite.schema.Tables.DELIVERIES;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.ArchiveEntry.PastAttempt;
import posthorn.application.port.History;
import posthorn.application.port.History.Page;
import posthorn.domain.delivery.Attempt;

/** The attempts that were made long ago, of deliveries that are over and not as old. */
final class OldAttempts implements History.Old<PastAttempt> {
  private static final Field<Long> ROW = DSL.field("rowid", Long.class);
  private static final List<Field<?>> COLUMNS =
      Stream.of(Stream.of(ROW), ATTEMPTS.fieldStream(), DELIVERIES.fieldStream())
          .<Field<?>>flatMap(columns -> columns)
          .toList();

  private static final Batch<List<PastAttempt>, Integer> REMOVE = OldAttempts::removeAll;

  private final SqliteWriter writer;
  private final SqliteReaders readers;
  private final Instant before;

  OldAttempts(SqliteWriter writer, SqliteReaders readers, Instant before) {
    this.writer = writer;
    this.readers = readers;
    this.before = before;
  }

  @Override
  public Page<PastAttempt> page(@Nullable String after, int limit) {
    long row = after == null ? 0 : Long.parseLong(after);
    List<Record> rows =
        readers.read(sql ->
            List.copyOf(sql.resultQuery(HistorySql.ATTEMPTS, row, limit).coerce(COLUMNS).fetch()));
    // They were recorded in this order, give or take the time that an attempt takes: where all are
    // too young, so is what follows.
    if (rows.stream().noneMatch(this::isOld)) {
      return new Page<>(List.of(), null);
    }
    return new Page<>(
        rows.stream().filter(this::isOld).filter(OldAttempts::isOver).map(this::pastOf).toList(),
        rows.size() < limit ? null : rows.getLast().get(ROW).toString());
  }

  private boolean isOld(Record row) {
    return row.get(ATTEMPTS.EXECUTED_AT).isBefore(before);
  }

  private static boolean isOver(Record row) {
    return row.get(DELIVERIES.COMPLETED_AT) != null;
  }

  private PastAttempt pastOf(Record row) {
    return new PastAttempt(
        AttemptRows.attemptOf(row.into(ATTEMPTS)),
        DeliveryRows.deliveryOf(row.into(DELIVERIES)::get));
  }

  @Override
  public int removeIfStillOld(List<PastAttempt> entries) {
    return writer.write(REMOVE, entries);
  }

  private static List<Integer> removeAll(WriterSession session, List<List<PastAttempt>> commands)
      throws SQLException {
    var removed = new ArrayList<Integer>(commands.size());
    for (List<PastAttempt> entries : commands) {
      removed.add(remove(session.prepared(HistorySql.REMOVE_ATTEMPT), entries));
    }
    return removed;
  }

  private static int remove(Prepared statement, List<PastAttempt> entries) throws SQLException {
    int removed = 0;
    for (PastAttempt past : entries) {
      Attempt attempt = past.attempt();
      removed +=
          statement
              .text(attempt.delivery().value())
              .number(attempt.cycle())
              .number(attempt.number())
              .run();
    }
    return removed;
  }
}
