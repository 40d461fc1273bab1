package posthorn.sqlite;

import static org.jooq.impl.DSL.exists;
import static org.jooq.impl.DSL.selectOne;
import static posthorn.sqlite.schema.Tables.ROUTES;
import static posthorn.sqlite.schema.Tables.SOURCES;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jooq.Condition;
import posthorn.application.port.InboundRoutes;
import posthorn.domain.event.EventType;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.inbound.Route;
import posthorn.domain.inbound.RouteId;
import posthorn.domain.inbound.Routes;
import posthorn.domain.inbound.SourceId;
import posthorn.domain.tenant.TenantId;
import posthorn.sqlite.schema.tables.records.RoutesRecord;

/**
 * {@link InboundRoutes} on SQLite. Every message that comes in asks for its source's, and only this
 * process changes them, so all are kept in memory too. Changes are rare, and made one at a time,
 * that of a source's removal among them: so both agree on the last.
 */
final class SqliteInboundRoutes implements InboundRoutes {
  private static final Routes NONE = new Routes(List.of());

  private final SqliteWriter writer;
  private final Map<TenantId, NavigableMap<String, Route>> byTenant = new ConcurrentHashMap<>();
  private final Map<SourceId, Routes> bySource = new ConcurrentHashMap<>();

  SqliteInboundRoutes(SqliteWriter writer, SqliteReaders readers) {
    this.writer = writer;
    readers
        .read(sql -> sql.selectFrom(ROUTES).fetch(SqliteInboundRoutes::routeOf))
        .forEach(route -> routesOf(route.tenant()).put(route.id().value(), route));
    byTenant.forEach((tenant, routes) ->
        routes.values().stream()
            .map(Route::source)
            .distinct()
            .forEach(source -> gather(tenant, source)));
  }

  @Override
  public synchronized boolean addIfSourceRemains(Route route) {
    RoutesRecord row = rowOf(route);
    int added =
        writer.write(sql ->
            sql.fetchExists(selectOne().from(SOURCES).where(isSourceOf(route)))
                ? sql.executeInsert(row)
                : 0);
    if (added > 0) {
      routesOf(route.tenant()).put(route.id().value(), route);
      gather(route.tenant(), route.source());
    }
    return added > 0;
  }

  @Override
  public Optional<Route> find(TenantId tenant, RouteId id) {
    NavigableMap<String, Route> routes = byTenant.get(tenant);
    return routes == null ? Optional.empty() : Optional.ofNullable(routes.get(id.value()));
  }

  @Override
  public Routes of(SourceId source) {
    return bySource.getOrDefault(source, NONE);
  }

  @Override
  public List<Route> of(TenantId tenant) {
    NavigableMap<String, Route> routes = byTenant.get(tenant);
    return routes == null ? List.of() : List.copyOf(routes.values());
  }

  @Override
  public synchronized boolean replaceIfUnchanged(Route seen, Route changed) {
    if (!find(seen.tenant(), seen.id()).equals(Optional.of(seen))) {
      return false;
    }
    RoutesRecord row = rowOf(changed);
    int written =
        writer.write(sql ->
            sql.update(ROUTES)
                .set(row)
                .where(ROUTES.ID.eq(changed.id().value()))
                .and(exists(selectOne().from(SOURCES).where(isSourceOf(changed))))
                .execute());
    if (written > 0) {
      routesOf(changed.tenant()).put(changed.id().value(), changed);
      gather(seen.tenant(), seen.source());
      gather(changed.tenant(), changed.source());
    }
    return written > 0;
  }

  @Override
  public synchronized boolean remove(TenantId tenant, RouteId id) {
    Optional<Route> found = find(tenant, id);
    if (found.isEmpty()) {
      return false;
    }
    writer.write(sql -> sql.deleteFrom(ROUTES).where(ROUTES.ID.eq(id.value())).execute());
    routesOf(tenant).remove(id.value());
    gather(tenant, found.get().source());
    return true;
  }

  /** Removes a source, with which its routes go by the foreign key. */
  synchronized void forgetAfter(SourceId source, Runnable removal) {
    removal.run();
    for (Route route : of(source).routes()) {
      routesOf(route.tenant()).remove(route.id().value());
    }
    bySource.remove(source);
  }

  /** Those of a source, as they are now. */
  private void gather(TenantId tenant, SourceId source) {
    bySource.put(
        source,
        new Routes(of(tenant).stream().filter(route -> route.source().equals(source)).toList()));
  }

  private NavigableMap<String, Route> routesOf(TenantId tenant) {
    return byTenant.computeIfAbsent(tenant, _ -> new ConcurrentSkipListMap<>());
  }

  private static Condition isSourceOf(Route route) {
    return SOURCES.ID.eq(route.source().value()).and(SOURCES.TENANT_ID.eq(route.tenant().value()));
  }

  private static RoutesRecord rowOf(Route route) {
    var row = new RoutesRecord();
    row.setId(route.id().value());
    row.setTenantId(route.tenant().value());
    row.setSourceId(route.source().value());
    row.setEventPattern(route.eventType().value());
    row.setIntent(route.intent().value());
    row.setTarget(route.target());
    row.setCreatedAt(route.createdAt());
    row.setUpdatedAt(route.updatedAt());
    return row;
  }

  private static Route routeOf(RoutesRecord row) {
    return new Route(
        new RouteId(row.getId()),
        new TenantId(row.getTenantId()),
        new SourceId(row.getSourceId()),
        new EventTypePattern(row.getEventPattern()),
        new EventType(row.getIntent()),
        row.getTarget(),
        row.getCreatedAt(),
        row.getUpdatedAt());
  }
}
