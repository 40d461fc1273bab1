package posthorn.application.webhooks;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.application.dispatch.Dispatcher;
import posthorn.application.dispatch.Gates;
import posthorn.application.port.Webhooks;
import posthorn.domain.circuit.CircuitEvent;
import posthorn.domain.circuit.CircuitHealth;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/** What a person sees of a webhook's circuit, and does with it. */
public final class ControlCircuit {
  private final Webhooks webhooks;
  private final Gates gates;
  private final Dispatcher dispatcher;

  public ControlCircuit(Webhooks webhooks, Gates gates, Dispatcher dispatcher) {
    this.webhooks = webhooks;
    this.gates = gates;
    this.dispatcher = dispatcher;
  }

  /** What a person may do. */
  public enum Action {
    RESET,
    FORCE_OPEN,
    FORCE_CLOSE;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }

    private CircuitEvent event(Instant now, @Nullable Instant until) {
      return switch (this) {
        case RESET -> new CircuitEvent.Reset(now);
        case FORCE_OPEN -> new CircuitEvent.ForcedOpen(now, until);
        case FORCE_CLOSE -> new CircuitEvent.ForcedClosed(now, until);
      };
    }
  }

  /** How the circuit is; empty if there is no such webhook. */
  public Optional<CircuitHealth> see(TenantId tenant, WebhookId id, Instant now) {
    return webhooks.find(tenant, id).map(webhook -> gates.health(webhook, now));
  }

  /**
   * Does it, and says how the circuit is then; empty if there is no such webhook.
   *
   * @param duration for how long; null for until a person says otherwise
   */
  public Optional<CircuitHealth> act(
      TenantId tenant, WebhookId id, Action action, @Nullable Duration duration, Instant now) {
    return webhooks
        .find(tenant, id)
        .map(webhook -> {
          gates.report(webhook, action.event(now, duration == null ? null : now.plus(duration)));
          dispatcher.expect(webhook.id(), now);
          return gates.health(webhook, now);
        });
  }
}
