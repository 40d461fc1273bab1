package posthorn.sqlite;

import static posthorn.sqlite.schema.Tables.OWNER_DIGESTS;
import static posthorn.sqlite.schema.Tables.UNTOLD_DEATHS;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jooq.DSLContext;
import posthorn.application.port.UntoldDeaths;
import posthorn.domain.alert.Notice;
import posthorn.domain.alert.OwnerDigest.Kind;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;
import posthorn.sqlite.schema.tables.records.OwnerDigestsRecord;
import posthorn.sqlite.schema.tables.records.UntoldDeathsRecord;

/** {@link UntoldDeaths} on SQLite; {@link CommitDeaths} fills them. */
final class SqliteUntoldDeaths implements UntoldDeaths {
  private final SqliteWriter writer;
  private final SqliteReaders readers;

  SqliteUntoldDeaths(SqliteWriter writer, SqliteReaders readers) {
    this.writer = writer;
    this.readers = readers;
  }

  @Override
  public List<Untold> all() {
    return readers.read(sql -> sql.selectFrom(UNTOLD_DEATHS).fetch(SqliteUntoldDeaths::untoldOf));
  }

  private static Untold untoldOf(UntoldDeathsRecord row) {
    return new Untold(
        new Kind(new WebhookId(row.getWebhookId()), DeadReason.named(row.getDeadReason())),
        row.getDeaths(),
        row.getFirstAt(),
        row.getLastAt());
  }

  @Override
  public Map<Recipient, Instant> toldAt() {
    var found = new HashMap<Recipient, Instant>();
    readers
        .read(sql -> sql.selectFrom(OWNER_DIGESTS).fetch())
        .forEach(row ->
            found.put(
                new Recipient(new TenantId(row.getTenantId()), row.getOwner()), row.getToldAt()));
    return found;
  }

  @Override
  public void told(Recipient recipient, List<Untold> told, List<Notice> notices, Instant now) {
    var row = new OwnerDigestsRecord(recipient.tenant().value(), recipient.owner(), now);
    writer.write(sql -> {
      told.forEach(each -> subtract(sql, each));
      NoticeRows.insert(sql, notices);
      return sql.insertInto(OWNER_DIGESTS).set(row).onDuplicateKeyUpdate().set(row).execute();
    });
  }

  @Override
  public void forget(List<Untold> untold) {
    writer.write(sql -> {
      untold.forEach(each -> subtract(sql, each));
      return true;
    });
  }

  /** More may have died since it was read. */
  private static void subtract(DSLContext sql, Untold told) {
    var same =
        UNTOLD_DEATHS
            .WEBHOOK_ID
            .eq(told.kind().webhook().value())
            .and(UNTOLD_DEATHS.DEAD_REASON.eq(told.kind().reason().wireName()));
    int count = Math.toIntExact(told.count());
    sql.deleteFrom(UNTOLD_DEATHS).where(same).and(UNTOLD_DEATHS.DEATHS.le(count)).execute();
    sql.update(UNTOLD_DEATHS)
        .set(UNTOLD_DEATHS.DEATHS, UNTOLD_DEATHS.DEATHS.minus(count))
        .set(UNTOLD_DEATHS.FIRST_AT, told.last())
        .where(same)
        .execute();
  }
}
