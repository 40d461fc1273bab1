package posthorn.application.port;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.circuit.Phase;
import posthorn.domain.delivery.CancelReason;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.inbound.SourceId;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.retry.Failure;
import posthorn.domain.retry.ReceiverWish;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/** Something that an operator may watch. */
public sealed interface OperatorEvent {

  /** The topic all of these are announced on. */
  String TOPIC = "gateway:webhooks";

  /** The event's name in the API. */
  String type();

  /** Whose it is: nobody else is told. */
  TenantId tenant();

  Instant at();

  record DeliveryDelivered(
      TenantId tenant, DeliveryId delivery, WebhookId webhook, int attempt, Instant at)
      implements OperatorEvent {
    @Override
    public String type() {
      return "delivery.delivered";
    }
  }

  record DeliveryFailed(
      TenantId tenant,
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

  /** A delivery was called off. */
  record DeliveryCancelled(
      TenantId tenant, DeliveryId delivery, WebhookId webhook, CancelReason reason, Instant at)
      implements OperatorEvent {
    @Override
    public String type() {
      return "delivery.cancelled";
    }
  }

  /** All deliveries of a webhook that were not over were called off at once. */
  record DeliveriesCancelled(
      TenantId tenant, WebhookId webhook, int count, CancelReason reason, Instant at)
      implements OperatorEvent {
    @Override
    public String type() {
      return "deliveries.cancelled";
    }
  }

  /** A webhook's circuit is in another phase than before. */
  record CircuitChanged(TenantId tenant, WebhookId webhook, Phase from, Phase to, Instant at)
      implements OperatorEvent {
    @Override
    public String type() {
      return "circuit." + (to == Phase.OPEN ? "opened" : to.wireName());
    }
  }

  /** A receiver wants nothing any more, so its webhook gets nothing until a person enables it. */
  record WebhookDisabled(TenantId tenant, WebhookId webhook, ReceiverWish wish, Instant at)
      implements OperatorEvent {
    @Override
    public String type() {
      return "webhook.disabled";
    }
  }

  /**
   * A message came that its source did not sign, or not lately.
   *
   * @param reason what is wrong with it, without anything secret
   */
  record SignatureFailed(
      TenantId tenant, SourceId source, String remoteAddress, String reason, Instant at)
      implements OperatorEvent {
    @Override
    public String type() {
      return "WebhookSignatureFailureEvent";
    }
  }

  /** A person removed a webhook. */
  record WebhookDeleted(TenantId tenant, WebhookId webhook, Instant at) implements OperatorEvent {
    @Override
    public String type() {
      return "webhook.deleted";
    }
  }

  /**
   * A delivery became a dead letter.
   *
   * @param failure why its last attempt failed; null where it was never tried
   */
  record DeliveryDied(
      TenantId tenant,
      DeliveryId delivery,
      WebhookId webhook,
      @Nullable String sessionId,
      int attempt,
      @Nullable Failure failure,
      DeadReason reason,
      Instant at)
      implements OperatorEvent {
    @Override
    public String type() {
      return "WebhookDLQEvent";
    }
  }
}
