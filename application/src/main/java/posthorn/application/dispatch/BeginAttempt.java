package posthorn.application.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import posthorn.application.dispatch.AttemptDelivery.Result;
import posthorn.application.policy.Policies;
import posthorn.application.port.ClaimedDelivery;
import posthorn.application.port.ClockTrust;
import posthorn.application.port.DueDeliveries;
import posthorn.application.port.DueDeliveries.Settlement;
import posthorn.application.port.OperatorEvent;
import posthorn.application.port.OperatorEvents;
import posthorn.application.port.WebhookRequest;
import posthorn.application.port.Webhooks;
import posthorn.domain.circuit.CircuitEvent;
import posthorn.domain.circuit.Pass;
import posthorn.domain.delivery.CancelReason;
import posthorn.domain.delivery.Deferrals.Reason;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryState.InFlight;
import posthorn.domain.retry.AttemptOutcome.Withdrawn;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.retry.RetryPreset;
import posthorn.domain.retry.TimeoutPolicy;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookPolicy;
import posthorn.domain.webhook.WebhookStatus;

/** Whether a claimed delivery may be sent now; if so the request, if not what becomes of it. */
public final class BeginAttempt {
  /** How soon to try again where the sender had no connection left. */
  private static final Duration NEXT_CONNECTION = Duration.ofSeconds(1);

  private final DueDeliveries due;
  private final Webhooks webhooks;
  private final Gates gates;
  private final OperatorEvents operatorEvents;
  private final Policies policies;
  private final Duration longestTimeout;
  private final ClockTrust clock;

  /**
   * With all it needs.
   *
   * @param longestTimeout whatever a webhook says, so that no attempt outlives its lease
   */
  public BeginAttempt(
      DueDeliveries due,
      Webhooks webhooks,
      Gates gates,
      OperatorEvents operatorEvents,
      Policies policies,
      Duration longestTimeout,
      ClockTrust clock) {
    this.due = due;
    this.webhooks = webhooks;
    this.gates = gates;
    this.operatorEvents = operatorEvents;
    this.policies = policies;
    this.longestTimeout = longestTimeout;
    this.clock = clock;
  }

  /** What became of the beginning. */
  sealed interface Beginning {
    /** It may be sent. */
    record Ready(ClaimedDelivery claimed, InFlight inFlight, WebhookRequest request, Pass pass)
        implements Beginning {}

    /**
     * It may not; this is what was written instead, if the lease was still ours.
     *
     * @param circuitClosed whether the circuit that stood in the way has closed meanwhile
     */
    record NotNow(Delivery delivery, Settlement settlement, boolean circuitClosed)
        implements Beginning {
      Result result() {
        return switch (settlement) {
          case RECORDED -> new Result.NotMade(delivery, circuitClosed);
          case LEASE_LOST -> new Result.LeaseLost(circuitClosed);
        };
      }
    }
  }

  Beginning begin(ClaimedDelivery claimed, Instant now) {
    Delivery delivery = claimed.delivery();
    InFlight inFlight = inFlight(delivery);
    // As it is now, not as it was when the delivery was claimed; one that is gone takes nothing.
    Optional<Webhook> webhook = webhooks.find(delivery.webhook());
    if (webhook.isEmpty()) {
      return cancel(delivery, inFlight, now);
    }
    switch (webhook.get().status()) {
      case ACTIVE -> {}
      case PAUSED -> {
        return defer(delivery, inFlight, Reason.PAUSED, now.plus(Gates.LOOK_AGAIN));
      }
      case INACTIVE -> {
        return cancel(delivery, inFlight, now);
      }
    }
    WebhookPolicy policy = policies.of(webhook.get());
    RetryPreset retry = policy.retry();
    // It has waited too long, for whatever reason but a clock that is wrong.
    if (retry.policy().isExpired(delivery.progress().startedAt(), now) && clock.isTrusted()) {
      return expire(delivery, inFlight, now);
    }
    // It waited here until its lease might run out during the attempt: whoever takes it next has
    // time for it.
    Duration timeout = timeout(retry.timeout(), delivery.progress().attemptCount() + 1);
    if (now.plus(timeout).isAfter(inFlight.lease().expiresAt())) {
      return instead(delivery.released(), inFlight);
    }
    return switch (gates.enter(webhook.get(), now)) {
      case Gate.Answer.Shut(var reason, Instant until) when reason == Reason.CIRCUIT_OPEN ->
          waitForCircuit(webhook.get(), delivery.deferred(reason, until), inFlight, now);
      case Gate.Answer.Shut(var reason, Instant until) -> defer(delivery, inFlight, reason, until);
      case Gate.Answer.Open(Pass pass, _) ->
          ready(
              new ClaimedDelivery(delivery, claimed.event(), webhook.get()),
              inFlight,
              pass,
              new RequestSigner(policy, now, timeout));
    };
  }

