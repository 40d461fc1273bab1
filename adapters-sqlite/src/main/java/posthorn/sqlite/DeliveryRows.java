package posthorn.sqlite;

import static org.jooq.impl.DSL.inline;
import static posthorn.sqlite.schema.Tables.DELIVERIES;

import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jooq.Field;
import org.jooq.Param;
import org.jooq.TableField;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;
import posthorn.domain.delivery.CancelReason;
import posthorn.domain.delivery.Deferrals;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.delivery.DeliveryState;
import posthorn.domain.delivery.DeliveryState.Cancelled;
import posthorn.domain.delivery.DeliveryState.Dead;
import posthorn.domain.delivery.DeliveryState.Delivered;
import posthorn.domain.delivery.DeliveryState.Failed;
import posthorn.domain.delivery.DeliveryState.InFlight;
import posthorn.domain.delivery.DeliveryState.Pending;
import posthorn.domain.delivery.Lease;
import posthorn.domain.delivery.Progress;
import posthorn.domain.event.EventId;
import posthorn.domain.event.EventType;
import posthorn.domain.ordering.Lane;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.retry.Failure;
import posthorn.domain.retry.FailureCategory;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;
import posthorn.sqlite.schema.tables.records.DeliveriesRecord;

/** A delivery as a row and back. */
final class DeliveryRows {
  private DeliveryRows() {}

  /** The columns that change in a delivery's life, in the order they are bound. */
  private static final List<TableField<DeliveriesRecord, ?>> PROGRESS =
      List.of(
          DELIVERIES.WORK,
          DELIVERIES.CYCLE,
          DELIVERIES.CYCLE_STARTED_AT,
          DELIVERIES.ATTEMPT_COUNT,
          DELIVERIES.MAX_ATTEMPTS,
          DELIVERIES.LAST_ATTEMPTED_AT,
          DELIVERIES.FAILURE_CATEGORY,
          DELIVERIES.FAILURE_MESSAGE,
          DELIVERIES.FAILURE_HTTP_STATUS,
          DELIVERIES.FAILURE_SAMPLE,
          DELIVERIES.DEFERRAL_COUNT,
          DELIVERIES.DEFERRAL_REASON,
          DELIVERIES.CIRCUIT_OPEN_COUNT,
          DELIVERIES.WAITS_FOR_CIRCUIT,
          DELIVERIES.STATUS,
          DELIVERIES.SCHEDULED_AT,
          DELIVERIES.DUE_AT,
          DELIVERIES.LEASE_HOLDER,
          DELIVERIES.LEASE_TOKEN,
          DELIVERIES.LEASE_EXPIRES_AT,
          DELIVERIES.COMPLETED_AT,
          DELIVERIES.DEAD_REASON,
          DELIVERIES.CANCEL_REASON);

  /** And those that don't. */
  private static final List<TableField<DeliveriesRecord, ?>> IDENTITY =
      List.of(
          DELIVERIES.ID,
          DELIVERIES.TENANT_ID,
          DELIVERIES.WEBHOOK_ID,
          DELIVERIES.EVENT_ID,
          DELIVERIES.EVENT_TYPE,
          DELIVERIES.SESSION_ID,
          DELIVERIES.CREATED_AT,
          DELIVERIES.REPLAY_OF,
          DELIVERIES.LANE);

  /** All that a delivery consists of. */
  static final List<TableField<DeliveriesRecord, ?>> COLUMNS =
      Stream.of(PROGRESS, IDENTITY).<TableField<DeliveriesRecord, ?>>flatMap(List::stream).toList();

  static final String INSERT = Jooq.insert(DELIVERIES, COLUMNS);

  /**
   * Of a delivery that somebody has: its id is bound last, and the token of its lease, or null
   * where that is not in the row.
   */
  static final String UPDATE_IF_LEASED =
      Jooq.update(
          DELIVERIES,
          PROGRESS,
          DELIVERIES
              .ID
              .eq(param(DELIVERIES.ID))
              .and(DELIVERIES.LEASE_TOKEN.isNotDistinctFrom(param(DELIVERIES.LEASE_TOKEN))));

