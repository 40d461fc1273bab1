package posthorn.sqlite;

import static posthorn.sqlite.schema.Tables.API_KEYS;

import java.util.Locale;
import java.util.Optional;
import posthorn.application.port.ApiKeys;
import posthorn.domain.access.ApiKey;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.access.KeyHash;
import posthorn.domain.access.Role;
import posthorn.domain.tenant.TenantId;
import posthorn.sqlite.schema.tables.records.ApiKeysRecord;

/** {@link ApiKeys} on SQLite. */
final class SqliteApiKeys implements ApiKeys {
  private final SqliteWriter writer;
  private final SqliteReaders readers;

  SqliteApiKeys(SqliteWriter writer, SqliteReaders readers) {
    this.writer = writer;
    this.readers = readers;
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
  }

  @Override
  public Optional<ApiKey> find(KeyHash hash) {
    return readers.read(sql ->
        sql.selectFrom(API_KEYS)
            .where(API_KEYS.KEY_HASH.eq(hash.hex()))
            .fetchOptional(SqliteApiKeys::keyOf));
  }

  @Override
  public boolean anyWith(Role role) {
    return readers.read(sql -> sql.fetchExists(API_KEYS, API_KEYS.ROLE.eq(role.wireName())));
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
