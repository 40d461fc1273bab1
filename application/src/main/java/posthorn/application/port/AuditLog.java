package posthorn.application.port;

import java.util.List;
import posthorn.domain.access.AuditEntry;

/** Who changed what; nothing in it is ever changed. */
public interface AuditLog {

  void append(AuditEntry entry);

  /** What the query asks for, newest first. */
  List<AuditEntry> list(AuditQuery query);
}
