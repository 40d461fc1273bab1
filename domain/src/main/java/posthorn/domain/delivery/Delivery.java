package posthorn.domain.delivery;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.delivery.DeliveryState.Dead;
import posthorn.domain.delivery.DeliveryState.Delivered;
import posthorn.domain.delivery.DeliveryState.Failed;
import posthorn.domain.delivery.DeliveryState.InFlight;
import posthorn.domain.delivery.DeliveryState.Pending;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventId;
import posthorn.domain.event.EventType;
import posthorn.domain.retry.Failure;
import posthorn.domain.retry.Verdict;
import posthorn.domain.retry.Verdict.GiveUp;
import posthorn.domain.retry.Verdict.RetryAt;
import posthorn.domain.retry.Verdict.Succeed;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/** One event for one webhook: what it is, which never changes, and how far it has come. */
public record Delivery(
    DeliveryId id,
    TenantId tenant,
    WebhookId webhook,
    EventId event,
    EventType eventType,
    @Nullable String sessionId,
    Instant createdAt,
    Progress progress) {

  /** The delivery of an event that was just accepted; it is due at once. */
  public static Delivery of(DeliveryId id, Event event, WebhookId webhook, int maxAttempts) {
    return new Delivery(
        id,
        event.tenant(),
        webhook,
        event.id(),
        event.type(),
        event.sessionId(),
        event.acceptedAt(),
        Progress.starting(maxAttempts, event.acceptedAt()));
  }

  public DeliveryState state() {
    return progress.state();
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
          case Delivered _, Dead _ -> null;
        };
    if (scheduledAt == null || !isDue(now)) {
      throw new IllegalStateException(id + " is not due but " + state());
    }
    return with(progress.in(new InFlight(lease, scheduledAt)));
  }

  /** Given back by a worker that did not try it; it is as due as it was. */
  public Delivery released() {
    Instant scheduledAt = inFlight().scheduledAt();
    return with(
        progress.in(
            progress.attemptCount() == 0 ? new Pending(scheduledAt) : new Failed(scheduledAt)));
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

  /** Whether a person may start it anew: it failed, and no worker has it. */
  public boolean canRestart() {
    return switch (state()) {
      case Failed _, Dead _ -> true;
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
    return new Delivery(id, tenant, webhook, event, eventType, sessionId, createdAt, next);
  }
}
