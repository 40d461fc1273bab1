package posthorn.sqlite;

import static org.jooq.impl.DSL.notExists;
import static org.jooq.impl.DSL.selectOne;
import static posthorn.sqlite.schema.Tables.API_KEYS;
import static posthorn.sqlite.schema.Tables.EVENT_SEQUENCES;
import static posthorn.sqlite.schema.Tables.EVENT_TYPES;
import static posthorn.sqlite.schema.Tables.SOURCES;
import static posthorn.sqlite.schema.Tables.TENANTS;
import static posthorn.sqlite.schema.Tables.WEBHOOKS;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import posthorn.application.port.Tenants;
import posthorn.domain.tenancy.Tenant;
import posthorn.domain.tenant.TenantId;
import posthorn.sqlite.schema.tables.records.TenantsRecord;

/**
 * {@link Tenants} on SQLite. Nearly every request asks for one, and only this process changes them,
 * so all are kept in memory too; a change is in the database before it is seen here.
 */
final class SqliteTenants implements Tenants {
  private static final Batch<TenantId, Boolean> REMOVE = Batch.each(SqliteTenants::remove);

  private final SqliteWriter writer;
  private final Map<String, Tenant> byId = new ConcurrentSkipListMap<>();
  private final Set<String> removedIds = new HashSet<>();

  /** One change at a time, so that what is in memory is what is in the database. */
  private final Lock changing = new ReentrantLock();

  SqliteTenants(SqliteWriter writer, SqliteReaders readers) {
    this.writer = writer;
    for (TenantsRecord row : readers.read(sql -> sql.selectFrom(TENANTS).fetch())) {
      if (row.getRemoved() == 0) {
        byId.put(row.getId(), TenantRows.tenantOf(row));
      } else {
        removedIds.add(row.getId());
      }
    }
  }

  @Override
  public boolean addIfAbsent(Tenant tenant) {
    return alone(() -> {
      if (byId.containsKey(tenant.id().value()) || removedIds.contains(tenant.id().value())) {
        return false;
      }
      writer.write(sql -> sql.executeInsert(TenantRows.rowOf(tenant)));
      byId.put(tenant.id().value(), tenant);
      return true;
    });
  }

  @Override
  public Optional<Tenant> find(TenantId id) {
    return Optional.ofNullable(byId.get(id.value()));
  }

  @Override
  public List<Tenant> all() {
    return List.copyOf(byId.values());
  }

  @Override
  public boolean replaceIfUnchanged(Tenant seen, Tenant changed) {
    return alone(() -> {
      if (!seen.equals(byId.get(seen.id().value()))) {
        return false;
      }
      writer.write(sql -> sql.executeUpdate(TenantRows.rowOf(changed)));
      byId.put(changed.id().value(), changed);
      return true;
    });
  }

  @Override
  public boolean removeIfUnused(TenantId id) {
    String value = id.value();
    return alone(() -> {
      boolean removed = writer.write(REMOVE, id);
      if (removed) {
        removedIds.add(value);
        byId.remove(value);
      }
      return removed;
    });
  }

  private static boolean remove(WriterSession session, TenantId id) {
    String value = id.value();
    int removed =
        session
            .sql()
            .update(TENANTS)
            .set(TENANTS.REMOVED, 1)
            .where(TENANTS.ID.eq(value))
            .and(TENANTS.REMOVED.eq(0))
            .and(
                notExists(
                    selectOne()
                        .from(WEBHOOKS)
                        .where(WEBHOOKS.TENANT_ID.eq(value))
                        .and(WEBHOOKS.REMOVED.eq(0))))
            .and(notExists(selectOne().from(API_KEYS).where(API_KEYS.TENANT_ID.eq(value))))
            .and(notExists(selectOne().from(EVENT_TYPES).where(EVENT_TYPES.TENANT_ID.eq(value))))
            .and(notExists(selectOne().from(SOURCES).where(SOURCES.TENANT_ID.eq(value))))
            .execute();
    if (removed > 0) {
      int counters =
          session
              .sql()
              .deleteFrom(EVENT_SEQUENCES)
              .where(EVENT_SEQUENCES.TENANT_ID.eq(value))
              .execute();
      session.stores(id, -counters * StoredBytes.SEQUENCE);
    }
    return removed > 0;
  }

  private boolean alone(BooleanSupplier change) {
    changing.lock();
    try {
      return change.getAsBoolean();
    } finally {
      changing.unlock();
    }
  }
}
