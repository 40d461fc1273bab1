package posthorn.sqlite;

import static posthorn.sqlite.schema.Tables.ATTEMPTS;
import static posthorn.sqlite.schema.Tables.DELIVERIES;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.ArchiveEntry.PastAttempt;
import posthorn.application.port.History;
import posthorn.application.port.History.Before;
import posthorn.application.port.History.Page;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.tenant.TenantId;
import posthorn.sqlite.TenantWalk.Room;

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
  private final Before before;
  private final TenantWalk<PastAttempt> walk =
      new TenantWalk<>(HistorySql.NEXT_TENANT_OF_ATTEMPTS, this::of);

  OldAttempts(SqliteWriter writer, SqliteReaders readers, Before before) {
    this.writer = writer;
    this.readers = readers;
    this.before = before;
  }

  @Override
  public Page<PastAttempt> page(@Nullable String after, int limit) {
    return readers.read(sql -> walk.page(sql, after, limit));
  }

  private Page<PastAttempt> of(DSLContext sql, TenantId tenant, String after, Room room) {
    Instant executedBefore = before.of(tenant);
    int limit = room.count();
    List<Record> rows =
        List.copyOf(
            sql.resultQuery(
                    HistorySql.ATTEMPTS,
                    tenant.value(),
                    after.isEmpty() ? 0 : Long.parseLong(after),
                    limit)
                .coerce(COLUMNS)
                .fetch());
    List<Record> old =
        rows.stream()
            .filter(row -> row.get(ATTEMPTS.EXECUTED_AT).isBefore(executedBefore))
            .toList();
    List<PastAttempt> over =
        old.stream().filter(OldAttempts::isOver).map(OldAttempts::pastOf).toList();
    for (PastAttempt _ : over) {
      boolean _ = room.isFullWith(0);
    }
    // They were recorded in this order, give or take the time that an attempt takes: where all are
    // too young, so is what follows.
    boolean isLast = rows.size() < limit || old.isEmpty();
    return new Page<>(over, isLast ? null : rows.getLast().get(ROW).toString());
  }

  private static boolean isOver(Record row) {
    return row.get(DELIVERIES.COMPLETED_AT) != null;
  }

  private static PastAttempt pastOf(Record row) {
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
      removed.add(remove(session, entries));
    }
    return removed;
  }

  private static int remove(WriterSession session, List<PastAttempt> entries) throws SQLException {
    Prepared statement = session.prepared(HistorySql.REMOVE_ATTEMPT);
    int removed = 0;
    for (PastAttempt past : entries) {
      Attempt attempt = past.attempt();
      int gone =
          statement
              .text(attempt.delivery().value())
              .number(attempt.cycle())
              .number(attempt.number())
              .run();
      session.stores(past.delivery().tenant(), -gone * StoredBytes.ATTEMPT);
      removed += gone;
    }
    return removed;
  }
}