  /** Of a delivery at rest: its id and the cycle it was in are bound last. */
  static final String UPDATE_IF_AT_REST =
      Jooq.update(
          DELIVERIES,
          PROGRESS,
          DELIVERIES
              .ID
              .eq(param(DELIVERIES.ID))
              .and(DELIVERIES.CYCLE.eq(param(DELIVERIES.CYCLE)))
              .and(DELIVERIES.STATUS.in(inline("failed"), inline("dead"), inline("cancelled"))));

  /** Of a delivery that waits: its id is bound last. */
  static final String UPDATE_IF_WAITING =
      Jooq.update(
          DELIVERIES,
          PROGRESS,
          DELIVERIES
              .ID
              .eq(param(DELIVERIES.ID))
              .and(DELIVERIES.STATUS.in(inline("pending"), inline("failed"))));

  /** Adds a delivery. */
  static void insert(WriterSession session, Delivery delivery) throws SQLException {
    Prepared insert = session.prepared(INSERT);
    bind(insert, delivery);
    insert.run();
    session.stores(delivery.tenant(), StoredBytes.DELIVERY);
    session.written(delivery);
  }

  private static void bind(Prepared insert, Delivery delivery) throws SQLException {
    DeliveryId replayOf = delivery.replayOf();
    Lane lane = delivery.lane();
    bindProgress(insert, delivery);
    insert
        .text(delivery.id().value())
        .text(delivery.tenant().value())
        .text(delivery.webhook().value())
        .text(delivery.event().value())
        .text(delivery.eventType().value())
        .text(delivery.sessionId())
        .time(delivery.createdAt())
        .text(replayOf == null ? null : replayOf.value())
        .text(lane == null ? null : lane.value());
  }

  /** Binds the columns that change, the first of an insert and of the updates. */
  static void bindProgress(Prepared statement, Delivery delivery) throws SQLException {
    Progress progress = delivery.progress();
    Failure failure = progress.lastFailure();
    Deferrals.Reason reason = progress.deferrals().lastReason();
    int circuitOpen = progress.deferrals().circuitOpen();
    statement
        .number(WorkNumber.of(delivery.work()))
        .number(progress.cycle())
        .time(progress.startedAt())
        .number(progress.attemptCount())
        .number(progress.maxAttempts())
        .time(progress.lastAttemptedAt())
        .text(failure == null ? null : failure.category().wireName())
        .text(failure == null ? null : failure.message())
        .number(failure == null ? null : failure.httpStatus())
        .text(failure == null ? null : failure.responseSample())
        .number(progress.deferrals().count())
        .text(reason == null ? null : reason.wireName())
        .number(circuitOpen == 0 ? null : circuitOpen)
        .number(progress.waitsForCircuit() ? 1 : null)
        .text(progress.state().wireName());
    bindState(statement, progress.state());
  }

  private static void bindState(Prepared statement, DeliveryState state) throws SQLException {
    switch (state) {
      case Pending(Instant dueAt) -> bindWaiting(statement, dueAt);
      case Failed(Instant dueAt) -> bindWaiting(statement, dueAt);
      case InFlight(Lease lease, Instant scheduledAt) -> {
        statement.time(scheduledAt).time(null);
        statement.text(lease.holder()).text(lease.token()).time(lease.expiresAt());
        bindEnd(statement, null, null, null);
      }
      case Delivered(Instant at) -> bindOver(statement, at, null, null);
      case Dead(Instant at, DeadReason reason) -> bindOver(statement, at, reason.wireName(), null);
      case Cancelled(Instant at, CancelReason reason) ->
          bindOver(statement, at, null, reason.wireName());
    }
  }

  private static void bindWaiting(Prepared statement, Instant dueAt) throws SQLException {
    statement.time(dueAt).time(dueAt).text(null).text(null).time(null);
    bindEnd(statement, null, null, null);
  }

  private static void bindOver(
      Prepared statement, Instant at, @Nullable String dead, @Nullable String cancelled)
      throws SQLException {
    statement.time(null).time(null).text(null).text(null).time(null);
    bindEnd(statement, at, dead, cancelled);
  }

