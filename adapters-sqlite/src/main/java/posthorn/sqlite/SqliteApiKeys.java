package posthorn.sqlite;

import static posthorn.sqlite.schema.Tables.API_KEYS;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import posthorn.application.port.ApiKeys;
import posthorn.domain.access.ApiKey;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.access.KeyHash;
import posthorn.domain.access.Role;
import posthorn.domain.tenant.TenantId;
import posthorn.sqlite.schema.tables.records.ApiKeysRecord;

/** {@link ApiKeys} on SQLite. Every request asks for one, so all are kept in memory too. */
final class SqliteApiKeys implements ApiKeys {
  private final SqliteWriter writer;
  private final Map<KeyHash, ApiKey> byHash = new ConcurrentHashMap<>();

  /** Ids sort by time, so this is the order they were made in. */
  private final Map<String, ApiKey> byId = new ConcurrentSkipListMap<>();

  /** Held from looking for another key until one is gone. */
  private final Lock removing = new ReentrantLock();

  SqliteApiKeys(SqliteWriter writer, SqliteReaders readers) {
    this.writer = writer;
    readers.read(sql -> sql.selectFrom(API_KEYS).fetch(SqliteApiKeys::keyOf)).forEach(this::keep);
  }

  @Override
  public void add(ApiKey key) {
    writer.write(sql ->
        sql.insertInto(API_KEYS)
            .set(API_KEYS.ID, key.id().value())
            .set(API_KEYS.TENANT_ID, key.tenant().value())
            .set(API_KEYS.ROLE, key.role().wireName())
            .set(API_KEYS.NAME, key.name())
            .set(API_KEYS.KEY_HASH, key.hash().hex())
            .set(API_KEYS.CREATED_AT, key.createdAt())
            .set(API_KEYS.EXPIRES_AT, key.expiresAt())
            .execute());
    keep(key);
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
    find(id)
        .ifPresent(key -> {
          byHash.remove(key.hash());
          byId.remove(id.value());
        });
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
