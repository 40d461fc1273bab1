package posthorn.bootstrap.seeds;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.bootstrap.seeds.World.idOf;
import static posthorn.bootstrap.seeds.World.textOf;

import java.time.Duration;
import posthorn.domain.retry.AttemptOutcome.TimedOut;
import posthorn.domain.retry.AttemptOutcome.Unreachable;
import posthorn.domain.retry.AttemptOutcome.Unreachable.Trouble;
import tools.jackson.databind.JsonNode;

/** What tests do with a webhook's circuit, and failures that bring it about. */
record CircuitSteps(World world) {
  static Unreachable unreachable(Trouble trouble) {
    return new Unreachable(trouble, "it could not be reached", null, Duration.ZERO);
  }

  static TimedOut timedOut() {
    return new TimedOut(
        TimedOut.Phase.ANSWER, "no answer within 30 s", "192.0.2.1", Duration.ofSeconds(30));
  }

  World.Answer patchCircuit(String webhook, String body) {
    return world.send("PATCH", "/v1/webhooks/" + webhook + "/circuit-breaker", body);
  }

  JsonNode circuit(String webhook) {
    return world.get("/v1/webhooks/" + webhook + "/circuit-breaker");
  }

  String stateOf(String webhook) {
    return textOf(circuit(webhook), "state");
  }

  /** A webhook whose failed deliveries wait longer than its circuit does. */
  String givenAWebhookWithLongWaits() {
    return idOf(
        world.webhook("'retry_config': {'base_delay_ms': 150000}, 'events': ['circuit.*']"));
  }

  void call(int times, int status) {
    world.receiverAnswers(status);
    for (int i = 0; i < times; i++) {
      world.publish("circuit.call");
      world.runDue();
    }
  }

  /** A webhook with an open circuit, after ten calls of which all failed. */
  String givenAnOpenCircuit() {
    String webhook = givenAWebhookWithLongWaits();
    call(10, 500);
    assertThat(stateOf(webhook)).isEqualTo("open");
    return webhook;
  }
}
