package posthorn.http;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.OperatorEvent;
import posthorn.application.port.OperatorEvent.AccessRefused;
import posthorn.application.port.OperatorEvent.AlertFired;
import posthorn.application.port.OperatorEvent.AlertResolved;
import posthorn.application.port.OperatorEvent.AttemptSettled;
import posthorn.application.port.OperatorEvent.BatchProgress;
import posthorn.application.port.OperatorEvent.CircuitChanged;
import posthorn.application.port.OperatorEvent.DeliveriesCancelled;
import posthorn.application.port.OperatorEvent.DeliveryCancelled;
import posthorn.application.port.OperatorEvent.DeliveryDelivered;
import posthorn.application.port.OperatorEvent.DeliveryDied;
import posthorn.application.port.OperatorEvent.DeliveryFailed;
import posthorn.application.port.OperatorEvent.LoopRefused;
import posthorn.application.port.OperatorEvent.ReplayOffered;
import posthorn.application.port.OperatorEvent.SignatureFailed;
import posthorn.application.port.OperatorEvent.WebhookDeleted;
import posthorn.application.port.OperatorEvent.WebhookDisabled;
import posthorn.domain.alert.Alert;
import posthorn.domain.retry.Failure;
import posthorn.domain.webhook.WebhookId;
import tools.jackson.databind.node.ObjectNode;

/**
 * The catalogue of operator events as the API shows them, one case each. What is here is in {@code
 * docs/operator-events.md}.
 */
final class OperatorEventView {
  /** All that there are, by which a stream can be filtered. */
  static final List<String> TYPES =
      List.of(
          "attempt.settled",
          "delivery.delivered",
          "delivery.failed",
          "delivery.cancelled",
          "deliveries.cancelled",
          "WebhookDLQEvent",
          "circuit.opened",
          "circuit.half_open",
          "circuit.closed",
          "webhook.disabled",
          "webhook.deleted",
          "WebhookSignatureFailureEvent",
          "access.refused",
          "inbound.loop",
          "alert.fired",
          "alert.resolved",
          "batch.progress",
          "replay.offered");

  private static final String DELIVERY = "delivery_id";
  private static final String REASON = "reason";
  private static final String ATTEMPT = "attempt_number";
  private static final String CATEGORY = "failure_category";
  private static final String ADDRESS = "remote_address";
  private static final String COUNT = "count";
  private static final String STATUS = "http_status_code";

  private OperatorEventView() {}

  static ObjectNode of(OperatorEvent event) {
    ObjectNode view = Json.MAPPER.createObjectNode();
    view.put("type", event.type());
    view.put("time", event.at().toString());
    view.put("tenant_id", event.tenant().value());
    WebhookId webhook = event.webhook();
    if (webhook != null) {
      view.put("webhook_id", webhook.value());
    }
    return switch (event) {
      case AttemptSettled settled ->
          view.put(DELIVERY, settled.delivery().value())
              .put("attempt_id", settled.attempt().value())
              .put("cycle", settled.cycle())
              .put(ATTEMPT, settled.number())
              .put("status", settled.status().wireName())
              .put(CATEGORY, settled.category() == null ? null : settled.category().wireName())
              .put(STATUS, settled.httpStatus())
              .put("duration_ms", settled.took().toMillis());
      case DeliveryDelivered delivered ->
          view.put(DELIVERY, delivered.delivery().value()).put(ATTEMPT, delivered.attempt());
      case DeliveryFailed failed ->
          withFailure(view.put(DELIVERY, failed.delivery().value()), failed.failure())
              .put(ATTEMPT, failed.attempt())
              .put("next_retry_at", failed.nextRetryAt().toString());
      case DeliveryDied died ->
          withFailure(view.put("webhook_delivery_id", died.delivery().value()), died.failure())
              .put(DELIVERY, died.delivery().value())
              .put("session_id", died.sessionId())
              .put("attempt_count", died.attempt())
              .put("dead_reason", died.reason().wireName());
      case DeliveryCancelled cancelled ->
          view.put(DELIVERY, cancelled.delivery().value())
              .put(REASON, cancelled.reason().wireName());
      case DeliveriesCancelled cancelled ->
          view.put(COUNT, cancelled.count()).put(REASON, cancelled.reason().wireName());
      case CircuitChanged changed ->
          view.put("from", changed.from().wireName()).put("to", changed.to().wireName());
      case WebhookDisabled disabled ->
          view.put(REASON, disabled.wish().name().toLowerCase(Locale.ROOT));
      case WebhookDeleted _ -> view;
      case SignatureFailed failed ->
          view.put("source_id", failed.source().value())
              .put(ADDRESS, failed.from().text())
              .put(REASON, failed.reason())
              .put(COUNT, failed.count());
      case AccessRefused refused ->
          view.put(ADDRESS, refused.from().text())
              .put(REASON, refused.reason().wireName())
              .put("key_id", refused.key() == null ? null : refused.key().value())
              .put(COUNT, refused.count());
      case LoopRefused loop ->
          view.put("source_id", loop.source().value()).put("count", loop.count());
      case AlertFired fired -> withAlert(view, fired.alert());
      case AlertResolved resolved -> withAlert(view, resolved.alert());
      case BatchProgress progress -> withBatch(view, BatchOperationView.of(progress.operation()));
      case ReplayOffered offered -> view.put("dead_letters", offered.deadLetters());
    };
  }

  private static ObjectNode withAlert(ObjectNode view, Alert alert) {
    return view.put("alert_id", alert.id().value())
        .put("rule", alert.key().rule())
        .put("severity", alert.severity().wireName())
        .put("scope", alert.key().subject().scope().wireName())
        .put("subject", alert.key().subject().id())
        .put("value", alert.value())
        .put("threshold", alert.threshold());
  }

  private static ObjectNode withBatch(ObjectNode view, BatchOperationView batch) {
    return view.put("batch_operation_id", batch.id())
        .put("status", batch.status())
        .put("matched", batch.matched())
        .put("replayed", batch.replayed())
        .put("failed", batch.failed())
        .put("remaining", batch.remaining());
  }

  /** Nulls where it was never tried, so that the fields are the same always. */
  private static ObjectNode withFailure(ObjectNode view, @Nullable Failure failure) {
    return view.put(CATEGORY, failure == null ? null : failure.category().wireName())
        .put("error_message", failure == null ? null : failure.message())
        .put(STATUS, failure == null ? null : failure.httpStatus());
  }
}
