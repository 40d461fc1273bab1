package posthorn.sqlite;

import static org.jooq.impl.DSL.noCondition;
import static posthorn.sqlite.schema.Tables.AUDIT;

import java.time.Instant;
import java.util.List;
import org.jooq.Condition;
import posthorn.application.port.AuditLog;
import posthorn.application.port.AuditQuery;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.access.AuditEntry;
import posthorn.domain.access.AuditId;
import posthorn.domain.access.Role;
import posthorn.domain.id.IdForm;
import posthorn.domain.tenant.TenantId;
import posthorn.sqlite.schema.tables.records.AuditRecord;

/** {@link AuditLog} on SQLite. */
final class SqliteAuditLog implements AuditLog {
  private final SqliteWriter writer;
  private final SqliteReaders readers;

  SqliteAuditLog(SqliteWriter writer, SqliteReaders readers) {
    this.writer = writer;
    this.readers = readers;
  }

  @Override
  public void append(AuditEntry entry) {
    var row = new AuditRecord();
    row.setId(entry.id().value());
    row.setHappenedAt(entry.at());
    row.setTenantId(entry.tenant().value());
    row.setKeyId(entry.actor().key().value());
    row.setRole(entry.actor().role().wireName());
    row.setRemoteAddress(entry.actor().remoteAddress());
    row.setRequestId(entry.actor().requestId());
    row.setMethod(entry.subject().method());
    row.setPath(entry.subject().path());
    row.setObjectId(entry.subject().objectId());
    writer.write(sql -> sql.executeInsert(row));
  }

  @Override
  public List<AuditEntry> list(AuditQuery query) {
    return readers.read(sql ->
        sql.selectFrom(AUDIT)
            .where(matching(query))
            .orderBy(AUDIT.ID.desc())
            .limit(query.limit())
            .fetch(SqliteAuditLog::entryOf));
  }

  /** Ids sort by time, so a time is a place among them, which the index finds at once. */
  private static Condition matching(AuditQuery query) {
    var from = query.from();
    var to = query.to();
    var key = query.key();
    var action = query.action();
    var before = query.before();
    return AUDIT
        .TENANT_ID
        .eq(query.tenant().value())
        .and(from == null ? noCondition() : AUDIT.ID.ge(firstIdOf(from)))
        .and(to == null ? noCondition() : AUDIT.ID.lt(firstIdOf(to)))
        .and(key == null ? noCondition() : AUDIT.KEY_ID.eq(key.value()))
        .and(
            action == null ? noCondition() : AUDIT.METHOD.concat(" ").concat(AUDIT.PATH).eq(action))
        .and(before == null ? noCondition() : AUDIT.ID.lt(before.value()));
  }

  private static String firstIdOf(Instant time) {
    // Before 1970 there are no ids.
    Instant at = time.isBefore(Instant.EPOCH) ? Instant.EPOCH : time;
    return IdForm.of(AuditId.PREFIX, at, 0, 0);
  }

  private static AuditEntry entryOf(AuditRecord row) {
    return new AuditEntry(
        new AuditId(row.getId()),
        row.getHappenedAt(),
        new TenantId(row.getTenantId()),
        new AuditEntry.Actor(
            new ApiKeyId(row.getKeyId()),
            Role.named(row.getRole()).orElseThrow(),
            row.getRemoteAddress(),
            row.getRequestId()),
        new AuditEntry.Subject(row.getMethod(), row.getPath(), row.getObjectId()));
  }
}
