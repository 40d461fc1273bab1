package posthorn.sqlite;

import static org.jooq.impl.DSL.noCondition;
import static posthorn.sqlite.schema.Tables.AUDIT;

import java.time.Instant;
import java.util.List;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.ResultQuery;
import org.jooq.impl.DSL;
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
    row.setKeyId(entry.actor().keyId());
    row.setRole(entry.actor().role().wireName());
    row.setRemoteAddress(entry.actor().remoteAddress());
    row.setRequestId(entry.actor().requestId());
    row.setMethod(entry.subject().method());
    row.setPath(entry.subject().path());
    row.setObjectId(entry.subject().objectId());
    row.setBeforeJson(entry.change().before());
    row.setAfterJson(entry.change().after());
    writer.write(sql -> sql.executeInsert(row));
  }

  @Override
  public List<AuditEntry> list(AuditQuery query) {
    return readers.read(sql -> select(sql, query).fetch(row -> entryOf(row.into(AUDIT))));
  }

  static ResultQuery<Record> select(DSLContext sql, AuditQuery query) {
    return sql.select(AUDIT.fields())
        .from(DSL.table("audit INDEXED BY " + indexOf(query)))
        .where(matching(query))
        .orderBy(AUDIT.ID.desc())
        .limit(query.limit());
  }

  /** Said outright: of these SQLite would take the tenant's as soon as a time is given. */
  private static String indexOf(AuditQuery query) {
    if (query.objectId() != null) {
      return "audit_by_object";
    }
    if (query.key() != null) {
      return "audit_by_key";
    }
    return query.action() != null ? "audit_by_action" : "audit_by_tenant";
  }

  /** Ids sort by time, so a time is a place among them, which the index finds at once. */
  private static Condition matching(AuditQuery query) {
    var from = query.from();
    var to = query.to();
    var key = query.key();
    var action = query.action();
    var object = query.objectId();
    var before = query.before();
    return AUDIT
        .TENANT_ID
        .eq(query.tenant().value())
        .and(from == null ? noCondition() : AUDIT.ID.ge(firstIdOf(from)))
        .and(to == null ? noCondition() : AUDIT.ID.lt(firstIdOf(to)))
        .and(key == null ? noCondition() : AUDIT.KEY_ID.eq(key.value()))
        .and(action == null ? noCondition() : isAction(action))
        .and(object == null ? noCondition() : AUDIT.OBJECT_ID.eq(object))
        .and(before == null ? noCondition() : AUDIT.ID.lt(before.value()));
  }

  private static Condition isAction(String action) {
    int space = action.indexOf(' ');
    return AUDIT
        .METHOD
        .eq(space < 0 ? "" : action.substring(0, space))
        .and(AUDIT.PATH.eq(action.substring(space + 1)));
  }

  private static String firstIdOf(Instant time) {
    // Before 1970 there are no ids.
    Instant at = time.isBefore(Instant.EPOCH) ? Instant.EPOCH : time;
    return IdForm.of(AuditId.PREFIX, at, 0, 0);
  }

  static AuditEntry entryOf(AuditRecord row) {
    return new AuditEntry(
        new AuditId(row.getId()),
        row.getHappenedAt(),
        new TenantId(row.getTenantId()),
        new AuditEntry.Actor(
            row.getKeyId() == null ? null : new ApiKeyId(row.getKeyId()),
            Role.named(row.getRole()).orElseThrow(),
            row.getRemoteAddress(),
            row.getRequestId()),
        new AuditEntry.Subject(row.getMethod(), row.getPath(), row.getObjectId()),
        new AuditEntry.Change(row.getBeforeJson(), row.getAfterJson()));
  }
}
