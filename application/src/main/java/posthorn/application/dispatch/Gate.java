package posthorn.application.dispatch;

import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import posthorn.domain.circuit.CircuitBreaker;
import posthorn.domain.circuit.CircuitEvent;
import posthorn.domain.circuit.CircuitHealth;
import posthorn.domain.circuit.CircuitSnapshot;
import posthorn.domain.circuit.Pass;
import posthorn.domain.circuit.Permit.Allowed;
import posthorn.domain.circuit.Permit.Refused;
import posthorn.domain.circuit.Phase;
import posthorn.domain.circuit.Ramp;
import posthorn.domain.circuit.SlowStart;
import posthorn.domain.circuit.Transition;
import posthorn.domain.delivery.Deferrals;
import posthorn.domain.ratelimit.TokenBucket;
import posthorn.domain.webhook.Flow;

/**
 * What stands between one webhook's due deliveries and its receiver: the circuit breaker, the rate
 * limit, and the slow start of a receiver that has just come back.
 */
final class Gate {
  private final Lock lock = new ReentrantLock();
  private final Ramp ramp;
  private final @Nullable Meter tenantMeter;
  private Flow flow;
  private CircuitBreaker circuit;
  private @Nullable TokenBucket bucket;
  private SlowStart slowStart;

  /** Whether deliveries may wait in the store because the circuit was open. */
  private boolean mayWaitForCircuit;

  Gate(Flow flow, CircuitBreaker circuit, @Nullable Meter tenantMeter, Ramp ramp, Instant now) {
    this.flow = flow;
    this.circuit = circuit;
    this.tenantMeter = tenantMeter;
    this.ramp = ramp;
    this.bucket = flow.rateLimit() == null ? null : TokenBucket.full(flow.rateLimit(), now);
    this.slowStart = SlowStart.from(Ramp.OFF, now);
  }

  /** Whether a request may leave. */
  sealed interface Answer {
    /**
     * It may, and has taken its token.
     *
     * @param transition what became of the circuit by that, if anything
     */
    record Open(Pass pass, Optional<Transition> transition) implements Answer {}

    /** It may not, until about then. */
    record Shut(Deferrals.Reason reason, Instant until) implements Answer {}
  }

  /** How many more could leave now; {@link Integer#MAX_VALUE} if there is no limit. */
  int room(Instant now) {
    lock.lock();
    try {
      int room = Math.min(circuitRoom(now), slowStart.room(now));
      if (bucket != null) {
        room = Math.min(room, bucket.available(now));
      }
      return tenantMeter == null ? room : Math.min(room, tenantMeter.available(now));
    } finally {
      lock.unlock();
    }
  }

  /** When there may be room again, where there is none now. */
  Instant roomAt(Instant now) {
    lock.lock();
    try {
      if (slowStart.room(now) == 0) {
        return slowStart.nextRoom(now);
      }
      Instant own = tryEnter(now) instanceof Attempted.No(Answer.Shut shut) ? shut.until() : now;
      Instant tenants = tenantMeter == null ? now : tenantMeter.roomAt(now);
      return own.isAfter(tenants) ? own : tenants;
    } finally {
      lock.unlock();
    }
  }

  /**
   * How many could come here now and be put off; none where they would pass. The slow start puts
   * nobody off: it has them wait where they are, as one that comes here may find the gate open.
   */
  int refusals(Instant now) {
    lock.lock();
    try {
      boolean shut =
          tryEnter(now) instanceof Attempted.No
              || (tenantMeter != null && tenantMeter.available(now) == 0);
      return shut ? slowStart.room(now) : 0;
    } finally {
      lock.unlock();
    }
  }

  /** So many are about to leave, as far as the slow start is concerned. */
  void leaving(int count, Instant now) {
    lock.lock();
    try {
      slowStart = slowStart.leaving(count, now);
    } finally {
      lock.unlock();
    }
  }

  Answer enter(Instant now) {
    lock.lock();
    try {
      return switch (tryEnter(now)) {
        case Attempted.No(Answer.Shut shut) -> shut;
        case Attempted.Yes(Allowed allowed, TokenBucket next) -> {
          // Nobody else takes from these two meanwhile; the tenant's meter comes last, and alone.
          if (tenantMeter != null
              && tenantMeter.take(now) instanceof TokenBucket.Answer.Wait wait) {
            yield new Answer.Shut(Deferrals.Reason.RATE_LIMITED, wait.until());
          }
          bucket = next;
          yield new Answer.Open(allowed.pass(), replace(allowed.next(), now));
        }
      };
    } finally {
      lock.unlock();
    }
  }

