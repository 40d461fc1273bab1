package posthorn.http;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
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

/** A delivery in the words of {@code /api/webhooks/deliveries}. */
record TenantDeliveryView(
    String id,
    String webhookId,
    String eventType,
    String status,
    int attempt,
    int maxAttempts,
    @Nullable Integer responseStatusCode,
    @Nullable String responseBody,
    @Nullable String errorMessage,
    @Nullable Instant nextRetryAt,
    @Nullable Instant lastAttemptAt,
    Instant createdAt,
    @Nullable Instant completedAt) {

  static TenantDeliveryView of(Delivery delivery, UrlSight sight) {
    var progress = delivery.progress();
    Failure failure = progress.lastFailure();
    WebhookId webhook = delivery.webhook();
    return new TenantDeliveryView(
        delivery.id().value(),
        webhook.value(),
        delivery.eventType().value(),
        wordFor(delivery.state()),
        progress.attemptCount(),
        progress.maxAttempts(),
        failure == null ? null : failure.httpStatus(),
        failure == null ? null : sight.answered(webhook, failure.responseSample()),
        failure == null ? null : sight.said(webhook, failure.message()),
        delivery.state().dueAt(),
        progress.lastAttemptedAt(),
        delivery.createdAt(),
        delivery.state().endedAt());
  }

  private static String wordFor(DeliveryState state) {
    return switch (state) {
      case Pending _, InFlight _ -> "pending";
      case Failed _ -> "failed";
      case Delivered _ -> "success";
      case Dead _ -> "dead_letter";
      case Cancelled _ -> "cancelled";
    };
  }
}
