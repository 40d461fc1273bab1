package posthorn.sqlite;

import static posthorn.sqlite.schema.Tables.API_KEYS;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
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

  SqliteApiKeys(SqliteWriter writer, SqliteReaders readers) {
    this.writer = writer;
    readers
        .read(sql -> sql.selectFrom(API_KEYS).fetch(SqliteApiKeys::keyOf))
        .forEach(key -> byHash.put(key.hash(), key));
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
            .execute());
    byHash.put(key.hash(), key);
  }

  @Override
  public Optional<ApiKey> find(KeyHash hash) {
    return Optional.ofNullable(byHash.get(hash));
  }

  @Override
  public boolean anyWith(Role role) {
    return byHash.values().stream().anyMatch(key -> key.role() == role);
  }

  private static ApiKey keyOf(ApiKeysRecord row) {
    return new ApiKey(
        new ApiKeyId(row.getId()),
        new TenantId(row.getTenantId()),
        Role.valueOf(row.getRole().toUpperCase(Locale.ROOT)),
        row.getName(),
        new KeyHash(row.getKeyHash()),
        row.getCreatedAt());
  }
}
