package posthorn.sqlite;

import static java.util.Objects.requireNonNull;
import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;
import static posthorn.sqlite.schema.Tables.ATTEMPTS;
import static posthorn.sqlite.schema.Tables.DELIVERIES;
import static posthorn.sqlite.schema.Tables.EVENTS;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import posthorn.application.port.Deliveries;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.port.Page;
import posthorn.application.port.Webhooks;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.CancelReason;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.event.Event;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/** {@link Deliveries} on SQLite. */
final class SqliteDeliveries implements Deliveries {
  private final SqliteWriter writer;
  private final SqliteReaders readers;
  private final Webhooks webhooks;
  private final DeliveryList list;
  private final Holds holds;

  private final Batch<Delivery, Boolean> restartAll = SqliteDeliveries::restartAll;
  private final Batch<Delivery, Boolean> addAll = SqliteDeliveries::addAll;
  private final Cancellations cancellations;

  SqliteDeliveries(
      SqliteWriter writer,
      SqliteReaders readers,
      Webhooks webhooks,
      DeliveryList list,
      Holds holds) {
    this.writer = writer;
    this.readers = readers;
    this.webhooks = webhooks;
    this.list = list;
    this.holds = holds;
    this.cancellations = new Cancellations(new Lanes(webhooks));
  }

  @Override
  public boolean restartIfAtRest(Delivery restarted) {
    return unlessInFlight(restarted.id(), () -> writer.write(restartAll, restarted), false);
  }

  private static List<Boolean> restartAll(WriterSession session, List<Delivery> restarted)
      throws SQLException {
    Prepared update = session.prepared(DeliveryRows.UPDATE_IF_AT_REST);
    var done = new ArrayList<Boolean>(restarted.size());
    for (Delivery delivery : restarted) {
      DeliveryRows.bindProgress(update, delivery);
      update.text(delivery.id().value()).number(delivery.progress().cycle() - 1);
      boolean isRestarted = update.run() > 0;
      if (isRestarted) {
        session.written(delivery);
      }
      done.add(isRestarted);
    }
    return done;
  }

  @Override
  public boolean addIfEventRemains(Delivery delivery) {
    return writer.write(addAll, delivery);
  }

  private static List<Boolean> addAll(WriterSession session, List<Delivery> added)
      throws SQLException {
    var done = new ArrayList<Boolean>(added.size());
    for (Delivery delivery : added) {
      boolean remains = session.sql().fetchExists(EVENTS, EVENTS.ID.eq(delivery.event().value()));
      if (remains) {
        DeliveryRows.insert(session, delivery);
        BatchSteps.mark(session, delivery);
      }
      done.add(remains);
    }
    return done;
  }

  @Override
  public Optional<Delivery> cancelIfWaiting(
      TenantId tenant, DeliveryId id, CancelReason reason, Instant now) {
    var command = new Cancellations.Command(tenant, id, reason, now);
    return unlessInFlight(id, () -> writer.write(cancellations, command), Optional.empty());
  }

  /** Changes a delivery, and nobody takes it meanwhile; unless somebody has it already. */
  private <T> T unlessInFlight(DeliveryId id, Supplier<T> change, T otherwise) {
    if (!holds.reserve(id)) {
      return otherwise;
    }
    try {
      return change.get();
    } finally {
      holds.release(id);
    }
  }

  @Override
  public int unfinished(WebhookId webhook) {
    return readers.read(sql ->
        requireNonNull(
            sql.resultQuery(UnfinishedSql.COUNT, webhook.value(), webhook.value(), webhook.value())
                .fetchOne(0, Integer.class)));
  }

  @Override
  public Optional<Event> eventOf(Delivery delivery) {
    return readers.read(sql ->
        sql.selectFrom(EVENTS)
            .where(EVENTS.ID.eq(delivery.event().value()))
            .fetchOptional(row -> EventRows.eventOf(row::get)));
  }

  @Override
  public Optional<Delivery> find(TenantId tenant, DeliveryId id) {
    return readers.read(sql ->
        sql.selectFrom(DELIVERIES)
            .where(DELIVERIES.ID.eq(id.value()))
            .and(DELIVERIES.TENANT_ID.eq(tenant.value()))
            .fetchOptional(row -> holds.seen(DeliveryRows.deliveryOf(row::get))));
  }

  @Override
  public Page<Delivery, DeliveryId> page(DeliveryQuery query) {
    WebhookId webhook = query.webhook();
    // Else it would walk all that another tenant's webhook has, to find nothing.
    if (webhook != null && !isOf(query.tenant(), webhook)) {
      return Page.empty();
    }
    return readers.read(sql -> list.page(sql, query, holds));
  }

  private boolean isOf(TenantId tenant, WebhookId webhook) {
    return webhooks.find(webhook).filter(found -> found.tenant().equals(tenant)).isPresent();
  }

  @Override
  public List<Attempt> attemptsOf(DeliveryId id) {
    return readers.read(sql ->
        sql.selectFrom(ATTEMPTS)
            .where(ATTEMPTS.DELIVERY_ID.eq(id.value()))
            .orderBy(ATTEMPTS.CYCLE, ATTEMPTS.NUMBER)
            .fetch(AttemptRows::attemptOf));
  }

  @Override
  public Map<DeliveryId, Attempt> lastAttemptsOf(List<DeliveryId> ids) {
    return readers.read(sql ->
        sql
            .resultQuery(AttemptRows.LAST_OF, Json.array(ids.stream()))
            .coerce(ATTEMPTS)
            .fetch(AttemptRows::attemptOf)
            .stream()
            .collect(toMap(Attempt::delivery, identity())));
  }
}
