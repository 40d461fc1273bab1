package posthorn.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryState;
import posthorn.domain.delivery.DeliveryState.Cancelled;
import posthorn.domain.delivery.DeliveryState.Dead;
import posthorn.domain.delivery.DeliveryState.Delivered;
import posthorn.domain.delivery.DeliveryState.Failed;
import posthorn.domain.delivery.DeliveryState.InFlight;
import posthorn.domain.delivery.DeliveryState.Pending;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.retry.Failure;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;
import tools.jackson.databind.util.RawValue;

/**
 * A delivery in the words of {@code /api/webhooks/deliveries}.
 *
 * @param webhookName and its URL: null once it is removed
 * @param eventData as it was written; absent where the list is too long to have it
 * @param responseStatusCode of the last attempt; null while there is none that was answered
 * @param responseTimeMs how long the last attempt took; null where it was not answered, and once
 *     retention has removed it
 */
record TenantDeliveryView(
    String id,
    String webhookId,
    @Nullable String webhookName,
    @Nullable String url,
    String eventType,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable RawValue eventData,
    String status,
    int attempt,
    int maxAttempts,
    @Nullable Integer responseStatusCode,
    @Nullable String responseBody,
    @Nullable Long responseTimeMs,
    @Nullable String errorMessage,
    @Nullable Instant nextRetryAt,
    @Nullable Instant lastAttemptAt,
    Instant createdAt,
    @Nullable Instant completedAt) {

  /**
   * What is kept apart from a delivery.
   *
   * @param webhook null once it is removed
   * @param data null where it is not shown
   * @param last null where none was made, and where retention has removed it
   */
  record Parts(@Nullable Webhook webhook, @Nullable JsonBytes data, @Nullable Attempt last) {}

  private record Response(@Nullable Integer status, @Nullable String body, @Nullable Long timeMs) {
    /** A delivery remembers why it failed for longer than its attempts are kept. */
    static Response of(@Nullable Attempt last, @Nullable Failure failure) {
      if (last != null) {
        Integer status = last.httpStatus();
        return new Response(
            status, last.responseSample(), status == null ? null : last.took().toMillis());
      }
      return failure == null
          ? new Response(null, null, null)
          : new Response(failure.httpStatus(), failure.responseSample(), null);
    }
  }

  static TenantDeliveryView of(Delivery delivery, Parts parts, UrlSight sight) {
    var progress = delivery.progress();
    Failure failure = progress.lastFailure();
    Webhook receiver = parts.webhook();
    JsonBytes data = parts.data();
    WebhookId webhook = delivery.webhook();
    var response = Response.of(parts.last(), failure);
    return new TenantDeliveryView(
        delivery.id().value(),
        webhook.value(),
        receiver == null ? null : receiver.settings().name(),
        receiver == null ? null : sight.of(receiver.url()),
        delivery.eventType().value(),
        data == null ? null : new RawValue(new String(data.bytes(), UTF_8)),
        wordFor(delivery.state()),
        progress.attemptCount(),
        progress.maxAttempts(),
        response.status(),
        sight.answered(webhook, response.body()),
        response.timeMs(),
        failure == null ? null : sight.said(webhook, failure.message()),
        dueAt(delivery.state()),
        progress.lastAttemptedAt(),
        delivery.createdAt(),
        delivery.state().endedAt());
  }

  /** Of a delivery in flight, since when it has been due: its status is still pending. */
  private static @Nullable Instant dueAt(DeliveryState state) {
    return switch (state) {
      case Pending(Instant dueAt) -> dueAt;
      case Failed(Instant dueAt) -> dueAt;
      case InFlight(_, Instant scheduledAt) -> scheduledAt;
      case Delivered _, Dead _, Cancelled _ -> null;
    };
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
