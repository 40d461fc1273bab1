package posthorn.application.testing;

import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import posthorn.application.port.AuditLog;
import posthorn.application.port.AuditQuery;
import posthorn.domain.access.AuditEntry;

/** {@link AuditLog} in memory. */
final class InMemoryAuditLog implements AuditLog {
  final NavigableMap<String, AuditEntry> byId = new ConcurrentSkipListMap<>();

  @Override
  public void append(AuditEntry entry) {
    byId.put(entry.id().value(), entry);
  }

  @Override
  public List<AuditEntry> list(AuditQuery query) {
    return byId.descendingMap().values().stream()
        .filter(entry -> matches(entry, query))
        .limit(query.limit())
        .toList();
  }

  private static boolean matches(AuditEntry entry, AuditQuery query) {
    var from = query.from();
    var to = query.to();
    var key = query.key();
    var action = query.action();
    var object = query.objectId();
    var before = query.before();
    return entry.tenant().equals(query.tenant())
        && (from == null || !entry.at().isBefore(from))
        && (to == null || entry.at().isBefore(to))
        && (key == null || key.equals(entry.actor().key()))
        && (action == null || entry.subject().action().equals(action))
        && (object == null || object.equals(entry.subject().objectId()))
        && (before == null || entry.id().value().compareTo(before.value()) < 0);
  }
}
