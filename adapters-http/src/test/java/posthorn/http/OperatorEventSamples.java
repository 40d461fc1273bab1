package posthorn.http;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.OperatorEvent;
import posthorn.domain.alert.Alert;
import posthorn.domain.alert.AlertId;
import posthorn.domain.alert.AlertKey;
import posthorn.domain.alert.Severity;
import posthorn.domain.alert.Subject;
import posthorn.domain.circuit.Phase;
import posthorn.domain.deadletter.BatchOperation;
import posthorn.domain.deadletter.BatchOperationId;
import posthorn.domain.deadletter.BatchPlan;
import posthorn.domain.deadletter.DeadLetterFilter;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.AttemptId;
import posthorn.domain.delivery.CancelReason;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.inbound.SourceId;
import posthorn.domain.net.ClientAddress;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.retry.Failure;
import posthorn.domain.retry.FailureCategory;
import posthorn.domain.retry.ReceiverWish;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/** One of every kind of operator event; a new kind gets its sample here. */
final class OperatorEventSamples {
  static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");
  static final WebhookId WEBHOOK = new WebhookId("wh_00000000000000000000000001");
  static final WebhookId OTHER_WEBHOOK = new WebhookId("wh_00000000000000000000000002");
  static final DeliveryId DELIVERY = new DeliveryId("dlv_00000000000000000000000001");

  private static final TenantId TENANT = TenantId.DEFAULT;
  private static final ClientAddress STRANGER = ClientAddress.parse("192.0.2.7").orElseThrow();
  private static final Failure FAILURE =
      new Failure(FailureCategory.SERVER_ERROR, "the receiver answered 500", 500, "long");

  private OperatorEventSamples() {}

  static List<OperatorEvent> all() {
    var attempt = new AttemptId("att_00000000000000000000000001");
    return List.of(
        new OperatorEvent.AttemptSettled(
            TENANT,
            DELIVERY,
            WEBHOOK,
            attempt,
            1,
            2,
            Attempt.Status.FAILED,
            FailureCategory.SERVER_ERROR,
            500,
            Duration.ofMillis(12),
            AT),
        delivered(TENANT, WEBHOOK, 1),
        new OperatorEvent.DeliveryFailed(
            TENANT, DELIVERY, WEBHOOK, 1, FAILURE, AT.plusSeconds(30), AT),
        new OperatorEvent.DeliveryCancelled(
            TENANT, DELIVERY, WEBHOOK, CancelReason.BY_OPERATOR, AT),
        new OperatorEvent.DeliveriesCancelled(TENANT, WEBHOOK, 3, CancelReason.WEBHOOK_DELETED, AT),
        died(FAILURE),
        opened(TENANT),
        new OperatorEvent.CircuitChanged(TENANT, WEBHOOK, Phase.OPEN, Phase.HALF_OPEN, AT),
        new OperatorEvent.CircuitChanged(TENANT, WEBHOOK, Phase.HALF_OPEN, Phase.CLOSED, AT),
        new OperatorEvent.WebhookDisabled(TENANT, WEBHOOK, ReceiverWish.GONE, AT),
        new OperatorEvent.WebhookDeleted(TENANT, WEBHOOK, AT),
        new OperatorEvent.SignatureFailed(
            TENANT,
            new SourceId("src_00000000000000000000000001"),
            STRANGER,
            "the header 'X-Hub-Signature-256' is missing",
            3,
            AT),
        new OperatorEvent.AccessRefused(
            STRANGER, OperatorEvent.AccessRefused.Reason.TOO_MANY_FAILURES, null, 7, AT),
        new OperatorEvent.LoopRefused(
            TENANT, new SourceId("src_00000000000000000000000001"), 12, AT),
        new OperatorEvent.AlertFired(TENANT, alert(), AT),
        new OperatorEvent.AlertResolved(TENANT, alert().resolved(AT, 0), AT),
        new OperatorEvent.BatchProgress(TENANT, operation(), AT),
        new OperatorEvent.ReplayOffered(TENANT, WEBHOOK, 7, AT));
  }

  private static Alert alert() {
    return new Alert(
        new AlertId("alr_00000000000000000000000001"),
        TENANT,
        new AlertKey("circuit_opened", Subject.of(WEBHOOK)),
        Severity.WARNING,
        0,
        1,
        AT,
        null);
  }

  private static BatchOperation operation() {
    var plan = new BatchPlan(DeadLetterFilter.ANY, 10, null, AT, null);
    return BatchOperation.planned(
        new BatchOperationId("bop_00000000000000000000000001"), TENANT, plan, 7, AT);
  }

  static OperatorEvent delivered(TenantId tenant, WebhookId webhook, int attempt) {
    return new OperatorEvent.DeliveryDelivered(tenant, DELIVERY, webhook, attempt, AT);
  }

  static OperatorEvent opened(TenantId tenant) {
    return new OperatorEvent.CircuitChanged(tenant, WEBHOOK, Phase.CLOSED, Phase.OPEN, AT);
  }

  static OperatorEvent died(@Nullable Failure failure) {
    return new OperatorEvent.DeliveryDied(
        TENANT, DELIVERY, WEBHOOK, "session-1", 5, failure, DeadReason.ATTEMPTS_EXHAUSTED, AT);
  }

  static Stream<Class<?>> kinds() {
    return all().stream().map(OperatorEvent::getClass);
  }
}
