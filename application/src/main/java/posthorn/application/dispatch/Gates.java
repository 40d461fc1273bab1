package posthorn.application.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Circuits;
import posthorn.application.port.OperatorEvent;
import posthorn.application.port.OperatorEvents;
import posthorn.domain.circuit.CircuitBreaker;
import posthorn.domain.circuit.CircuitEvent;
import posthorn.domain.circuit.CircuitHealth;
import posthorn.domain.circuit.CircuitSnapshot;
import posthorn.domain.circuit.Ramp;
import posthorn.domain.circuit.Transition;
import posthorn.domain.ratelimit.RateLimit;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;

/** The gate of every webhook. A circuit's changes are stored, so that they survive a restart. */
public final class Gates {
  /** When to ask again where nothing says when it will be worth it. */
  static final Duration LOOK_AGAIN = Duration.ofSeconds(30);

  private final Circuits circuits;
  private final OperatorEvents operatorEvents;
  private final Ramp ramp;
  private final @Nullable RateLimit tenantLimit;
  private final Map<WebhookId, CircuitSnapshot> stored;
  private final Map<WebhookId, Gate> gates = new ConcurrentHashMap<>();
  private final Map<TenantId, Meter> meters = new ConcurrentHashMap<>();

  /**
   * The gates, with the circuits as they were last stored.
   *
   * @param tenantLimit for all webhooks of a tenant together; null for none
   */
  public Gates(
      Circuits circuits,
      OperatorEvents operatorEvents,
      Ramp ramp,
      @Nullable RateLimit tenantLimit) {
    this.circuits = circuits;
    this.operatorEvents = operatorEvents;
    this.ramp = ramp;
    this.tenantLimit = tenantLimit;
    this.stored = new ConcurrentHashMap<>(circuits.all());
  }

  Gate of(Webhook webhook, Instant now) {
    Gate gate = gates.computeIfAbsent(webhook.id(), _ -> gate(webhook, now));
    announce(webhook, gate, gate.under(webhook.flow(), now));
    return gate;
  }

  private Gate gate(Webhook webhook, Instant now) {
    CircuitSnapshot snapshot = stored.remove(webhook.id());
    CircuitBreaker circuit =
        snapshot == null
            ? CircuitBreaker.fresh(webhook.flow().circuit(), now)
            : CircuitBreaker.restored(webhook.flow().circuit(), snapshot);
    Gate gate = new Gate(webhook.flow(), circuit, meterOf(webhook.tenant(), now), ramp, now);
    if (snapshot != null) {
      // It may have closed right before the server ended.
      boolean _ = gate.noteCircuitWait(now);
    }
    return gate;
  }

  /** Whether some of the webhook's deliveries may wait for a circuit that is closed by now. */
  boolean isCircuitWaitOver(WebhookId webhook, Instant now) {
    Gate gate = gates.get(webhook);
    return gate == null ? stored.containsKey(webhook) : gate.isCircuitWaitOver(now);
  }

  private @Nullable Meter meterOf(TenantId tenant, Instant now) {
    return tenantLimit == null
        ? null
        : meters.computeIfAbsent(tenant, _ -> new Meter(tenantLimit, now));
  }

  /** The webhook is gone. */
  void forget(WebhookId webhook) {
    gates.remove(webhook);
    stored.remove(webhook);
  }

  /** Those that have a gate, or had one before the start. */
  Set<WebhookId> webhooks() {
    var known = new HashSet<>(gates.keySet());
    known.addAll(stored.keySet());
    return known;
  }

  /** So many of the webhook's deliveries are about to leave. */
  void leaving(WebhookId webhook, int count, Instant now) {
    Gate gate = gates.get(webhook);
    if (gate != null) {
      gate.leaving(count, now);
    }
  }

  Gate.Answer enter(Webhook webhook, Instant now) {
    Gate gate = of(webhook, now);
    Gate.Answer answer = gate.enter(now);
    if (answer instanceof Gate.Answer.Open(_, var transition)) {
      announce(webhook, gate, transition);
    }
    return answer;
  }

  /**
   * A delivery was deferred because its webhook's circuit was open, and that is durable; whether
   * the circuit has closed meanwhile.
   */
  boolean noteCircuitWait(Webhook webhook, Instant now) {
    // Not under the webhook's flow: it may have changed since.
    return gates.computeIfAbsent(webhook.id(), _ -> gate(webhook, now)).noteCircuitWait(now);
  }

  /** How a webhook's circuit is. */
  public CircuitHealth health(Webhook webhook, Instant now) {
    return of(webhook, now).health(now);
  }

  /** Something happened to a webhook's circuit; whether it is in another phase by that. */
  public boolean report(Webhook webhook, CircuitEvent event) {
    // Not under the flow that the webhook had when it was asked: it may have changed since.
    Gate gate = gates.computeIfAbsent(webhook.id(), _ -> gate(webhook, event.at()));
    Optional<Transition> transition = gate.on(event);
    announce(webhook, gate, transition);
    return transition.isPresent();
  }

  private void announce(Webhook webhook, Gate gate, Optional<Transition> transition) {
    transition.ifPresent(changed -> {
      circuits.save(webhook.id(), gate.snapshot());
      operatorEvents.announce(
          new OperatorEvent.CircuitChanged(
              webhook.tenant(), webhook.id(), changed.from(), changed.to(), changed.at()));
    });
  }

  /** Stores every circuit with what it has counted so far, for the next start. */
  void save() {
    gates.forEach((webhook, gate) -> circuits.save(webhook, gate.snapshot()));
  }
}
