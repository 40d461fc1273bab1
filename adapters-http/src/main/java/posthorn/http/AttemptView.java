package posthorn.http;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.retry.Failure;

/** An attempt as the API shows it. */
record AttemptView(
    String id,
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
    @Nullable Instant nextRetryAt) {

  static AttemptView of(Attempt attempt, Delivery delivery) {
    return of(attempt, delivery, SentHeaders.ALL);
  }

  static AttemptView of(Attempt attempt, Delivery delivery, SentHeaders shown) {
    Failure failure = attempt.failure();
    return new AttemptView(
        attempt.id().value(),
        delivery.webhook().value(),
        delivery.event().value(),
        attempt.cycle(),
        attempt.number(),
        attempt.status().wireName(),
        failure == null ? null : failure.category().wireName(),
        shown.of(attempt.requestHeaders()),
        attempt.httpStatus(),
        attempt.responseHeaders(),
        attempt.responseSample(),
        failure == null ? null : failure.message(),
        attempt.took().toMillis(),
        attempt.remoteAddress(),
        attempt.scheduledAt(),
        attempt.executedAt(),
        attempt.nextRetryAt());
  }
}
