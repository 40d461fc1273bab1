package posthorn.sqlite;

import static java.util.stream.Collectors.groupingBy;
import static posthorn.sqlite.schema.Tables.ATTEMPTS;
import static posthorn.sqlite.schema.Tables.DELIVERIES;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.ArchiveEntry.PastDelivery;
import posthorn.application.port.History;
import posthorn.application.port.History.Before;
import posthorn.application.port.History.Page;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.id.IdForm;
import posthorn.domain.tenant.TenantId;
import posthorn.sqlite.TenantWalk.Room;

/** The deliveries that ended long ago; their attempts go with them, by the foreign key. */
final class OldDeliveries implements History.Old<PastDelivery> {
  private final SqliteWriter writer;
  private final SqliteReaders readers;
  private final Statements statements;
  private final Before before;
  private final Batch<Map<TenantId, List<Delivery>>, Integer> remove = Batch.each(this::remove);
  private final TenantWalk<PastDelivery> walk =
      new TenantWalk<>(HistorySql.NEXT_TENANT_OF_DELIVERIES, this::of);

  /** Which of them. */
  record Statements(String find, String remove) {
    static final Statements OF_DELIVERED =
        new Statements(HistorySql.DELIVERIES, HistorySql.REMOVE_DELIVERIES);
    static final Statements OF_DEAD =
        new Statements(HistorySql.DEAD_LETTERS, HistorySql.REMOVE_DEAD_LETTERS);
  }

  OldDeliveries(SqliteWriter writer, SqliteReaders readers, Statements statements, Before before) {
    this.writer = writer;
    this.readers = readers;
    this.statements = statements;
    this.before = before;
  }

  @Override
  public Page<PastDelivery> page(@Nullable String after, int limit) {
    return readers.read(sql -> walk.page(sql, after, limit));
  }

  private Page<PastDelivery> of(DSLContext sql, TenantId tenant, String after, Room room) {
    Instant endedBefore = before.of(tenant);
    List<Delivery> found =
        sql.resultQuery(
                statements.find,
                tenant.value(),
                after,
                // Nothing has ended before it was made.
                IdForm.first(DeliveryId.PREFIX, endedBefore),
                endedBefore.toEpochMilli(),
                room.count())
            .coerce(DELIVERIES)
            .fetch(row -> DeliveryRows.deliveryOf(row::get));
    boolean isFull = false;
    for (Delivery _ : found) {
      isFull = room.isFullWith(0);
    }
    Map<DeliveryId, List<Attempt>> attempts = attemptsOf(sql, found);
    return new Page<>(
        found.stream()
            .map(each -> new PastDelivery(each, attempts.getOrDefault(each.id(), List.of())))
            .toList(),
        isFull ? found.getLast().id().value() : null);
  }

  private static Map<DeliveryId, List<Attempt>> attemptsOf(DSLContext sql, List<Delivery> found) {
    if (found.isEmpty()) {
      return Map.of();
    }
    return sql
        .resultQuery(HistorySql.ATTEMPTS_OF, idsOf(found.stream().map(Delivery::id).toList()))
        .coerce(ATTEMPTS)
        .fetch(AttemptRows::attemptOf)
        .stream()
        .collect(groupingBy(Attempt::delivery));
  }

  @Override
  public int removeIfStillOld(List<PastDelivery> entries) {
    Map<TenantId, List<Delivery>> byTenant =
        entries.stream().map(PastDelivery::delivery).collect(groupingBy(Delivery::tenant));
    return writer.write(remove, byTenant);
  }

  private int remove(WriterSession session, Map<TenantId, List<Delivery>> byTenant)
      throws SQLException {
    int removed = 0;
    for (Map.Entry<TenantId, List<Delivery>> of : byTenant.entrySet()) {
      String ids = idsOf(of.getValue().stream().map(Delivery::id).toList());
      long attempts = attempts(session, ids);
      int gone = session.prepared(statements.remove).text(ids).time(before.of(of.getKey())).run();
      attempts -= attempts(session, ids);
      session.stores(of.getKey(), -(gone * StoredBytes.DELIVERY + attempts * StoredBytes.ATTEMPT));
      removed += gone;
    }
    return removed;
  }

  private static long attempts(WriterSession session, String ids) throws SQLException {
    try (ResultSet count = session.prepared(HistorySql.COUNT_ATTEMPTS).text(ids).query()) {
      return count.getLong(1);
    }
  }

  private static String idsOf(List<DeliveryId> ids) {
    return Json.array(ids.stream().map(DeliveryId::value));
  }
}
