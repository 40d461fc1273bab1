package posthorn.sqlite;

import static java.util.stream.Collectors.groupingBy;
import static posthorn.sqlite.schema.Tables.ATTEMPTS;
import static posthorn.sqlite.schema.Tables.DELIVERIES;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.ArchiveEntry.PastDelivery;
import posthorn.application.port.History;
import posthorn.application.port.History.Page;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.id.IdForm;

/** The deliveries that ended long ago; their attempts go with them, by the foreign key. */
final class OldDeliveries implements History.Old<PastDelivery> {
  private final SqliteWriter writer;
  private final SqliteReaders readers;
  private final Instant endedBefore;
  private final Instant diedBefore;

  OldDeliveries(
      SqliteWriter writer, SqliteReaders readers, Instant endedBefore, Instant diedBefore) {
    this.writer = writer;
    this.readers = readers;
    this.endedBefore = endedBefore;
    this.diedBefore = diedBefore;
  }

  @Override
  public Page<PastDelivery> page(@Nullable String after, int limit) {
    return readers.read(sql -> {
      List<Delivery> found = find(sql, after == null ? "" : after, limit);
      Map<DeliveryId, List<Attempt>> attempts = attemptsOf(sql, found);
      return new Page<>(
          found.stream()
              .map(each -> new PastDelivery(each, attempts.getOrDefault(each.id(), List.of())))
              .toList(),
          found.size() < limit ? null : found.getLast().id().value());
    });
  }

  private List<Delivery> find(DSLContext sql, String after, int limit) {
    // Nothing has ended before it was made.
    Instant madeBefore = endedBefore.isAfter(diedBefore) ? endedBefore : diedBefore;
    return sql.resultQuery(
            HistorySql.DELIVERIES,
            after,
            IdForm.first(DeliveryId.PREFIX, madeBefore),
            endedBefore.toEpochMilli(),
            diedBefore.toEpochMilli(),
            limit)
        .coerce(DELIVERIES)
        .fetch(row -> DeliveryRows.deliveryOf(row::get));
  }

  private static Map<DeliveryId, List<Attempt>> attemptsOf(DSLContext sql, List<Delivery> found) {
    return sql
        .resultQuery(HistorySql.ATTEMPTS_OF, idsOf(found.stream().map(Delivery::id).toList()))
        .coerce(ATTEMPTS)
        .fetch(AttemptRows::attemptOf)
        .stream()
        .collect(groupingBy(Attempt::delivery));
  }

  @Override
  public int removeIfStillOld(List<PastDelivery> entries) {
    String ids = idsOf(entries.stream().map(past -> past.delivery().id()).toList());
    return writer.write(sql ->
        sql.execute(
            HistorySql.REMOVE_DELIVERIES,
            ids,
            endedBefore.toEpochMilli(),
            diedBefore.toEpochMilli()));
  }

  private static String idsOf(List<DeliveryId> ids) {
    return Json.array(ids.stream().map(DeliveryId::value));
  }
}
