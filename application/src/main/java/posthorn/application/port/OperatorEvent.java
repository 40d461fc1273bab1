package posthorn.application.port;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.retry.Failure;
import posthorn.domain.webhook.WebhookId;

/** Something that an operator may watch. */
public sealed interface OperatorEvent {

  /** The topic all of these are announced on. */
  String TOPIC = "gateway:webhooks";

  /** The event's name in the API. */
  String type();

  Instant at();

  record DeliveryDelivered(DeliveryId delivery, WebhookId webhook, int attempt, Instant at)
      implements OperatorEvent {
    @Override
    public String type() {
      return "delivery.delivered";
    }
  }

  record DeliveryFailed(
      DeliveryId delivery,
      WebhookId webhook,
      int attempt,
      Failure failure,
      Instant nextRetryAt,
      Instant at)
      implements OperatorEvent {
    @Override
    public String type() {
      return "delivery.failed";
    }
  }

  /** A delivery became a dead letter. */
  record DeliveryDied(
      DeliveryId delivery,
      WebhookId webhook,
      @Nullable String sessionId,
      int attempt,
      Failure failure,
      DeadReason reason,
      Instant at)
      implements OperatorEvent {
    @Override
    public String type() {
      return "WebhookDLQEvent";
    }
  }
}
