package posthorn.application.deadletters;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import posthorn.application.port.OperatorEvent;
import posthorn.application.port.OperatorEvent.CircuitChanged;
import posthorn.application.port.OperatorEvent.ReplayOffered;
import posthorn.application.testing.Samples;
import posthorn.application.testing.TestEngine;
import posthorn.domain.circuit.Phase;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.webhook.Webhook;

class OfferReplayTest {
  private final TestEngine engine = TestEngine.inMemory();
  private final Webhook webhook = new Samples().webhook(DEFAULT, "*");
  private final List<OperatorEvent> heard = new ArrayList<>();
  private final OfferReplay offer =
      new OfferReplay(engine.stores.deadLetters(), engine.stores.webhooks(), heard::add);

  @BeforeEach
  void aWebhook() {
    engine.stores.webhooks().add(webhook);
  }

  @Test
  void a_circuit_that_closes_offers_the_replay_of_what_died() {
    die();
    die();
    CircuitChanged closed = changed(Phase.HALF_OPEN, Phase.CLOSED);
    offer.announce(closed);

    assertThat(heard)
        .containsExactly(closed, new ReplayOffered(DEFAULT, webhook.id(), 2, closed.at()));
    assertThat(heard.getLast().type()).isEqualTo("replay.offered");
  }

  @Test
  void where_nothing_died_nothing_is_offered() {
    offer.announce(changed(Phase.HALF_OPEN, Phase.CLOSED));

    assertThat(heard).hasSize(1);
  }

  @Test
  void a_circuit_that_opens_offers_nothing() {
    die();
    offer.announce(changed(Phase.CLOSED, Phase.OPEN));

    assertThat(heard).hasSize(1);
  }

  @Test
  void of_a_webhook_that_is_gone_nothing_is_offered() {
    die();
    engine.stores.webhooks().remove(webhook.id());
    offer.announce(changed(Phase.OPEN, Phase.CLOSED));

    assertThat(heard).hasSize(1);
  }

  private void die() {
    engine.sender.everyReceiver(_ ->
        new Answered(
            500, Map.of("webhook-delivery", "abort-message"), "", "192.0.2.1", Duration.ZERO));
    engine.publish("user.created", "{}");
    assertThat(engine.runDue()).isEqualTo(1);
  }

  private CircuitChanged changed(Phase from, Phase to) {
    Instant at = engine.time.now();
    return new CircuitChanged(webhook.tenant(), webhook.id(), from, to, at);
  }
}
