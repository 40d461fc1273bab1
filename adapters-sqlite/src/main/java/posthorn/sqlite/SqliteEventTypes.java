package posthorn.sqlite;

import static posthorn.sqlite.schema.Tables.EVENT_TYPES;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.EventTypes;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.event.RegisteredType;
import posthorn.domain.tenant.TenantId;
import posthorn.sqlite.schema.tables.records.EventTypesRecord;

/**
 * {@link EventTypes} on SQLite. Every publish asks for one, and only this process changes them, so
 * all are kept in memory too. Changes are rare, and made one at a time: so both agree on the last.
 */
final class SqliteEventTypes implements EventTypes {
  private final SqliteWriter writer;
  private final Map<TenantId, NavigableMap<String, RegisteredType>> byTenant =
      new ConcurrentHashMap<>();

  SqliteEventTypes(SqliteWriter writer, SqliteReaders readers) {
    this.writer = writer;
    readers
        .read(sql -> sql.selectFrom(EVENT_TYPES).fetch(SqliteEventTypes::typeOf))
        .forEach(this::keep);
  }

  @Override
  public synchronized boolean putIfUnchanged(@Nullable RegisteredType seen, RegisteredType type) {
    if (!Objects.equals(seen, find(type.tenant(), type.name()).orElse(null))) {
      return false;
    }
    EventTypesRecord row = rowOf(type);
    writer.write(
        sql -> sql.insertInto(EVENT_TYPES).set(row).onDuplicateKeyUpdate().set(row).execute());
    keep(type);
    return true;
  }

  @Override
  public synchronized boolean remove(TenantId tenant, EventType name) {
    int removed =
        writer.write(sql ->
            sql.deleteFrom(EVENT_TYPES)
                .where(EVENT_TYPES.TENANT_ID.eq(tenant.value()))
                .and(EVENT_TYPES.NAME.eq(name.value()))
                .execute());
    typesOf(tenant).remove(name.value());
    return removed > 0;
  }

  @Override
  public Optional<RegisteredType> find(TenantId tenant, EventType name) {
    NavigableMap<String, RegisteredType> types = byTenant.get(tenant);
    return types == null ? Optional.empty() : Optional.ofNullable(types.get(name.value()));
  }

  @Override
  public List<RegisteredType> of(TenantId tenant) {
    NavigableMap<String, RegisteredType> types = byTenant.get(tenant);
    return types == null ? List.of() : List.copyOf(types.values());
  }

  private void keep(RegisteredType type) {
    typesOf(type.tenant()).put(type.name().value(), type);
  }

  private NavigableMap<String, RegisteredType> typesOf(TenantId tenant) {
    return byTenant.computeIfAbsent(tenant, _ -> new ConcurrentSkipListMap<>());
  }

  private static EventTypesRecord rowOf(RegisteredType type) {
    JsonBytes schema = type.schema();
    var row = new EventTypesRecord();
    row.setTenantId(type.tenant().value());
    row.setName(type.name().value());
    row.setDescription(type.description());
    row.setJsonSchema(schema == null ? null : schema.bytes());
    row.setCreatedAt(type.createdAt());
    row.setUpdatedAt(type.updatedAt());
    return row;
  }

  private static RegisteredType typeOf(EventTypesRecord row) {
    byte[] schema = row.getJsonSchema();
    return new RegisteredType(
        new TenantId(row.getTenantId()),
        new EventType(row.getName()),
        row.getDescription(),
        schema == null ? null : new JsonBytes(schema),
        row.getCreatedAt(),
        row.getUpdatedAt());
  }
}
