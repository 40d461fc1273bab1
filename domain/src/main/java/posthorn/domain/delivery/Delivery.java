package posthorn.domain.delivery;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.delivery.DeliveryState.Cancelled;
import posthorn.domain.delivery.DeliveryState.Dead;
import posthorn.domain.delivery.DeliveryState.Delivered;
import posthorn.domain.delivery.DeliveryState.Failed;
import posthorn.domain.delivery.DeliveryState.InFlight;
import posthorn.domain.delivery.DeliveryState.Pending;
import posthorn.domain.dispatch.Work;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventId;
import posthorn.domain.event.EventType;
import posthorn.domain.event.Priority;
import posthorn.domain.ordering.Lane;
import posthorn.domain.ordering.Standing;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.retry.Failure;
import posthorn.domain.retry.Verdict;
import posthorn.domain.retry.Verdict.GiveUp;
import posthorn.domain.retry.Verdict.RetryAt;
import posthorn.domain.retry.Verdict.Succeed;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;

/**
 * One event for one webhook: what it is, which never changes, and how far it has come. A transition
 * that the present state does not allow throws; docs/states.md has them all.
 *
 * @param replayOf the delivery that this one repeats, if it does
 * @param lane what keeps it behind earlier deliveries, if anything does
 */
public record Delivery(
    DeliveryId id,
    TenantId tenant,
    WebhookId webhook,
    EventId event,
    EventType eventType,
    @Nullable String sessionId,
    Instant createdAt,
    @Nullable DeliveryId replayOf,
    Priority priority,
    @Nullable Lane lane,
    Progress progress) {

  /** The delivery of an event that was just accepted; due at once, unless the event says when. */
  public static Delivery of(DeliveryId id, Event event, Webhook webhook, int maxAttempts) {
    return new Delivery(
        id,
        event.tenant(),
        webhook.id(),
        event.id(),
        event.type(),
        event.sessionId(),
        event.acceptedAt(),
        null,
        event.priority(),
        Lane.of(webhook.flow().ordering(), event.type(), event.orderingKey()).orElse(null),
        Progress.starting(maxAttempts, event.dueAt()));
  }

  /** A new delivery of the same event to the same webhook, due at once. */
  public Delivery replayed(DeliveryId newId, Instant now) {
    return replayed(newId, priority, now);
  }

  /** The same, more or less urgent than this one. */
  public Delivery replayed(DeliveryId newId, Priority newPriority, Instant now) {
    return new Delivery(
        newId,
        tenant,
        webhook,
        event,
        eventType,
        sessionId,
        now,
        id,
        newPriority,
        lane,
        Progress.starting(progress.maxAttempts(), now));
  }

  public DeliveryState state() {
    return progress.state();
  }

  /** What kind of work it is for whoever takes it next. */
  public Work work() {
    return Work.of(priority, progress.attemptCount() > 0);
  }

  /** How those behind it in its lane see it. */
  public Standing standing() {
    return switch (state()) {
      case Pending _ -> Standing.WAITING;
      case Failed _ -> Standing.FAILED;
      case InFlight _ -> Standing.IN_FLIGHT;
      case Delivered _, Dead _, Cancelled _ -> Standing.DONE;
    };
  }

  public boolean isDue(Instant now) {
    Instant due = state().dueAt();
    return due != null && !due.isAfter(now);
  }

  /** Taken by a worker. Due means free: waiting long enough, or left behind by an expired lease. */
  public Delivery leased(Lease lease, Instant now) {
    Instant scheduledAt =
        switch (state()) {
          case Pending(Instant dueAt) -> dueAt;
          case Failed(Instant dueAt) -> dueAt;
          case InFlight(_, Instant since) -> since;
          case Delivered _, Dead _, Cancelled _ -> null;
        };
    if (scheduledAt == null || !isDue(now)) {
      throw new IllegalStateException(id + " is not due but " + state());
    }
    return with(progress.in(new InFlight(lease, scheduledAt)));
  }

  /** Given back by a worker that did not try it; it is as due as it was. */
  public Delivery released() {
    return with(progress.in(waitingUntil(inFlight().scheduledAt())));
  }

  /** Put off by a worker that was not allowed to try it; that is no attempt. */
  public Delivery deferred(Deferrals.Reason reason, Instant until) {
    InFlight _ = inFlight();
    return with(progress.deferred(reason, waitingUntil(until)));
  }

  /** Due at once, as the circuit that it waited for has closed. */
  public Delivery circuitClosed(Instant now) {
    if (!progress.waitsForCircuit() || state() instanceof InFlight) {
      throw new IllegalStateException(id + " does not wait for its circuit: " + state());
    }
    return with(progress.dueBy(waitingUntil(now)));
  }

  /** Given up by a worker without another attempt: it has waited too long. */
  public Delivery expired(Instant now) {
    InFlight _ = inFlight();
    return with(progress.in(new Dead(now, DeadReason.EXPIRED)));
  }

  /** Called off: by a worker that has it, or by a person while no worker does. */
  public Delivery cancelled(CancelReason reason, Instant now) {
    if (!canCancel()) {
      throw new IllegalStateException(id + " cannot be cancelled: " + state());
    }
    return with(progress.in(new Cancelled(now, reason)));
  }

  /** Whether there is something left to call off. */
  public boolean canCancel() {
    return switch (state()) {
      case Pending _, Failed _, InFlight _ -> true;
      case Delivered _, Dead _, Cancelled _ -> false;
    };
  }

  private DeliveryState waitingUntil(Instant due) {
    return progress.attemptCount() == 0 ? new Pending(due) : new Failed(due);
  }

  /** After an attempt. */
  public Delivery settled(Verdict verdict, int policyMaxAttempts, Instant at) {
    InFlight _ = inFlight();
    return with(
        switch (verdict) {
          case Succeed() -> progress.attempted(policyMaxAttempts, at, null, new Delivered(at));
          case RetryAt(Instant next, Failure failure) ->
              progress.attempted(policyMaxAttempts, at, failure, new Failed(next));
          case GiveUp(var reason, Failure failure) ->
              progress.attempted(policyMaxAttempts, at, failure, new Dead(at, reason));
        });
  }

  /** Whether a person may start it anew: it was not delivered, and no worker has it. */
  public boolean canRestart() {
    return switch (state()) {
      case Failed _, Dead _, Cancelled _ -> true;
      case Pending _, InFlight _, Delivered _ -> false;
    };
  }

  /**
   * Started anew by a person: a new cycle with all its attempts; the earlier ones stay recorded.
   */
  public Delivery restarted(Instant now) {
    if (!canRestart()) {
      throw new IllegalStateException(id + " cannot be restarted: " + state());
    }
    return with(progress.restarted(now));
  }

  private InFlight inFlight() {
    if (state() instanceof InFlight inFlight) {
      return inFlight;
    }
    throw new IllegalStateException(id + " is not in flight but " + state());
  }

  private Delivery with(Progress next) {
    return new Delivery(
        id, tenant, webhook, event, eventType, sessionId, createdAt, replayOf, priority, lane,
        next);
  }
}
