package posthorn.sqlite;

import static posthorn.sqlite.schema.Tables.SOURCES;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import posthorn.application.port.Sources;
import posthorn.domain.inbound.Source;
import posthorn.domain.inbound.SourceId;
import posthorn.domain.tenant.TenantId;
import posthorn.sqlite.schema.tables.records.SourcesRecord;

/**
 * {@link Sources} on SQLite. Every message that comes in asks for one, and only this process
 * changes them, so all are kept in memory too; a change is in the database before it is seen here.
 */
final class SqliteSources implements Sources {
  private final SqliteWriter writer;
  private final SecretRows secrets;
  private final SqliteInboundRoutes routes;
  private final Map<SourceId, Source> byId = new ConcurrentHashMap<>();
  private final Map<TenantId, NavigableMap<String, Source>> byTenant = new ConcurrentHashMap<>();

  /** Opens all secrets, so that a key that is not there is missed at once. */
  SqliteSources(
      SqliteWriter writer, SqliteReaders readers, SecretRows secrets, SqliteInboundRoutes routes) {
    this.writer = writer;
    this.secrets = secrets;
    this.routes = routes;
    readers
        .read(sql -> sql.selectFrom(SOURCES).fetch())
        .forEach(row -> keep(SourceRows.sourceOf(row, secrets)));
  }

  @Override
  public synchronized void add(Source source) {
    SourcesRecord row = SourceRows.rowOf(source, secrets);
    writer.write(sql -> sql.executeInsert(row));
    keep(source);
  }

  @Override
  public Optional<Source> find(SourceId id) {
    return Optional.ofNullable(byId.get(id));
  }

  @Override
  public List<Source> of(TenantId tenant) {
    NavigableMap<String, Source> sources = byTenant.get(tenant);
    return sources == null ? List.of() : List.copyOf(sources.values());
  }

  @Override
  public synchronized boolean replaceIfUnchanged(Source changed) {
    SourcesRecord row = SourceRows.rowOf(changed, secrets);
    int written =
        writer.write(sql ->
            sql.update(SOURCES)
                .set(row)
                .where(SOURCES.ID.eq(changed.id().value()))
                .and(SOURCES.VERSION.eq(changed.version() - 1))
                .execute());
    if (written > 0) {
      keep(changed);
    }
    return written > 0;
  }

  @Override
  public synchronized void remove(SourceId id) {
    routes.forgetAfter(
        id,
        () ->
            writer.write(
                sql -> sql.deleteFrom(SOURCES).where(SOURCES.ID.eq(id.value())).execute()));
    Source removed = byId.remove(id);
    if (removed != null) {
      sourcesOf(removed.tenant()).remove(id.value());
    }
  }

  private void keep(Source source) {
    byId.put(source.id(), source);
    sourcesOf(source.tenant()).put(source.id().value(), source);
  }

  /** By id, so in the order they were added. */
  private NavigableMap<String, Source> sourcesOf(TenantId tenant) {
    return byTenant.computeIfAbsent(tenant, _ -> new ConcurrentSkipListMap<>());
  }
}