  /** Writes what becomes of a delivery that was recalled; no attempt is counted. */
  Beginning.NotNow recalled(ClaimedDelivery claimed, Instant now) {
    Delivery delivery = claimed.delivery();
    InFlight inFlight = inFlight(delivery);
    return switch (webhooks
        .find(delivery.webhook())
        .map(Webhook::status)
        .orElse(WebhookStatus.INACTIVE)) {
      // It takes deliveries again already.
      case ACTIVE -> instead(delivery.released(), inFlight);
      case PAUSED -> defer(delivery, inFlight, Reason.PAUSED, now.plus(Gates.LOOK_AGAIN));
      case INACTIVE -> cancel(delivery, inFlight, now);
    };
  }

  /** Writes what becomes of a delivery whose request was withdrawn; no attempt is counted. */
  Beginning.NotNow withdrawn(Beginning.Ready ready, Withdrawn withdrawn, Instant now) {
    ClaimedDelivery claimed = ready.claimed();
    boolean _ = gates.report(claimed.webhook(), new CircuitEvent.PermitReturned(ready.pass(), now));
    return switch (withdrawn.cause()) {
      case RECALLED -> recalled(claimed, now);
      case NO_CONNECTION ->
          defer(
              claimed.delivery(),
              ready.inFlight(),
              Reason.NO_CONNECTION,
              now.plus(NEXT_CONNECTION));
    };
  }

  private static InFlight inFlight(Delivery delivery) {
    if (delivery.state() instanceof InFlight inFlight) {
      return inFlight;
    }
    throw new IllegalArgumentException(delivery.id() + " was not claimed");
  }

  private Duration timeout(TimeoutPolicy policy, int attempt) {
    Duration timeout = policy.forAttempt(attempt);
    return timeout.compareTo(longestTimeout) > 0 ? longestTimeout : timeout;
  }

  private static Beginning ready(
      ClaimedDelivery claimed, InFlight inFlight, Pass pass, RequestSigner signer) {
    return new Beginning.Ready(claimed, inFlight, signer.sign(claimed), pass);
  }

  private Beginning.NotNow defer(
      Delivery delivery, InFlight inFlight, Reason reason, Instant until) {
    return instead(delivery.deferred(reason, until), inFlight);
  }

  /**
   * Records the deferral, then checks the circuit again: if it closed in between, its deliveries
   * may have been made due before this one was written.
   */
  private Beginning.NotNow waitForCircuit(
      Webhook webhook, Delivery deferred, InFlight inFlight, Instant now) {
    boolean closed;
    Settlement settlement;
    try {
      settlement = due.releaseIfLeased(deferred, inFlight.lease());
    } finally {
      // Also where it is not known whether that was written.
      closed = gates.noteCircuitWait(webhook, now);
    }
    return new Beginning.NotNow(deferred, settlement, closed);
  }

  private Beginning.NotNow cancel(Delivery delivery, InFlight inFlight, Instant now) {
    Delivery cancelled = delivery.cancelled(CancelReason.ENDPOINT_INACTIVE, now);
    Beginning.NotNow written = instead(cancelled, inFlight);
    if (written.settlement() == Settlement.RECORDED) {
      operatorEvents.announce(
          new OperatorEvent.DeliveryCancelled(
              delivery.tenant(),
              delivery.id(),
              delivery.webhook(),
              CancelReason.ENDPOINT_INACTIVE,
              now));
    }
    return written;
  }

  private Beginning expire(Delivery delivery, InFlight inFlight, Instant now) {
    Beginning.NotNow written = instead(delivery.expired(now), inFlight);
    if (written.settlement() == Settlement.RECORDED) {
      operatorEvents.announce(
          new OperatorEvent.DeliveryDied(
              delivery.tenant(),
              delivery.id(),
              delivery.webhook(),
              delivery.sessionId(),
              delivery.progress().attemptCount(),
              delivery.progress().lastFailure(),
              DeadReason.EXPIRED,
              now));
    }
    return written;
  }

  private Beginning.NotNow instead(Delivery written, InFlight inFlight) {
    return new Beginning.NotNow(written, due.releaseIfLeased(written, inFlight.lease()), false);
  }
}
