package posthorn.sqlite;

import static java.util.stream.Collectors.joining;
import static posthorn.sqlite.schema.Tables.WEBHOOKS;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.jooq.DSLContext;
import org.jooq.Record2;
import posthorn.application.port.ArchiveEntry.PastAttempt;
import posthorn.application.port.ArchiveEntry.PastChange;
import posthorn.application.port.ArchiveEntry.PastDelivery;
import posthorn.application.port.ArchiveEntry.PastEvent;
import posthorn.application.port.ArchiveEntry.PastMessage;
import posthorn.application.port.History;
import posthorn.domain.tenant.TenantId;
import posthorn.sqlite.OldDeliveries.Statements;

/** {@link History} on SQLite. */
final class SqliteHistory implements History {
  private static final Batch<Integer, Integer> REMOVE_ORPHANS =
      Batch.each(SqliteHistory::removeOrphans);

  private final SqliteWriter writer;
  private final SqliteReaders readers;
  private final SqliteSpace space;
  private final OldStatistics oldStatistics = new OldStatistics();

  SqliteHistory(SqliteWriter writer, SqliteReaders readers, SqliteSpace space) {
    this.writer = writer;
    this.readers = readers;
    this.space = space;
  }

  @Override
  public Old<PastDelivery> deliveries(Before before) {
    return new OldDeliveries(writer, readers, Statements.OF_DELIVERED, before);
  }

  @Override
  public Old<PastDelivery> deadLetters(Before before) {
    return new OldDeliveries(writer, readers, Statements.OF_DEAD, before);
  }

  @Override
  public Old<PastAttempt> attempts(Before before) {
    return new OldAttempts(writer, readers, before);
  }

  @Override
  public Old<PastEvent> events(Before before) {
    return new OldEvents(writer, readers, before);
  }

  @Override
  public Old<PastMessage> messages(Before before) {
    return new OldMessages(writer, readers, before);
  }

  @Override
  public Old<PastChange> changes(Instant before) {
    return new OldChanges(writer, readers, before);
  }

  @Override
  public int removeKeys(Instant before, int limit) {
    return writer.write(sql -> sql.execute(HistorySql.REMOVE_KEYS, before.toEpochMilli(), limit));
  }

  @Override
  public int removeOrphans(int limit) {
    return writer.write(REMOVE_ORPHANS, limit);
  }

  private static int removeOrphans(WriterSession session, int limit) throws SQLException {
    Optional<Record2<String, String>> removed =
        session
            .sql()
            .select(WEBHOOKS.ID, WEBHOOKS.TENANT_ID)
            .from(WEBHOOKS)
            .where(WEBHOOKS.REMOVED.eq(1))
            .limit(1)
            .fetchOptional();
    return removed.isEmpty()
        ? 0
        : removeOf(session, removed.get().value1(), new TenantId(removed.get().value2()), limit);
  }

  /** Not before nothing is left: who publishes just now may still write one more. */
  private static int removeOf(WriterSession session, String webhook, TenantId tenant, int limit)
      throws SQLException {
    long attempts;
    try (ResultSet count =
        session
            .prepared(HistorySql.COUNT_ATTEMPTS_OF_WEBHOOK)
            .text(webhook)
            .number((long) limit)
            .query()) {
      attempts = count.getLong(1);
    }
    int gone =
        session.prepared(HistorySql.REMOVE_OF_WEBHOOK).text(webhook).number((long) limit).run();
    session.stores(tenant, -(gone * StoredBytes.DELIVERY + attempts * StoredBytes.ATTEMPT));
    if (gone == 0) {
      session.sql().deleteFrom(WEBHOOKS).where(WEBHOOKS.ID.eq(webhook)).execute();
    }
    return gone;
  }

  @Override
  public int rollUpStatistics(Instant before, int limit) {
    return writer.write(oldStatistics, new OldStatistics.Command(before, limit));
  }

  @Override
  public int removeStatistics(Before before, int limit) {
    return writer.write(sql -> sql.execute(StatisticsSql.REMOVE_OLD, timesOf(sql, before), limit));
  }

  /** The times of all tenants that have webhooks, also of those that are gone, as a JSON object. */
  private static String timesOf(DSLContext sql, Before before) {
    return sql.selectDistinct(WEBHOOKS.TENANT_ID).from(WEBHOOKS).fetch(WEBHOOKS.TENANT_ID).stream()
        .map(tenant -> "\"" + tenant + "\":" + before.of(new TenantId(tenant)).toEpochMilli())
        .collect(joining(",", "{", "}"));
  }

  @Override
  public boolean reclaimSpace() {
    return space.reclaim();
  }
}