  private static void bindEnd(
      Prepared statement, @Nullable Instant at, @Nullable String dead, @Nullable String cancelled)
      throws SQLException {
    statement.time(at).text(dead).text(cancelled);
  }

  static Delivery deliveryOf(Row row) {
    return new Delivery(
        new DeliveryId(row.get(DELIVERIES.ID)),
        new TenantId(row.get(DELIVERIES.TENANT_ID)),
        new WebhookId(row.get(DELIVERIES.WEBHOOK_ID)),
        new EventId(row.get(DELIVERIES.EVENT_ID)),
        new EventType(row.get(DELIVERIES.EVENT_TYPE)),
        row.get(DELIVERIES.SESSION_ID),
        row.get(DELIVERIES.CREATED_AT),
        row.get(DELIVERIES.REPLAY_OF) == null
            ? null
            : new DeliveryId(row.get(DELIVERIES.REPLAY_OF)),
        WorkNumber.work(row.get(DELIVERIES.WORK)).priority(),
        row.get(DELIVERIES.LANE) == null ? null : new Lane(row.get(DELIVERIES.LANE)),
        new Progress(
            row.get(DELIVERIES.CYCLE),
            row.get(DELIVERIES.CYCLE_STARTED_AT),
            row.get(DELIVERIES.ATTEMPT_COUNT),
            row.get(DELIVERIES.MAX_ATTEMPTS),
            row.get(DELIVERIES.LAST_ATTEMPTED_AT),
            failureOf(row),
            deferralsOf(row),
            row.get(DELIVERIES.WAITS_FOR_CIRCUIT) != null,
            stateOf(row)));
  }

  private static @Nullable Failure failureOf(Row row) {
    if (row.get(DELIVERIES.FAILURE_CATEGORY) == null) {
      return null;
    }
    return new Failure(
        FailureCategory.valueOf(constant(row.get(DELIVERIES.FAILURE_CATEGORY))),
        row.get(DELIVERIES.FAILURE_MESSAGE),
        row.get(DELIVERIES.FAILURE_HTTP_STATUS),
        row.get(DELIVERIES.FAILURE_SAMPLE));
  }

  private static Deferrals deferralsOf(Row row) {
    int count = row.get(DELIVERIES.DEFERRAL_COUNT);
    String reason = count == 0 ? null : row.get(DELIVERIES.DEFERRAL_REASON);
    Integer circuitOpen = row.get(DELIVERIES.CIRCUIT_OPEN_COUNT);
    return new Deferrals(
        count,
        circuitOpen == null ? 0 : circuitOpen,
        reason == null ? null : Deferrals.Reason.valueOf(constant(reason)));
  }

  private static DeliveryState stateOf(Row row) {
    return switch (row.get(DELIVERIES.STATUS)) {
      case "pending" -> new Pending(row.get(DELIVERIES.SCHEDULED_AT));
      case "failed" -> new Failed(row.get(DELIVERIES.SCHEDULED_AT));
      case "in_flight" ->
          new InFlight(
              new Lease(
                  row.get(DELIVERIES.LEASE_HOLDER),
                  row.get(DELIVERIES.LEASE_TOKEN),
                  row.get(DELIVERIES.LEASE_EXPIRES_AT)),
              row.get(DELIVERIES.SCHEDULED_AT));
      case "delivered" -> new Delivered(row.get(DELIVERIES.COMPLETED_AT));
      case "dead" ->
          new Dead(
              row.get(DELIVERIES.COMPLETED_AT),
              DeadReason.valueOf(constant(row.get(DELIVERIES.DEAD_REASON))));
      case "cancelled" ->
          new Cancelled(
              row.get(DELIVERIES.COMPLETED_AT),
              CancelReason.valueOf(constant(row.get(DELIVERIES.CANCEL_REASON))));
      default -> throw new IllegalStateException("unknown status " + row.get(DELIVERIES.STATUS));
    };
  }

  private static <T> Param<T> param(Field<T> field) {
    return DSL.param(field.getName(), field.getType());
  }

  private static String constant(String wireName) {
    return wireName.toUpperCase(Locale.ROOT);
  }
}
