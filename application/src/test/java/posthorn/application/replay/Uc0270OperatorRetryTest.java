package posthorn.application.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.replay.RetryNow.Result.NotAtRest;
import posthorn.application.replay.RetryNow.Result.NotFound;
import posthorn.application.replay.RetryNow.Result.Restarted;
import posthorn.application.testing.Samples;
import posthorn.application.testing.TestEngine;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryState.Dead;
import posthorn.domain.delivery.DeliveryState.Failed;
import posthorn.domain.delivery.DeliveryState.Pending;
import posthorn.domain.tenant.TenantId;

/** UC-0270, A2 and S2: an operator resets a dead delivery. */
class Uc0270OperatorRetryTest {
  private final TestEngine engine = TestEngine.inMemory();

  @BeforeEach
  void aDeadDelivery() {
    engine.stores.webhooks().add(new Samples().webhook(TenantId.DEFAULT, "*"));
    engine.publish("user.created", "{}");
    engine.sender.everyReceiverAnswers(500);
    runUntilDead();
  }

  @Test
  void s2_operator_resets_dead_webhook_delivery_for_retry() {
    Delivery dead = onlyDelivery();
    assertThat(dead.state()).isInstanceOf(Dead.class);
    assertThat(dead.progress().attemptCount()).isEqualTo(5);
    Instant now = engine.time.now();

    assertThat(retryNow(dead)).isInstanceOf(Restarted.class);

    Delivery reset = onlyDelivery();
    assertThat(reset.state()).isEqualTo(new Pending(now));
    assertThat(reset.progress().attemptCount()).isZero();
    // In the next poll cycle the row is eligible, and on failure the first slot applies again.
    assertThat(engine.runDue()).isEqualTo(1);
    assertThat(onlyDelivery().state()).isEqualTo(new Failed(now.plusSeconds(30)));
    assertThat(onlyDelivery().progress().attemptCount()).isEqualTo(1);
  }

  @Test
  void a_reset_delivery_has_the_full_retry_envelope_and_keeps_its_history() {
    retryNow(onlyDelivery());
    runUntilDead();

    assertThat(engine.stores.deliveries().attemptsOf(onlyDelivery().id()))
        .extracting(Attempt::cycle)
        .containsExactly(1, 1, 1, 1, 1, 2, 2, 2, 2, 2);
    assertThat(engine.sender.sent())
        .extracting(request -> request.headers().get("webhook-id"))
        .containsOnly(onlyDelivery().event().value());
  }

  @Test
  void what_is_not_at_rest_is_left_alone() {
    retryNow(onlyDelivery());
    Delivery pending = onlyDelivery();

    assertThat(retryNow(pending)).isEqualTo(new NotAtRest(pending));
    assertThat(onlyDelivery()).isEqualTo(pending);
  }

  @Test
  void another_tenants_delivery_is_not_found() {
    assertThat(
            engine.retryNow.retryNow(new TenantId("other"), onlyDelivery().id(), engine.time.now()))
        .isEqualTo(new NotFound());
  }

  private RetryNow.Result retryNow(Delivery delivery) {
    return engine.retryNow.retryNow(TenantId.DEFAULT, delivery.id(), engine.time.now());
  }

  private void runUntilDead() {
    engine.runDue();
    for (var waiting = engine.stores.dueDeliveries().waiting();
        !waiting.isEmpty();
        waiting = engine.stores.dueDeliveries().waiting()) {
      engine.time.advanceTo(waiting.getFirst().dueAt());
      engine.runDue();
    }
  }

  private Delivery onlyDelivery() {
    List<Delivery> all =
        engine.stores.deliveries().list(new DeliveryQuery(TenantId.DEFAULT, null, null, null, 10));
    assertThat(all).hasSize(1);
    return all.getFirst();
  }
}
