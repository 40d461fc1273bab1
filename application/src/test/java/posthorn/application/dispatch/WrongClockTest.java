package posthorn.application.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.publish.PublishEvent;
import posthorn.application.testing.Samples;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestEngine;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryState.Dead;
import posthorn.domain.delivery.DeliveryState.Delivered;
import posthorn.domain.delivery.DeliveryState.Failed;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.event.Priority;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.retry.RetryPreset;

/** Somebody sets the clock, ahead or back, while deliveries wait. */
class WrongClockTest {
  private static final Duration AN_HOUR = Duration.ofHours(1);
  private static final Duration MAX_AGE = Duration.ofDays(1);

  private final TestEngine engine =
      new TestEngine(Stores.inMemory(), RetryPreset.GATEWAY.policy().withMaxAge(MAX_AGE));

  @BeforeEach
  void aWebhook() {
    engine.stores.webhooks().add(new Samples().webhook(DEFAULT, "*"));
  }

  @Test
  void a_delivery_that_waits_does_not_expire_by_a_clock_in_doubt() {
    engine.publish("user.created", "{}");
    jumpAhead();

    engine.runDue();

    assertThat(only().state()).isInstanceOf(Delivered.class);
  }

  @Test
  void a_delivery_that_fails_does_not_expire_by_a_clock_in_doubt() {
    engine.sender.everyReceiverAnswers(500);
    engine.publish("user.created", "{}");
    jumpAhead();

    engine.runDue();

    assertThat(only().state()).isInstanceOf(Failed.class);
  }

  @Test
  void it_expires_once_an_operator_has_agreed() {
    engine.sender.everyReceiverAnswers(500);
    engine.publish("user.created", "{}");
    jumpAhead();
    engine.runDue();
    engine.clockTrust.agree();
    engine.time.advance(AN_HOUR);

    engine.runDue();

    assertThat(only().state()).isInstanceOf(Dead.class);
    assertThat(((Dead) only().state()).reason()).isEqualTo(DeadReason.EXPIRED);
  }

  /** It waits for what is left of its delay, and for the hour: late, but sent, and once. */
  @Test
  void a_retry_comes_later_by_what_the_clock_was_set_back_and_once() {
    engine.sender.everyReceiverAnswers(500);
    engine.publish("user.created", "{}");
    engine.runDue();
    engine.sender.everyReceiverAnswers(200);
    setBack();

    assertThat(engine.runDue()).isZero();
    engine.time.advance(AN_HOUR.plusMinutes(1));
    engine.runDue();

    assertThat(only().state()).isInstanceOf(Delivered.class);
    assertThat(only().progress().attemptCount()).isEqualTo(2);
  }

  /** Its lease is longer by the hour; nobody else takes it meanwhile, and its end is recorded. */
  @Test
  void an_attempt_under_way_is_recorded_and_not_repeated() {
    engine.publish("user.created", "{}");
    engine.dispatcher.look(engine.time.now(), 10);
    setBack();

    engine.dispatcher.tidy(engine.time.now());
    engine.dispatcher.look(engine.time.now(), 10);
    assertThat(engine.started).hasSize(1);
    engine.attemptStarted();
    engine.runDue();

    assertThat(only().state()).isInstanceOf(Delivered.class);
    assertThat(only().progress().attemptCount()).isEqualTo(1);
  }

  /** What was published before and after the step leaves; nothing is stuck behind the step. */
  @Test
  void what_is_published_after_the_step_is_sent_at_once() {
    engine.publish("user.created", "{}");
    setBack();
    engine.publish("user.created", "{}");

    engine.runDue();
    assertThat(all().stream().filter(each -> each.state() instanceof Delivered)).isNotEmpty();
    engine.time.advance(AN_HOUR);
    engine.runDue();

    assertThat(all()).hasSize(2).allMatch(each -> each.state() instanceof Delivered);
  }

  @Test
  void an_open_circuit_probes_again_after_the_hour_at_the_latest() {
    engine.sender.everyReceiverAnswers(500);
    for (int i = 0; i < 20; i++) {
      engine.publish("user.created", "{}");
    }
    engine.runDue();
    setBack();
    engine.sender.everyReceiverAnswers(200);

    for (int minute = 0; minute < 90; minute++) {
      engine.time.advance(Duration.ofMinutes(1));
      engine.runDue();
    }

    assertThat(all()).hasSize(20).allMatch(each -> each.state() instanceof Delivered);
  }

  @Test
  void an_idempotency_key_is_still_known() {
    assertThat(publishWithKey()).isInstanceOf(PublishEvent.Result.Accepted.class);
    setBack();

    assertThat(publishWithKey()).isInstanceOf(PublishEvent.Result.Duplicate.class);
  }

  private PublishEvent.Result publishWithKey() {
    return engine.publishEvent.publish(
        new PublishEvent.Command(
            DEFAULT,
            new EventType("user.created"),
            JsonBytes.of("{}"),
            null,
            "key-1",
            null,
            null,
            Priority.NORMAL,
            null,
            null),
        engine.time.now());
  }

  private void jumpAhead() {
    engine.time.advance(MAX_AGE.multipliedBy(90));
    engine.clockTrust.doubt(MAX_AGE.multipliedBy(90), engine.time.now());
  }

  private void setBack() {
    engine.time.advance(AN_HOUR.negated());
    engine.clockTrust.doubt(AN_HOUR.negated(), engine.time.now());
  }

  private Delivery only() {
    assertThat(all()).hasSize(1);
    return all().getFirst();
  }

  private List<Delivery> all() {
    return engine.stores.deliveries().list(new DeliveryQuery(DEFAULT, null, null, null, 100));
  }
}
