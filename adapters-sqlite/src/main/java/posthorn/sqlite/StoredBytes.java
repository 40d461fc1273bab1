package posthorn.sqlite;

import static posthorn.sqlite.schema.Tables.STORED_BYTES;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import posthorn.application.port.TenantStorage;
import posthorn.domain.tenant.TenantId;
import posthorn.sqlite.schema.tables.records.StoredBytesRecord;

/**
 * {@link TenantStorage} on SQLite: a sum for each tenant, which every commit that adds or removes
 * rows brings up to date, in its table and here. So it needs no counting, however much there is. A
 * row counts as a fixed number of bytes, which holds for most, and an event or message as its data
 * besides: so what adding it counted is known again when it is removed.
 */
final class StoredBytes implements TenantStorage {
  static final long EVENT = 500;
  static final long DELIVERY = 1_000;
  static final long ATTEMPT = 2_000;
  static final long MESSAGE = 2_000;

  /**
   * The counter of a tenant's events of one type; it is never removed while the tenant is there.
   */
  static final long SEQUENCE = 200;

  static final String ADD =
      "INSERT INTO stored_bytes (tenant_id, bytes) VALUES (?, ?)"
          + " ON CONFLICT DO UPDATE SET bytes = bytes + excluded.bytes";

  private final Map<String, Long> byTenant = new ConcurrentHashMap<>();

  /** What the commits of earlier runs have added up to. */
  void load(SqliteReaders readers) {
    for (StoredBytesRecord row : readers.read(sql -> sql.selectFrom(STORED_BYTES).fetch())) {
      byTenant.put(row.getTenantId(), row.getBytes());
    }
  }

  @Override
  public long bytes(TenantId tenant) {
    return byTenant.getOrDefault(tenant.value(), 0L);
  }

  /** What one commit adds and removes. For the writer's thread alone. */
  final class Changes {
    private final Map<String, Long> ofTenant = new HashMap<>();

    void add(TenantId tenant, long bytes) {
      ofTenant.merge(tenant.value(), bytes, Long::sum);
    }

    /** Into the table, with all else that is committed. */
    void write(WriterSession session) throws SQLException {
      for (Map.Entry<String, Long> change : ofTenant.entrySet()) {
        if (change.getValue() != 0) {
          session.prepared(ADD).text(change.getKey()).number(change.getValue().longValue()).run();
        }
      }
    }

    void committed() {
      ofTenant.forEach((tenant, bytes) -> byTenant.merge(tenant, bytes, Long::sum));
      ofTenant.clear();
    }

    void rolledBack() {
      ofTenant.clear();
    }
  }
}
