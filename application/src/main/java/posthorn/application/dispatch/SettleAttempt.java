package posthorn.application.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import posthorn.application.dispatch.AttemptDelivery.Result;
import posthorn.application.dispatch.BeginAttempt.Beginning.Ready;
import posthorn.application.policy.Policies;
import posthorn.application.port.ClockTrust;
import posthorn.application.port.DueDeliveries;
import posthorn.application.port.DueDeliveries.Settlement;
import posthorn.application.port.Ids;
import posthorn.application.port.OperatorEvent;
import posthorn.application.port.OperatorEvents;
import posthorn.application.port.Webhooks;
import posthorn.domain.circuit.CircuitEvent;
import posthorn.domain.circuit.Pass;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.AttemptId;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.retry.ReceiverWish;
import posthorn.domain.retry.RetryPolicy;
import posthorn.domain.retry.Verdict;
import posthorn.domain.retry.Verdict.GiveUp;
import posthorn.domain.retry.Verdict.RetryAt;
import posthorn.domain.retry.Verdict.Succeed;
import posthorn.domain.webhook.Webhook;

/** Judges what came of an attempt, records it under the lease, and announces it. */
public final class SettleAttempt {
  private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

  private final DueDeliveries due;
  private final Webhooks webhooks;
  private final Gates gates;
  private final OperatorEvents operatorEvents;
  private final Ids ids;
  private final Policies policies;
  private final ClockTrust clock;

  public SettleAttempt(
      DueDeliveries due,
      Webhooks webhooks,
      Gates gates,
      OperatorEvents operatorEvents,
      Ids ids,
      Policies policies,
      ClockTrust clock) {
    this.due = due;
    this.webhooks = webhooks;
    this.gates = gates;
    this.operatorEvents = operatorEvents;
    this.ids = ids;
    this.policies = policies;
    this.clock = clock;
  }

  Result settle(
      Ready ready,
      Map<String, String> headers,
      AttemptOutcome outcome,
      Instant startedAt,
      double roll) {
    Delivery delivery = ready.claimed().delivery();
    Webhook webhook = ready.claimed().webhook();
    RetryPolicy policy = policies.of(webhook).retry().policy();
    Instant finished = finished(startedAt, outcome);
    int number = delivery.progress().attemptCount() + 1;
    Verdict judged = policy.judge(number, outcome, delivery.progress().startedAt(), finished, roll);
    Verdict verdict =
        isByAWrongClock(judged)
            ? policy
                .withMaxAge(FOR_EVER)
                .judge(number, outcome, delivery.progress().startedAt(), finished, roll)
            : judged;
    Delivery settled = delivery.settled(verdict, policy.maxAttempts(), finished);
    var id = new AttemptId(ids.next(AttemptId.PREFIX, finished));
    Attempt attempt = Attempt.of(id, ready.inFlight(), headers, outcome, startedAt, settled);
    Settlement settlement = due.settleIfLeased(settled, attempt, ready.inFlight().lease());
    boolean circuitChanged =
        gates.report(webhook, callOf(ready.pass(), outcome, verdict, finished));
    if (settlement == Settlement.LEASE_LOST) {
      return new Result.LeaseLost(circuitChanged);
    }

    operatorEvents.announce(OperatorEvent.AttemptSettled.of(settled, attempt, finished));
    operatorEvents.announce(eventOf(settled, verdict, number, finished));
    ReceiverWish wish = ReceiverWish.of(outcome, policy.disableOnGone());
    obey(wish, webhook, finished);
    return new Result.Settled(settled, circuitChanged, wish.disablesWebhook());
  }

  /** No delivery is given up because of a time that may be wrong. */
  private boolean isByAWrongClock(Verdict verdict) {
    return verdict instanceof GiveUp(DeadReason reason, _)
        && reason == DeadReason.EXPIRED
        && !clock.isTrusted();
  }

  private static Instant finished(Instant startedAt, AttemptOutcome outcome) {
    return startedAt.plus(outcome.took()).truncatedTo(ChronoUnit.MILLIS);
  }

  private static CircuitEvent callOf(
      Pass pass, AttemptOutcome outcome, Verdict verdict, Instant at) {
    if (outcome instanceof AttemptOutcome.Blocked) {
      // Nothing was asked of the receiver, so nothing is held against it.
      return new CircuitEvent.PermitReturned(pass, at);
    }
    return verdict instanceof Succeed
        ? new CircuitEvent.CallSucceeded(pass, at)
        : new CircuitEvent.CallFailed(pass, at);
  }

  private void obey(ReceiverWish wish, Webhook webhook, Instant at) {
    if (wish.disablesWebhook()) {
      webhooks.disable(webhook.id(), wish, at);
      operatorEvents.announce(
          new OperatorEvent.WebhookDisabled(webhook.tenant(), webhook.id(), wish, at));
    }
  }

  private static OperatorEvent eventOf(Delivery settled, Verdict verdict, int number, Instant at) {
    return switch (verdict) {
      case Succeed() ->
          new OperatorEvent.DeliveryDelivered(
              settled.tenant(), settled.id(), settled.webhook(), number, at);
      case RetryAt(Instant next, var failure) ->
          new OperatorEvent.DeliveryFailed(
              settled.tenant(), settled.id(), settled.webhook(), number, failure, next, at);
      case GiveUp(var reason, var failure) ->
          new OperatorEvent.DeliveryDied(
              settled.tenant(),
              settled.id(),
              settled.webhook(),
              settled.sessionId(),
              number,
              failure,
              reason,
              at);
    };
  }
}
