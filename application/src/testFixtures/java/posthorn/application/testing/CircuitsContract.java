package posthorn.application.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import posthorn.application.port.Circuits;
import posthorn.domain.circuit.CircuitBreaker;
import posthorn.domain.circuit.CircuitConfig;
import posthorn.domain.circuit.CircuitEvent;
import posthorn.domain.circuit.CircuitSnapshot;
import posthorn.domain.circuit.Pass;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;

/** What every implementation of {@link Circuits} keeps to. */
public abstract class CircuitsContract {
  private static final Instant NOW = TestTime.START;

  private final Samples samples = new Samples();

  /** A new, empty store. */
  protected abstract Stores open();

  @Test
  void a_circuit_is_as_it_was_last_stored() {
    Stores stores = open();
    Webhook webhook = samples.webhook(TenantId.DEFAULT, "*");
    stores.webhooks().add(webhook);
    CircuitBreaker closed = CircuitBreaker.fresh(CircuitConfig.DEFAULT, NOW);
    stores.circuits().save(webhook.id(), closed.snapshot());
    CircuitSnapshot counting =
        closed.on(new CircuitEvent.CallFailed(new Pass(0, 0), NOW)).snapshot();
    stores.circuits().save(webhook.id(), counting);

    assertThat(stores.circuits().all()).isEqualTo(Map.of(webhook.id(), counting));

    CircuitSnapshot forced =
        closed.on(new CircuitEvent.ForcedOpen(NOW, NOW.plusSeconds(9))).snapshot();
    stores.circuits().save(webhook.id(), forced);
    assertThat(stores.circuits().all()).isEqualTo(Map.of(webhook.id(), forced));
  }

  @Test
  void a_circuit_of_a_webhook_that_is_gone_is_not_stored() {
    Stores stores = open();
    CircuitSnapshot snapshot = CircuitBreaker.fresh(CircuitConfig.DEFAULT, NOW).snapshot();

    stores.circuits().save(samples.webhook(TenantId.DEFAULT, "*").id(), snapshot);

    assertThat(stores.circuits().all()).isEmpty();
  }
}
