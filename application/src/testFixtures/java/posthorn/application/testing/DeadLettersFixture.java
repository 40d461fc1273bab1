package posthorn.application.testing;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import posthorn.application.port.BatchOperations;
import posthorn.application.port.ClaimedDelivery;
import posthorn.application.port.DeadLetters;
import posthorn.domain.deadletter.BatchOperation;
import posthorn.domain.deadletter.BatchOperationId;
import posthorn.domain.deadletter.BatchPlan;
import posthorn.domain.deadletter.DeadLetterFilter;
import posthorn.domain.deadletter.DeadLetterFilter.Details;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.delivery.Lease;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventType;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.retry.Failure;
import posthorn.domain.retry.Verdict.GiveUp;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;

/** What the contracts about dead letters have in common. */
abstract class DeadLettersFixture extends DeliveriesFixture {
  /** When all that die have died. */
  static final Instant LATER = NOW.plusSeconds(60);

  static final DeadLetterFilter UNREPLAYED = filter(new Details(null, null, null, null, false));

  DeadLetters letters;
  BatchOperations operations;

  @BeforeEach
  void setUpDeadLetters() {
    letters = stores.deadLetters();
    operations = stores.batchOperations();
  }

  static DeadLetterFilter filter(Details details) {
    return new DeadLetterFilter(Set.of(), List.of(), Set.of(), Set.of(), details);
  }

  Event event() {
    return samples.event(TenantId.DEFAULT, null, NOW);
  }

  Event event(String type, @Nullable String session, Instant at) {
    Event sample = samples.event(TenantId.DEFAULT, null, at);
    return new Event(
        sample.id(),
        sample.tenant(),
        new EventType(type),
        sample.data(),
        at,
        at,
        null,
        null,
        session,
        sample.priority(),
        null,
        null);
  }

  Delivery dead() {
    return dead(event(), webhook);
  }

  Delivery dead(Event event, Webhook receiver) {
    return dead(event, receiver, 500, DeadReason.ATTEMPTS_EXHAUSTED);
  }

  Delivery dead(Event event, Webhook receiver, int status, DeadReason reason) {
    Delivery accepted = accept(event, receiver);
    return giveUp(accepted, receiver, status, reason, LATER.minusSeconds(1));
  }

  /** It dies then, after an answer of that status. */
  Delivery giveUp(Delivery delivery, Webhook receiver, int status, DeadReason reason, Instant at) {
    Lease lease = lease(at);
    List<Delivery> all =
        claim(receiver, lease, at, 100).stream().map(ClaimedDelivery::delivery).toList();
    all.stream()
        .filter(each -> !each.id().equals(delivery.id()))
        .forEach(other -> due.releaseIfLeased(other.released(), lease));
    Delivery claimed =
        all.stream().filter(each -> each.id().equals(delivery.id())).findFirst().orElseThrow();
    AttemptOutcome outcome =
        new Answered(status, Map.of(), "sample", "192.0.2.7", Duration.ofMillis(20));
    Delivery settled = claimed.settled(new GiveUp(reason, Failure.of(outcome)), 5, at);
    due.settleIfLeased(settled, attempt(claimed, settled, outcome), lease);
    return settled;
  }

  BatchOperation running() {
    return running(new BatchPlan(UNREPLAYED, 10, null, LATER, null));
  }

  /** One that has just started. */
  BatchOperation running(BatchPlan plan) {
    var id = new BatchOperationId(ids.next(BatchOperationId.PREFIX, LATER));
    int matched = letters.count(TenantId.DEFAULT, plan.filter(), LATER);
    BatchOperation operation =
        BatchOperation.planned(id, TenantId.DEFAULT, plan, matched, LATER)
            .started(newId(LATER), matched, LATER);
    operations.add(operation);
    return operation;
  }

  DeliveryId newId(Instant at) {
    return new DeliveryId(ids.next(DeliveryId.PREFIX, at));
  }
}
