package posthorn.application.port;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.alert.Alert;
import posthorn.domain.circuit.Phase;
import posthorn.domain.deadletter.BatchOperation;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.AttemptId;
import posthorn.domain.delivery.CancelReason;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.inbound.SourceId;
import posthorn.domain.net.ClientAddress;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.retry.Failure;
import posthorn.domain.retry.FailureCategory;
import posthorn.domain.retry.ReceiverWish;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/**
 * Something that an operator may watch. The latest of these are kept for those who watch, so none
 * of them holds anything long. A new one is also named in the switches over them, in the list of
 * types that the stream knows, and in {@code docs/operator-events.md}; a test says what is missing.
 */
public sealed interface OperatorEvent {

  /** The topic all of these are announced on. */
  String TOPIC = "gateway:webhooks";

  /** The event's name in the API. */
  String type();

  /** Whose it is: nobody else is told. */
  TenantId tenant();

  /** The webhook that it is about, where it is about one. */
  default @Nullable WebhookId webhook() {
    return null;
  }

  Instant at();

  /**
   * An attempt was recorded, whatever came of it; what that means for its delivery follows.
   *
   * @param category what kind of failure it was; null for a success
   */
  record AttemptSettled(
      TenantId tenant,
      DeliveryId delivery,
      WebhookId webhook,
      AttemptId attempt,
      int cycle,
      int number,
      Attempt.Status status,
      @Nullable FailureCategory category,
      @Nullable Integer httpStatus,
      Duration took,
      Instant at)
      implements OperatorEvent {
    @Override
    public String type() {
      return "attempt.settled";
    }

    public static AttemptSettled of(Delivery delivery, Attempt attempt, Instant at) {
      Failure failure = attempt.failure();
      boolean succeeded = attempt.status() == Attempt.Status.SUCCESS;
      return new AttemptSettled(
          delivery.tenant(),
          delivery.id(),
          delivery.webhook(),
          attempt.id(),
          attempt.cycle(),
          attempt.number(),
          attempt.status(),
          succeeded || failure == null ? null : failure.category(),
          attempt.httpStatus(),
          attempt.took(),
          at);
    }
  }

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

    public DeliveryFailed {
      failure = failure.withoutSample();
    }

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
   * One that a stranger can cause as often as it likes, so that those of the same kind and address
   * are told together, once a minute.
   */
  sealed interface Repeatable extends OperatorEvent {
    /** What it is about besides the address: those about the same are counted together. */
    Object subject();

    ClientAddress from();

    /** How many it stands for. */
    int count();

    /** The same, standing for so many more. */
    Repeatable with(int more);
  }

  /**
   * A message came that its source did not sign, or not lately.
   *
   * @param reason what is wrong with it, without anything secret
   */
  record SignatureFailed(
      TenantId tenant, SourceId source, ClientAddress from, String reason, int count, Instant at)
      implements Repeatable {
    @Override
    public String type() {
      return "WebhookSignatureFailureEvent";
    }

    @Override
    public Object subject() {
      return source;
    }

    @Override
    public SignatureFailed with(int more) {
      return new SignatureFailed(tenant, source, from, reason, count + more, at);
    }
  }

  /**
   * The API refused a request: without a right key, or with one whose role may not do it. Operators
   * alone are told.
   *
   * @param key the one that it brought; null if it brought none or none that is known
   */
  record AccessRefused(
      ClientAddress from, Reason reason, @Nullable ApiKeyId key, int count, Instant at)
      implements Repeatable {
    /** Called as the problem that the client is told. */
    public enum Reason {
      UNAUTHORIZED,
      TOO_MANY_FAILURES,
      FORBIDDEN;

      public String wireName() {
        return name().toLowerCase(Locale.ROOT);
      }
    }

    @Override
    public String type() {
      return "access.refused";
    }

    @Override
    public TenantId tenant() {
      return TenantId.SYSTEM;
    }

    @Override
    public Object subject() {
      return key == null ? type() : key;
    }

    @Override
    public AccessRefused with(int more) {
      return new AccessRefused(from, reason, key, count + more, at);
    }
  }

  /**
   * Messages for a source go in a circle; they were refused.
   *
   * @param count how many since this was last announced
   */
  record LoopRefused(TenantId tenant, SourceId source, int count, Instant at)
      implements OperatorEvent {
    @Override
    public String type() {
      return "inbound.loop";
    }
  }

  /** An alert began. One about the server or a pool is for operators: no tenant owns it. */
  record AlertFired(TenantId tenant, Alert alert, Instant at) implements OperatorEvent {
    @Override
    public String type() {
      return "alert.fired";
    }

    @Override
    public @Nullable WebhookId webhook() {
      return alert.key().subject().webhook().orElse(null);
    }
  }

  /** An alert is over. */
  record AlertResolved(TenantId tenant, Alert alert, Instant at) implements OperatorEvent {
    @Override
    public String type() {
      return "alert.resolved";
    }

    @Override
    public @Nullable WebhookId webhook() {
      return alert.key().subject().webhook().orElse(null);
    }
  }

  /** A person removed a webhook. */
  record WebhookDeleted(TenantId tenant, WebhookId webhook, Instant at) implements OperatorEvent {
    @Override
    public String type() {
      return "webhook.deleted";
    }
  }

  /** A circuit has closed, and its webhook has dead letters that could be replayed now. */
  record ReplayOffered(TenantId tenant, WebhookId webhook, int deadLetters, Instant at)
      implements OperatorEvent {
    @Override
    public String type() {
      return "replay.offered";
    }
  }

  /** A bulk replay has come further, or is in another state. */
  record BatchProgress(TenantId tenant, BatchOperation operation, Instant at)
      implements OperatorEvent {
    @Override
    public String type() {
      return "batch.progress";
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

    public DeliveryDied {
      failure = failure == null ? null : failure.withoutSample();
    }

    @Override
    public String type() {
      return "WebhookDLQEvent";
    }
  }
}
