package posthorn.sqlite;

import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.noCondition;
import static posthorn.sqlite.schema.Tables.ATTEMPTS;
import static posthorn.sqlite.schema.Tables.DELIVERIES;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jooq.Condition;
import posthorn.application.port.Deliveries;
import posthorn.application.port.DeliveryQuery;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.tenant.TenantId;

/** {@link Deliveries} on SQLite. */
final class SqliteDeliveries implements Deliveries {
  private final SqliteWriter writer;
  private final SqliteReaders readers;

  private final Batch<Delivery, Boolean> restartAll = SqliteDeliveries::restartAll;

  SqliteDeliveries(SqliteWriter writer, SqliteReaders readers) {
    this.writer = writer;
    this.readers = readers;
  }

  @Override
  public boolean restartIfAtRest(Delivery restarted) {
    return writer.write(restartAll, restarted);
  }

  private static List<Boolean> restartAll(WriterSession session, List<Delivery> restarted)
      throws SQLException {
    Prepared update = session.prepared(DeliveryRows.UPDATE_IF_AT_REST);
    var done = new ArrayList<Boolean>(restarted.size());
    for (Delivery delivery : restarted) {
      DeliveryRows.bindProgress(update, delivery);
      update.text(delivery.id().value()).number(delivery.progress().cycle() - 1);
      done.add(update.run() > 0);
    }
    return done;
  }

  @Override
  public Optional<Delivery> find(TenantId tenant, DeliveryId id) {
    return readers.read(sql ->
        sql.selectFrom(DELIVERIES)
            .where(DELIVERIES.ID.eq(id.value()))
            .and(DELIVERIES.TENANT_ID.eq(tenant.value()))
            .fetchOptional(row -> DeliveryRows.deliveryOf(row::get)));
  }

  @Override
  public List<Delivery> list(DeliveryQuery query) {
    return readers.read(sql ->
        sql.selectFrom(DELIVERIES)
            .where(matching(query))
            .orderBy(DELIVERIES.ID.desc())
            .limit(query.limit())
            .fetch(row -> DeliveryRows.deliveryOf(row::get)));
  }

  @Override
  public List<Attempt> attemptsOf(DeliveryId id) {
    return readers.read(sql ->
        sql.selectFrom(ATTEMPTS)
            .where(ATTEMPTS.DELIVERY_ID.eq(id.value()))
            .orderBy(ATTEMPTS.CYCLE, ATTEMPTS.NUMBER)
            .fetch(AttemptRows::attemptOf));
  }

  /** The status stands in the text: a partial index is not used for what is only known later. */
  private static Condition matching(DeliveryQuery query) {
    var status = query.status();
    var webhook = query.webhook();
    var before = query.before();
    return DELIVERIES
        .TENANT_ID
        .eq(query.tenant().value())
        .and(status == null ? noCondition() : DELIVERIES.STATUS.eq(inline(status)))
        .and(webhook == null ? noCondition() : DELIVERIES.WEBHOOK_ID.eq(webhook.value()))
        .and(before == null ? noCondition() : DELIVERIES.ID.lt(before.value()));
  }
}
