package posthorn.application.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import posthorn.application.port.ClaimedDelivery;
import posthorn.application.port.Deliveries;
import posthorn.application.port.Deliveries.Settlement;
import posthorn.application.port.Ids;
import posthorn.application.port.OperatorEvent;
import posthorn.application.port.OperatorEvents;
import posthorn.application.port.WebhookRequest;
import posthorn.application.port.WebhookSender;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.AttemptId;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryState.InFlight;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.retry.RetryPolicy;
import posthorn.domain.retry.Verdict;
import posthorn.domain.retry.Verdict.GiveUp;
import posthorn.domain.retry.Verdict.RetryAt;
import posthorn.domain.retry.Verdict.Succeed;

/** Attempts one claimed delivery: sign, send, judge, settle, announce. */
public final class AttemptDelivery {
  private final Deliveries deliveries;
  private final WebhookSender sender;
  private final OperatorEvents operatorEvents;
  private final Ids ids;
  private final RetryPolicy policy;
  private final RequestSigner signer;

  public AttemptDelivery(
      Deliveries deliveries,
      WebhookSender sender,
      OperatorEvents operatorEvents,
      Ids ids,
      RetryPolicy policy,
      Duration timeout) {
    this.deliveries = deliveries;
    this.sender = sender;
    this.operatorEvents = operatorEvents;
    this.ids = ids;
    this.policy = policy;
    this.signer = new RequestSigner(timeout);
  }

  /** What became of the attempt. */
  public sealed interface Result {
    /** It is recorded; this is the delivery it left behind. */
    record Settled(Delivery delivery) implements Result {}

    /** It took longer than its lease; whoever has the delivery now settles it. */
    record LeaseLost() implements Result {}
  }

  /**
   * Attempts it once.
   *
   * @param now when the attempt starts; the outcome says how long it took
   * @param roll a number from 0 (inclusive) to 1 (exclusive), for the jitter
   */
  public Result attempt(ClaimedDelivery claimed, Instant now, double roll) {
    Delivery delivery = claimed.delivery();
    if (!(delivery.state() instanceof InFlight inFlight)) {
      throw new IllegalArgumentException(delivery.id() + " was not claimed");
    }

    WebhookRequest request = signer.sign(claimed, now);
    AttemptOutcome outcome = sender.send(request);
    Instant finished = now.plus(outcome.took()).truncatedTo(ChronoUnit.MILLIS);
    int number = delivery.progress().attemptCount() + 1;
    Verdict verdict =
        policy.judge(number, outcome, delivery.progress().startedAt(), finished, roll);
    Delivery settled = delivery.settled(verdict, policy.maxAttempts(), finished);

    var id = new AttemptId(ids.next(AttemptId.PREFIX, finished));
    Attempt attempt = Attempt.of(id, inFlight, request.headers(), outcome, now, settled);
    Settlement settlement = deliveries.settleIfLeased(settled, attempt, inFlight.lease());
    if (settlement == Settlement.LEASE_LOST) {
      return new Result.LeaseLost();
    }

    operatorEvents.announce(eventOf(settled, verdict, number, finished));
    return new Result.Settled(settled);
  }

  private static OperatorEvent eventOf(Delivery settled, Verdict verdict, int number, Instant at) {
    return switch (verdict) {
      case Succeed() ->
          new OperatorEvent.DeliveryDelivered(settled.id(), settled.webhook(), number, at);
      case RetryAt(Instant next, var failure) ->
          new OperatorEvent.DeliveryFailed(
              settled.id(), settled.webhook(), number, failure, next, at);
      case GiveUp(var reason, var failure) ->
          new OperatorEvent.DeliveryDied(
              settled.id(), settled.webhook(), settled.sessionId(), number, failure, reason, at);
    };
  }
}
