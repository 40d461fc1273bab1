package posthorn.application.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.port.OperatorEvent;
import posthorn.application.testing.Samples;
import posthorn.application.testing.ScriptedSender;
import posthorn.application.testing.TestEngine;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryState.Dead;
import posthorn.domain.delivery.DeliveryState.Delivered;
import posthorn.domain.delivery.DeliveryState.Failed;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.retry.Failure;
import posthorn.domain.retry.FailureCategory;
import posthorn.domain.tenant.TenantId;

/** UC-0268: retry webhook delivery with exponential backoff and dead letter. */
class Uc0268RetryAndDeadLetterTest {
  private final TestEngine engine = TestEngine.inMemory();

  @BeforeEach
  void aWebhookAndAnEvent() {
    engine.stores.webhooks().add(new Samples().webhook(TenantId.DEFAULT, "*"));
    engine.publish("user.created", "{}");
  }

  @Test
  void s1_first_delivery_failure_schedules_30_second_retry() {
    engine.sender.everyReceiverAnswers(500);
    Instant now = engine.time.now();

    assertThat(engine.runDue()).isEqualTo(1);

    Delivery delivery = onlyDelivery();
    assertThat(delivery.state()).isEqualTo(new Failed(now.plusSeconds(30)));
    assertThat(delivery.state().wireName()).isEqualTo("failed");
    assertThat(delivery.progress().attemptCount()).isEqualTo(1);
    assertThat(delivery.progress().lastFailure())
        .satisfies(failure -> {
          assertThat(failure.category()).isEqualTo(FailureCategory.SERVER_ERROR);
          assertThat(failure.message()).isEqualTo("the receiver answered 500");
          assertThat(failure.responseSample()).isEqualTo("answer 500");
        });
  }

  @Test
  void s2_fifth_consecutive_delivery_failure_marks_row_dead_and_emits_webhook_dlq_event() {
    engine.sender.everyReceiverAnswers(500);
    failTimes(4);
    assertThat(onlyDelivery().progress().attemptCount()).isEqualTo(4);
    engine.announced.clear();

    failTimes(1);

    Delivery delivery = onlyDelivery();
    assertThat(delivery.state())
        .isEqualTo(new Dead(engine.time.now(), DeadReason.ATTEMPTS_EXHAUSTED));
    assertThat(delivery.progress().attemptCount()).isEqualTo(5);
    assertThat(delivery.state().dueAt()).isNull();
    assertThat(engine.announced).hasSize(2);
    assertThat(engine.announced.getLast())
        .isEqualTo(
            new OperatorEvent.DeliveryDied(
                delivery.tenant(),
                delivery.id(),
                delivery.webhook(),
                "session-1",
                5,
                Failure.of(ScriptedSender.answer(500)),
                DeadReason.ATTEMPTS_EXHAUSTED,
                engine.time.now()));
    assertThat(engine.announced.getLast().type()).isEqualTo("WebhookDLQEvent");
    assertThat(OperatorEvent.TOPIC).isEqualTo("gateway:webhooks");
  }

  @Test
  void f1_a_dead_delivery_is_never_retried_by_itself() {
    engine.sender.everyReceiverAnswers(500);
    failTimes(5);

    engine.time.advance(Duration.ofDays(365));

    assertThat(engine.runDue()).isZero();
    assertThat(engine.sender.sent()).hasSize(5);
  }

  @Test
  void the_whole_schedule_is_30_120_600_and_3600_seconds() {
    engine.sender.everyReceiverAnswers(503);
    failTimes(5);

    assertThat(attempts())
        .extracting(Attempt::executedAt)
        .containsExactly(
            at(0), at(30), at(30 + 120), at(30 + 120 + 600), at(30 + 120 + 600 + 3600));
    assertThat(attempts())
        .extracting(Attempt::status)
        .containsExactly(
            Attempt.Status.FAILED,
            Attempt.Status.FAILED,
            Attempt.Status.FAILED,
            Attempt.Status.FAILED,
            Attempt.Status.EXHAUSTED);
  }

  @Test
  void a1_a_success_is_delivered_and_announced() {
    engine.runDue();

    assertThat(onlyDelivery().state()).isEqualTo(new Delivered(engine.time.now()));
    Attempt attempt = attempts().getFirst();
    assertThat(engine.announced)
        .containsExactly(
            new OperatorEvent.AttemptSettled(
                TenantId.DEFAULT,
                onlyDelivery().id(),
                onlyDelivery().webhook(),
                attempt.id(),
                attempt.cycle(),
                1,
                Attempt.Status.SUCCESS,
                null,
                200,
                attempt.took(),
                engine.time.now()),
            new OperatorEvent.DeliveryDelivered(
                TenantId.DEFAULT,
                onlyDelivery().id(),
                onlyDelivery().webhook(),
                1,
                engine.time.now()));
    assertThat(engine.runDue()).isZero();
  }

  private void failTimes(int times) {
    for (int i = 0; i < times; i++) {
      // The first attempt is under way without waiting.
      engine.stores.dueDeliveries().waiting().forEach(next -> engine.time.advanceTo(next.dueAt()));
      assertThat(engine.runDue()).isEqualTo(1);
    }
  }

  private Instant at(long seconds) {
    return onlyDelivery().createdAt().plusSeconds(seconds);
  }

  private List<Attempt> attempts() {
    return engine.stores.deliveries().attemptsOf(onlyDelivery().id());
  }

  private Delivery onlyDelivery() {
    List<Delivery> all =
        engine.stores.deliveries().list(new DeliveryQuery(TenantId.DEFAULT, null, null, null, 10));
    assertThat(all).hasSize(1);
    return all.getFirst();
  }
}
