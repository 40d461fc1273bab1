package posthorn.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventType;
import posthorn.domain.tenant.TenantId;

/**
 * Numbers the events of each tenant and type: 1, 2, 3 …, in the order in which they are written.
 * The last numbers of recent kinds are in memory, and a commit writes each that it changed once. A
 * rollback takes its numbers back. For the writer's thread alone.
 */
final class EventSequences {
  static final String FIND =
      "SELECT last_number FROM event_sequences WHERE tenant_id = ? AND event_type = ?";

  static final String KEEP =
      "INSERT INTO event_sequences (tenant_id, event_type, last_number) VALUES (?, ?, ?)"
          + " ON CONFLICT DO UPDATE SET last_number = excluded.last_number";

  /** Of the others the row is read. */
  static final int MOST_IN_MEMORY = 10_000;

  private record Kind(TenantId tenant, EventType type) {}

  private final SequencedMap<Kind, Long> committed = new LinkedHashMap<>(64, 0.75f, true);
  private final Map<Kind, Long> uncommitted = new HashMap<>();

  /** The number of an event that is written now. */
  long next(WriterSession session, Event event) throws SQLException {
    var kind = new Kind(event.tenant(), event.type());
    Long last = uncommitted.get(kind);
    if (last == null) {
      last = lastCommitted(session, kind);
    }
    if (last == 0) {
      session.stores(kind.tenant, StoredBytes.SEQUENCE);
    }
    uncommitted.put(kind, last + 1);
    return last + 1;
  }

  private long lastCommitted(WriterSession session, Kind kind) throws SQLException {
    Long known = committed.get(kind);
    if (known != null) {
      return known;
    }
    Prepared find = session.prepared(FIND).text(kind.tenant.value()).text(kind.type.value());
    try (ResultSet found = find.query()) {
      return found.next() ? found.getLong(1) : 0;
    }
  }

  /** Into the table, with all else that is committed. */
  void write(WriterSession session) throws SQLException {
    for (Map.Entry<Kind, Long> changed : uncommitted.entrySet()) {
      session
          .prepared(KEEP)
          .text(changed.getKey().tenant.value())
          .text(changed.getKey().type.value())
          .number(changed.getValue().longValue())
          .run();
    }
  }

  void committed() {
    for (Map.Entry<Kind, Long> changed : uncommitted.entrySet()) {
      committed.put(changed.getKey(), changed.getValue());
      if (committed.size() > MOST_IN_MEMORY) {
        committed.pollFirstEntry();
      }
    }
    uncommitted.clear();
  }

  void rolledBack() {
    uncommitted.clear();
  }
}