  /** What an attempt to leave would come to; nothing is taken yet. */
  private sealed interface Attempted {
    record Yes(Allowed allowed, @Nullable TokenBucket bucket) implements Attempted {}

    record No(Answer.Shut shut) implements Attempted {}
  }

  private Attempted tryEnter(Instant now) {
    return switch (circuit.permit(now)) {
      case Refused(Instant until, _) ->
          new Attempted.No(
              new Answer.Shut(
                  Deferrals.Reason.CIRCUIT_OPEN,
                  until == null ? now.plus(Gates.LOOK_AGAIN) : until));
      case Allowed allowed -> {
        if (bucket == null) {
          yield new Attempted.Yes(allowed, null);
        }
        yield switch (bucket.take(now)) {
          case TokenBucket.Answer.Taken(TokenBucket next) -> new Attempted.Yes(allowed, next);
          case TokenBucket.Answer.Wait(Instant until, _) ->
              new Attempted.No(new Answer.Shut(Deferrals.Reason.RATE_LIMITED, until));
        };
      }
    };
  }

  /** Something happened; what became of the circuit by that, if anything. */
  Optional<Transition> on(CircuitEvent event) {
    lock.lock();
    try {
      return replace(circuit.on(event), event.at());
    } finally {
      lock.unlock();
    }
  }

  /** The webhook's configuration may have changed. */
  Optional<Transition> under(Flow changed, Instant now) {
    lock.lock();
    try {
      if (changed.equals(flow)) {
        return Optional.empty();
      }
      if (changed.rateLimit() == null) {
        bucket = null;
      } else if (bucket == null) {
        bucket = TokenBucket.full(changed.rateLimit(), now);
      } else {
        bucket = bucket.under(changed.rateLimit(), now);
      }
      flow = changed;
      return replace(circuit.under(changed.circuit(), now), now);
    } finally {
      lock.unlock();
    }
  }

  /** Much may be due, and the receiver is not to be flattened by it. */
  void startSlowly(Instant now) {
    lock.lock();
    try {
      slowStart = SlowStart.from(ramp, now);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Notes that deliveries may wait in the store for this circuit; returns whether it lets all
   * requests leave by now.
   */
  boolean noteCircuitWait(Instant now) {
    lock.lock();
    try {
      mayWaitForCircuit = true;
      return closes(now);
    } finally {
      lock.unlock();
    }
  }

  /** Whether deliveries are to be made due that wait because the circuit was open. */
  boolean isCircuitWaitOver(Instant now) {
    lock.lock();
    try {
      return mayWaitForCircuit && closes(now);
    } finally {
      lock.unlock();
    }
  }

  /** All deliveries that wait because the circuit was open are made due, but those that come. */
  void forgetCircuitWait() {
    lock.lock();
    try {
      mayWaitForCircuit = false;
    } finally {
      lock.unlock();
    }
  }

  /** Whether the circuit is closed, or will be by the next request. */
  private boolean closes(Instant now) {
    return circuit.permit(now) instanceof Allowed(_, CircuitBreaker next)
        && next.phase() == Phase.CLOSED;
  }

  CircuitHealth health(Instant now) {
    lock.lock();
    try {
      return circuit.health(now);
    } finally {
      lock.unlock();
    }
  }

  CircuitSnapshot snapshot() {
    lock.lock();
    try {
      return circuit.snapshot();
    } finally {
      lock.unlock();
    }
  }

  private Optional<Transition> replace(CircuitBreaker next, Instant now) {
    Optional<Transition> transition = next.transitionFrom(circuit);
    circuit = next;
    if (transition.isPresent() && next.phase() == Phase.CLOSED) {
      slowStart = SlowStart.from(ramp, now);
    }
    return transition;
  }

  private int circuitRoom(Instant now) {
    if (circuit.phase() == Phase.CLOSED) {
      return Integer.MAX_VALUE;
    }
    int room = 0;
    CircuitBreaker later = circuit;
    while (room < circuit.config().halfOpenMaxCalls()
        && later.permit(now) instanceof Allowed(_, CircuitBreaker next)) {
      later = next;
      room++;
    }
    return room;
  }
}
