package posthorn.files;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.ArchiveEntry.PastDelivery;
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
import posthorn.domain.retry.Failure;

/** A delivery as the archive keeps it, with the API's names, and its attempts. */
record DeliveryLine(
    String id,
    String tenantId,
    String webhookId,
    String eventId,
    String eventType,
    @Nullable String sessionId,
    String status,
    int attemptCount,
    int maxAttempts,
    int cycle,
    @Nullable Instant lastAttemptedAt,
    Instant createdAt,
    @Nullable Instant completedAt,
    @Nullable ErrorDetail errorDetail,
    @Nullable String failureCategory,
    @Nullable String deadReason,
    @Nullable String replayOf,
    DeferralCount deferrals,
    List<AttemptLine> attempts) {

  /** Why the last attempt failed. */
  record ErrorDetail(
      String category,
      String message,
      @Nullable Integer httpStatus,
      @Nullable String responseSample) {
    static ErrorDetail of(Failure failure) {
      return new ErrorDetail(
          failure.category().wireName(),
          failure.message(),
          failure.httpStatus(),
          failure.responseSample());
    }
  }

  /**
   * How often it was deferred.
   *
   * @param circuitOpen how often by its webhook's circuit
   */
  record DeferralCount(int count, int circuitOpen, @Nullable String lastReason) {
    static DeferralCount of(Deferrals deferrals) {
      Deferrals.Reason reason = deferrals.lastReason();
      return new DeferralCount(
          deferrals.count(), deferrals.circuitOpen(), reason == null ? null : reason.wireName());
    }
  }

  static DeliveryLine of(PastDelivery past) {
    Delivery delivery = past.delivery();
    var progress = delivery.progress();
    Failure failure = progress.lastFailure();
    DeliveryId replayOf = delivery.replayOf();
    return new DeliveryLine(
        delivery.id().value(),
        delivery.tenant().value(),
        delivery.webhook().value(),
        delivery.event().value(),
        delivery.eventType().value(),
        delivery.sessionId(),
        delivery.state().wireName(),
        progress.attemptCount(),
        progress.maxAttempts(),
        progress.cycle(),
        progress.lastAttemptedAt(),
        delivery.createdAt(),
        delivery.state().endedAt(),
        failure == null ? null : ErrorDetail.of(failure),
        failure == null ? null : failure.category().wireName(),
        deadReason(delivery.state()),
        replayOf == null ? null : replayOf.value(),
        DeferralCount.of(progress.deferrals()),
        past.attempts().stream().map(attempt -> AttemptLine.of(attempt, delivery)).toList());
  }

  private static @Nullable String deadReason(DeliveryState state) {
    return switch (state) {
      case Dead(_, var reason) -> reason.wireName();
      case Cancelled _ -> state.wireName();
      case Pending _, Failed _, InFlight _, Delivered _ -> null;
    };
  }
}
