package posthorn.sqlite;

import static posthorn.sqlite.schema.Tables.API_KEYS;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jooq.Condition;
import org.jooq.DSLContext;
import posthorn.application.port.ApiKeys;
import posthorn.domain.access.ApiKey;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.access.KeyHash;
import posthorn.domain.access.Role;
import posthorn.domain.tenant.TenantId;
import posthorn.sqlite.schema.tables.records.ApiKeysRecord;

/** {@link ApiKeys} on SQLite. Every request asks for one, so all are kept in memory too. */
final class SqliteApiKeys implements ApiKeys {
  private static final int CONFIGURED = 1;

  private final SqliteWriter writer;
  private final Map<KeyHash, ApiKey> byHash = new ConcurrentHashMap<>();

  /** Ids sort by time, so this is the order they were made in. */
  private final Map<String, ApiKey> byId = new ConcurrentSkipListMap<>();

  /** Held from looking for another key until one is gone. */
  private final Lock removing = new ReentrantLock();

  SqliteApiKeys(SqliteWriter writer, SqliteReaders readers) {
    this.writer = writer;
    readers.read(SqliteApiKeys::all).forEach(this::keep);
  }

  /** All there are; ids sort by time. */
  static List<ApiKey> all(DSLContext sql) {
    return sql.selectFrom(API_KEYS).orderBy(API_KEYS.ID).fetch(SqliteApiKeys::keyOf);
  }

  @Override
  public void add(ApiKey key) {
    writer.write(sql -> sql.insertInto(API_KEYS).set(rowOf(key)).execute());
    keep(key);
  }

  @Override
  public void putConfigured(ApiKey key) {
    Set<String> replaced =
        writer.write(sql -> {
          Condition earlier =
              API_KEYS.CONFIGURED.eq(CONFIGURED).and(API_KEYS.KEY_HASH.ne(key.hash().hex()));
          Set<String> ids =
              sql.select(API_KEYS.ID).from(API_KEYS).where(earlier).fetchSet(API_KEYS.ID);
          sql.deleteFrom(API_KEYS).where(earlier).execute();
          ApiKeysRecord row = rowOf(key);
          row.setConfigured(CONFIGURED);
          sql.insertInto(API_KEYS).set(row).onConflict(API_KEYS.KEY_HASH).doNothing().execute();
          return ids;
        });
    replaced.forEach(id -> find(new ApiKeyId(id)).ifPresent(this::forget));
    if (find(key.hash()).isEmpty()) {
      keep(key);
    }
  }

  @Override
  public Optional<ApiKey> find(KeyHash hash) {
    return Optional.ofNullable(byHash.get(hash));
  }

  @Override
  public Optional<ApiKey> find(ApiKeyId id) {
    return Optional.ofNullable(byId.get(id.value()));
  }

  @Override
  public List<ApiKey> of(TenantId tenant) {
    return byId.values().stream().filter(key -> key.tenant().equals(tenant)).toList();
  }

  @Override
  public boolean anyLive(Role role, Instant now) {
    return byId.values().stream().anyMatch(key -> key.role() == role && key.isLive(now));
  }

  @Override
  public boolean remove(ApiKeyId id) {
    int removed =
        writer.write(sql -> sql.deleteFrom(API_KEYS).where(API_KEYS.ID.eq(id.value())).execute());
    find(id).ifPresent(this::forget);
    return removed > 0;
  }

  @Override
  public boolean removeIfAnotherIsLive(ApiKey key, Instant now) {
    removing.lock();
    try {
      boolean another =
          byId.values().stream()
              .filter(other -> !other.id().equals(key.id()))
              .anyMatch(other -> other.role() == key.role() && other.isLive(now));
      return another && remove(key.id());
    } finally {
      removing.unlock();
    }
  }

  private void keep(ApiKey key) {
    byHash.put(key.hash(), key);
    byId.put(key.id().value(), key);
  }

  private void forget(ApiKey key) {
    byHash.remove(key.hash());
    byId.remove(key.id().value());
  }

  private static ApiKeysRecord rowOf(ApiKey key) {
    var row = new ApiKeysRecord();
    row.setId(key.id().value());
    row.setTenantId(key.tenant().value());
    row.setRole(key.role().wireName());
    row.setName(key.name());
    row.setKeyHash(key.hash().hex());
    row.setCreatedAt(key.createdAt());
    row.setExpiresAt(key.expiresAt());
    return row;
  }

  private static ApiKey keyOf(ApiKeysRecord row) {
    return new ApiKey(
        new ApiKeyId(row.getId()),
        new TenantId(row.getTenantId()),
        Role.named(row.getRole()).orElseThrow(),
        row.getName(),
        new KeyHash(row.getKeyHash()),
        row.getCreatedAt(),
        row.getExpiresAt());
  }
}
