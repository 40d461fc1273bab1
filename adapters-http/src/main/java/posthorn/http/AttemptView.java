package posthorn.http;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.retry.Failure;
import posthorn.domain.webhook.WebhookId;

/**
 * An attempt as the API shows it.
 *
 * @param circuitBreakerPrevented always false: one that the circuit prevents is no attempt, but a
 *     deferral of the delivery
 */
record AttemptView(
    String id,
    String deliveryId,
    String webhookId,
    String eventId,
    int cycle,
    int attemptNumber,
    String status,
    @Nullable String failureCategory,
    Map<String, String> requestHeaders,
    @Nullable Integer httpStatusCode,
    Map<String, String> responseHeaders,
    @Nullable String responseBodySample,
    @Nullable String errorMessage,
    long durationMs,
    @Nullable String remoteAddress,
    Instant scheduledAt,
    Instant executedAt,
    @Nullable Instant nextRetryAt,
    boolean circuitBreakerPrevented) {

  static AttemptView of(Attempt attempt, Delivery delivery, UrlSight sight) {
    Failure failure = attempt.failure();
    WebhookId webhook = delivery.webhook();
    return new AttemptView(
        attempt.id().value(),
        attempt.delivery().value(),
        webhook.value(),
        delivery.event().value(),
        attempt.cycle(),
        attempt.number(),
        attempt.status().wireName(),
        failure == null ? null : failure.category().wireName(),
        attempt.requestHeaders(),
        attempt.httpStatus(),
        sight.answered(webhook, attempt.responseHeaders()),
        sight.answered(webhook, attempt.responseSample()),
        failure == null ? null : sight.said(webhook, failure.message()),
        attempt.took().toMillis(),
        attempt.remoteAddress(),
        attempt.scheduledAt(),
        attempt.executedAt(),
        attempt.nextRetryAt(),
        false);
  }
}
