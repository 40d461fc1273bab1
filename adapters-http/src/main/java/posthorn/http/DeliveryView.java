package posthorn.http;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import posthorn.domain.delivery.Deferrals;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryState;
import posthorn.domain.delivery.DeliveryState.Cancelled;
import posthorn.domain.delivery.DeliveryState.Dead;
import posthorn.domain.delivery.DeliveryState.Delivered;
import posthorn.domain.delivery.DeliveryState.Failed;
import posthorn.domain.delivery.DeliveryState.InFlight;
import posthorn.domain.delivery.DeliveryState.Pending;
import posthorn.domain.retry.Failure;
import posthorn.domain.webhook.WebhookId;

/** A delivery as the API shows it. */
record DeliveryView(
    String id,
    String webhookId,
    String eventId,
    String eventType,
    @Nullable String sessionId,
    String status,
    int attemptCount,
    int maxAttempts,
    int cycle,
    @Nullable Instant nextRetryAt,
    @Nullable Instant lastAttemptedAt,
    Instant createdAt,
    @Nullable Instant completedAt,
    @Nullable ErrorView errorDetail,
    @Nullable String failureCategory,
    @Nullable String deadReason,
    @Nullable String cancelReason,
    String priority,
    @Nullable String replayOf,
    DeferralsView deferrals) {

  /** What a list may be filtered by, with its synonyms, and the state that is meant. */
  static final Map<String, String> STATUSES =
      Map.of(
          "pending", "pending",
          "failed", "failed",
          "in_flight", "in_flight",
          "delivered", "delivered",
          "success", "delivered",
          "dead", "dead",
          "dead_letter", "dead",
          "cancelled", "cancelled");

  /**
   * How often it was deferred.
   *
   * @param circuitOpen how often by its webhook's circuit
   */
  record DeferralsView(int count, int circuitOpen, @Nullable String lastReason) {
    static DeferralsView of(Deferrals deferrals) {
      Deferrals.Reason reason = deferrals.lastReason();
      return new DeferralsView(
          deferrals.count(), deferrals.circuitOpen(), reason == null ? null : reason.wireName());
    }
  }

  /** Why the last attempt failed. */
  record ErrorView(
      String category,
      String message,
      @Nullable Integer httpStatus,
      @Nullable String responseSample) {
    static @Nullable ErrorView of(@Nullable Failure failure, WebhookId webhook, UrlSight sight) {
      return failure == null
          ? null
          : new ErrorView(
              failure.category().wireName(),
              sight.said(webhook, failure.message()),
              failure.httpStatus(),
              sight.answered(webhook, failure.responseSample()));
    }
  }

  static DeliveryView of(Delivery delivery, UrlSight sight) {
    var progress = delivery.progress();
    Failure failure = progress.lastFailure();
    return new DeliveryView(
        delivery.id().value(),
        delivery.webhook().value(),
        delivery.event().value(),
        delivery.eventType().value(),
        delivery.sessionId(),
        delivery.state().wireName(),
        progress.attemptCount(),
        progress.maxAttempts(),
        progress.cycle(),
        nextRetryAt(delivery.state()),
        progress.lastAttemptedAt(),
        delivery.createdAt(),
        delivery.state().endedAt(),
        ErrorView.of(failure, delivery.webhook(), sight),
        failure == null ? null : failure.category().wireName(),
        deadReason(delivery.state()),
        delivery.state() instanceof Cancelled(_, var reason) ? reason.wireName() : null,
        delivery.priority().wireName(),
        delivery.replayOf() == null ? null : delivery.replayOf().value(),
        DeferralsView.of(progress.deferrals()));
  }

  private static @Nullable String deadReason(DeliveryState state) {
    return switch (state) {
      case Dead(_, var reason) -> reason.wireName();
      case Cancelled _ -> state.wireName();
      case Pending _, Failed _, InFlight _, Delivered _ -> null;
    };
  }

  private static @Nullable Instant nextRetryAt(DeliveryState state) {
    return switch (state) {
      case Pending(Instant dueAt) -> dueAt;
      case Failed(Instant dueAt) -> dueAt;
      case InFlight _, Delivered _, Dead _, Cancelled _ -> null;
    };
  }
}
