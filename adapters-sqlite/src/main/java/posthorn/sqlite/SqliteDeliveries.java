package posthorn.sqlite;

import static org.jooq.impl.DSL.min;
import static org.jooq.impl.DSL.noCondition;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.when;
import static posthorn.sqlite.schema.Tables.ATTEMPTS;
import static posthorn.sqlite.schema.Tables.DELIVERIES;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jooq.Condition;
import posthorn.application.port.ClaimedDelivery;
import posthorn.application.port.Deliveries;
import posthorn.application.port.DeliveryQuery;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.delivery.Lease;
import posthorn.domain.tenant.TenantId;

/** {@link Deliveries} on SQLite. */
final class SqliteDeliveries implements Deliveries {
  private static final String PENDING = "pending";
  private static final String FAILED = "failed";
  private static final String IN_FLIGHT = "in_flight";
  private static final String DEAD = "dead";
  private static final String CANCELLED = "cancelled";

  private final SqliteWriter writer;
  private final SqliteReaders readers;

  SqliteDeliveries(SqliteWriter writer, SqliteReaders readers) {
    this.writer = writer;
    this.readers = readers;
  }

  @Override
  public List<ClaimedDelivery> claimDue(Instant now, Lease lease, int limit) {
    List<Delivery> claimed =
        writer.write(sql ->
            sql.update(DELIVERIES)
                .set(DELIVERIES.STATUS, IN_FLIGHT)
                .set(DELIVERIES.LEASE_HOLDER, lease.holder())
                .set(DELIVERIES.LEASE_TOKEN, lease.token())
                .set(DELIVERIES.DUE_AT, lease.expiresAt())
                .where(
                    DELIVERIES.ID.in(
                        select(DELIVERIES.ID)
                            .from(DELIVERIES)
                            .where(DELIVERIES.DUE_AT.le(now))
                            .orderBy(DELIVERIES.DUE_AT, DELIVERIES.ID)
                            .limit(limit)))
                .returning()
                .fetch(DeliveryRows::deliveryOf));
    if (claimed.isEmpty()) {
      return List.of();
    }
    return readers.read(sql -> ClaimRows.withTheirParts(sql, claimed));
  }

  @Override
  public Settlement settleIfLeased(Delivery settled, Attempt attempt, Lease lease) {
    return writer.write(sql -> {
      int updated =
          sql.update(DELIVERIES)
              .set(DeliveryRows.progressOf(settled))
              .where(isUnder(lease, settled.id()))
              .execute();
      if (updated == 0) {
        return Settlement.LEASE_LOST;
      }
      sql.executeInsert(AttemptRows.rowOf(attempt));
      return Settlement.RECORDED;
    });
  }

  @Override
  public Settlement releaseIfLeased(Delivery released, Lease lease) {
    int updated =
        writer.write(sql ->
            sql.update(DELIVERIES)
                .set(DeliveryRows.progressOf(released))
                .where(isUnder(lease, released.id()))
                .execute());
    return updated == 0 ? Settlement.LEASE_LOST : Settlement.RECORDED;
  }

  @Override
  public int releaseAllHeldBy(String holder) {
    return writer.write(sql ->
        sql.update(DELIVERIES)
            .set(DELIVERIES.STATUS, when(DELIVERIES.ATTEMPT_COUNT.eq(0), PENDING).otherwise(FAILED))
            .set(DELIVERIES.DUE_AT, DELIVERIES.SCHEDULED_AT)
            .setNull(DELIVERIES.LEASE_HOLDER)
            .setNull(DELIVERIES.LEASE_TOKEN)
            .where(DELIVERIES.LEASE_HOLDER.eq(holder))
            .execute());
  }

  @Override
  public boolean restartIfAtRest(Delivery restarted) {
    int updated =
        writer.write(sql ->
            sql.update(DELIVERIES)
                .set(DeliveryRows.progressOf(restarted))
                .where(DELIVERIES.ID.eq(restarted.id().value()))
                .and(DELIVERIES.STATUS.in(FAILED, DEAD, CANCELLED))
                .and(DELIVERIES.CYCLE.eq(restarted.progress().cycle() - 1))
                .execute());
    return updated > 0;
  }

  @Override
  public Optional<Instant> nextDueAt() {
    return readers.read(sql ->
        sql.select(min(DELIVERIES.DUE_AT))
            .from(DELIVERIES)
            .where(DELIVERIES.DUE_AT.isNotNull())
            .fetchOptional(row -> row.value1()));
  }

  @Override
  public Optional<Delivery> find(TenantId tenant, DeliveryId id) {
    return readers.read(sql ->
        sql.selectFrom(DELIVERIES)
            .where(DELIVERIES.ID.eq(id.value()))
            .and(DELIVERIES.TENANT_ID.eq(tenant.value()))
            .fetchOptional(DeliveryRows::deliveryOf));
  }

  @Override
  public List<Delivery> list(DeliveryQuery query) {
    return readers.read(sql ->
        sql.selectFrom(DELIVERIES)
            .where(matching(query))
            .orderBy(DELIVERIES.ID.desc())
            .limit(query.limit())
            .fetch(DeliveryRows::deliveryOf));
  }

  @Override
  public List<Attempt> attemptsOf(DeliveryId id) {
    return readers.read(sql ->
        sql.selectFrom(ATTEMPTS)
            .where(ATTEMPTS.DELIVERY_ID.eq(id.value()))
            .orderBy(ATTEMPTS.CYCLE, ATTEMPTS.NUMBER)
            .fetch(AttemptRows::attemptOf));
  }

  private static Condition isUnder(Lease lease, DeliveryId id) {
    return DELIVERIES
        .ID
        .eq(id.value())
        .and(DELIVERIES.STATUS.eq(IN_FLIGHT))
        .and(DELIVERIES.LEASE_TOKEN.eq(lease.token()));
  }

  private static Condition matching(DeliveryQuery query) {
    var status = query.status();
    var webhook = query.webhook();
    var before = query.before();
    return DELIVERIES
        .TENANT_ID
        .eq(query.tenant().value())
        .and(status == null ? noCondition() : DELIVERIES.STATUS.eq(status))
        .and(webhook == null ? noCondition() : DELIVERIES.WEBHOOK_ID.eq(webhook.value()))
        .and(before == null ? noCondition() : DELIVERIES.ID.lt(before.value()));
  }
}
