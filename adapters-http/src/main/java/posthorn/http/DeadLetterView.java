package posthorn.http;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.deadletter.DeadLetter;
import posthorn.http.DeliveryView.DeferralsView;
import posthorn.http.DeliveryView.ErrorView;

/**
 * A dead letter: a delivery as everywhere, and whether it was replayed.
 *
 * @param replayedAt when a delivery was last made that repeats it, since it died
 */
record DeadLetterView(
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
    DeferralsView deferrals,
    @Nullable Instant replayedAt) {

  static DeadLetterView of(DeadLetter letter, UrlSight sight) {
    DeliveryView delivery = DeliveryView.of(letter.delivery(), sight);
    return new DeadLetterView(
        delivery.id(),
        delivery.webhookId(),
        delivery.eventId(),
        delivery.eventType(),
        delivery.sessionId(),
        delivery.status(),
        delivery.attemptCount(),
        delivery.maxAttempts(),
        delivery.cycle(),
        delivery.nextRetryAt(),
        delivery.lastAttemptedAt(),
        delivery.createdAt(),
        delivery.completedAt(),
        delivery.errorDetail(),
        delivery.failureCategory(),
        delivery.deadReason(),
        delivery.cancelReason(),
        delivery.priority(),
        delivery.replayOf(),
        delivery.deferrals(),
        letter.replayedAt());
  }
}
