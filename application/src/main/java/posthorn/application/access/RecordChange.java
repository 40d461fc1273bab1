package posthorn.application.access;

import java.time.Instant;
import posthorn.application.port.AuditLog;
import posthorn.application.port.Ids;
import posthorn.domain.access.AuditEntry;
import posthorn.domain.access.AuditId;
import posthorn.domain.tenant.TenantId;

/** Writes down who changed what. */
public final class RecordChange {
  private final AuditLog log;
  private final Ids ids;

  public RecordChange(AuditLog log, Ids ids) {
    this.log = log;
    this.ids = ids;
  }

  public void record(
      TenantId tenant,
      AuditEntry.Actor actor,
      AuditEntry.Subject subject,
      AuditEntry.Change change,
      Instant now) {
    var id = new AuditId(ids.next(AuditId.PREFIX, now));
    log.append(new AuditEntry(id, now, tenant, actor, subject, change));
  }
}
