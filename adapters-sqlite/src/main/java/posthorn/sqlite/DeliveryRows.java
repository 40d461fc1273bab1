package posthorn.sqlite;

import java.time.Instant;
import java.util.Locale;
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
import posthorn.domain.retry.DeadReason;
import posthorn.domain.retry.Failure;
import posthorn.domain.retry.FailureCategory;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;
import posthorn.sqlite.schema.tables.records.DeliveriesRecord;

/** A delivery as a row and back. */
final class DeliveryRows {
  private DeliveryRows() {}

  /** The whole row, for an insert. */
  static DeliveriesRecord rowOf(Delivery delivery) {
    DeliveriesRecord row = progressOf(delivery);
    row.setId(delivery.id().value());
    row.setTenantId(delivery.tenant().value());
    row.setWebhookId(delivery.webhook().value());
    row.setEventId(delivery.event().value());
    row.setEventType(delivery.eventType().value());
    row.setSessionId(delivery.sessionId());
    row.setCreatedAt(delivery.createdAt());
    DeliveryId replayOf = delivery.replayOf();
    row.setReplayOf(replayOf == null ? null : replayOf.value());
    return row;
  }

  /** The columns that change in a delivery's life, for an update. */
  static DeliveriesRecord progressOf(Delivery delivery) {
    Progress progress = delivery.progress();
    Failure failure = progress.lastFailure();
    var row = new DeliveriesRecord();
    row.setCycle(progress.cycle());
    row.setCycleStartedAt(progress.startedAt());
    row.setAttemptCount(progress.attemptCount());
    row.setMaxAttempts(progress.maxAttempts());
    row.setLastAttemptedAt(progress.lastAttemptedAt());
    row.setFailureCategory(failure == null ? null : failure.category().wireName());
    row.setFailureMessage(failure == null ? null : failure.message());
    row.setFailureHttpStatus(failure == null ? null : failure.httpStatus());
    row.setFailureSample(failure == null ? null : failure.responseSample());
    Deferrals.Reason reason = progress.deferrals().lastReason();
    row.setDeferralCount(progress.deferrals().count());
    row.setDeferralReason(reason == null ? null : reason.wireName());
    setState(row, progress.state());
    return row;
  }

  private static void setState(DeliveriesRecord row, DeliveryState state) {
    row.setStatus(state.wireName());
    row.setDueAt(state.dueAt());
    row.setScheduledAt(null);
    row.setLeaseHolder(null);
    row.setLeaseToken(null);
    row.setCompletedAt(null);
    row.setDeadReason(null);
    row.setCancelReason(null);
    switch (state) {
      case Pending(Instant dueAt) -> row.setScheduledAt(dueAt);
      case Failed(Instant dueAt) -> row.setScheduledAt(dueAt);
      case InFlight(Lease lease, Instant scheduledAt) -> {
        row.setScheduledAt(scheduledAt);
        row.setLeaseHolder(lease.holder());
        row.setLeaseToken(lease.token());
      }
      case Delivered(Instant at) -> row.setCompletedAt(at);
      case Dead(Instant at, DeadReason reason) -> {
        row.setCompletedAt(at);
        row.setDeadReason(reason.wireName());
      }
      case Cancelled(Instant at, CancelReason reason) -> {
        row.setCompletedAt(at);
        row.setCancelReason(reason.wireName());
      }
    }
  }

  static Delivery deliveryOf(DeliveriesRecord row) {
    return new Delivery(
        new DeliveryId(row.getId()),
        new TenantId(row.getTenantId()),
        new WebhookId(row.getWebhookId()),
        new EventId(row.getEventId()),
        new EventType(row.getEventType()),
        row.getSessionId(),
        row.getCreatedAt(),
        row.getReplayOf() == null ? null : new DeliveryId(row.getReplayOf()),
        new Progress(
            row.getCycle(),
            row.getCycleStartedAt(),
            row.getAttemptCount(),
            row.getMaxAttempts(),
            row.getLastAttemptedAt(),
            failureOf(row),
            deferralsOf(row),
            stateOf(row)));
  }

  private static @Nullable Failure failureOf(DeliveriesRecord row) {
    if (row.getFailureCategory() == null) {
      return null;
    }
    return new Failure(
        FailureCategory.valueOf(constant(row.getFailureCategory())),
        row.getFailureMessage(),
        row.getFailureHttpStatus(),
        row.getFailureSample());
  }

  private static Deferrals deferralsOf(DeliveriesRecord row) {
    String reason = row.getDeferralReason();
    return new Deferrals(
        row.getDeferralCount(), reason == null ? null : Deferrals.Reason.valueOf(constant(reason)));
  }

  private static DeliveryState stateOf(DeliveriesRecord row) {
    return switch (row.getStatus()) {
      case "pending" -> new Pending(row.getDueAt());
      case "failed" -> new Failed(row.getDueAt());
      case "in_flight" ->
          new InFlight(
              new Lease(row.getLeaseHolder(), row.getLeaseToken(), row.getDueAt()),
              row.getScheduledAt());
      case "delivered" -> new Delivered(row.getCompletedAt());
      case "dead" ->
          new Dead(row.getCompletedAt(), DeadReason.valueOf(constant(row.getDeadReason())));
      case "cancelled" ->
          new Cancelled(
              row.getCompletedAt(), CancelReason.valueOf(constant(row.getCancelReason())));
      default -> throw new IllegalStateException("unknown status " + row.getStatus());
    };
  }

  private static String constant(String wireName) {
    return wireName.toUpperCase(Locale.ROOT);
  }
}
