package posthorn.application.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.testing.Samples;
import posthorn.application.testing.ScriptedSender;
import posthorn.application.testing.SeededRandomness;
import posthorn.application.testing.TestEngine;
import posthorn.application.webhooks.ChangeWebhook;
import posthorn.application.webhooks.DeleteWebhook;
import posthorn.application.webhooks.VerifyUrl;
import posthorn.domain.delivery.CancelReason;
import posthorn.domain.delivery.Deferrals;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryState.Cancelled;
import posthorn.domain.delivery.DeliveryState.Delivered;
import posthorn.domain.delivery.DeliveryState.Failed;
import posthorn.domain.delivery.DeliveryState.Pending;
import posthorn.domain.dispatch.Bounds;
import posthorn.domain.retry.AttemptOutcome.Withdrawn;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookStatus;

/** A webhook that takes nothing any more gets nothing any more. */
class RecallTest {
  private static final int PLACES = Bounds.DEFAULT_PER_WEBHOOK;

  private final TestEngine engine = TestEngine.inMemory();
  private final Webhook webhook = new Samples().webhook(TenantId.DEFAULT, "*");
  private final ChangeWebhook changeWebhook =
      new ChangeWebhook(
          engine.stores.webhooks(),
          new VerifyUrl(engine.sender, new SeededRandomness(1)),
          engine.dispatcher);
  private final DeleteWebhook deleteWebhook =
      new DeleteWebhook(
          engine.stores.webhooks(),
          engine.stores.deliveries(),
          engine.stores.history(),
          engine.announced::add,
          engine.dispatcher);

  @BeforeEach
  void aWebhook() {
    engine.stores.webhooks().add(webhook);
  }

  @Test
  void what_has_places_and_was_not_sent_leaves_no_more() {
    publish(PLACES);

    change(WebhookStatus.PAUSED);
    engine.attemptStarted();

    assertThat(engine.sender.sent()).isEmpty();
    assertThat(deliveries()).allSatisfy(RecallTest::waits);
  }

  @Test
  void a_request_under_way_is_cut_off_and_made_again_after_the_pause() {
    publish(1);
    engine.sender.everyReceiver(_ -> {
      change(WebhookStatus.PAUSED);
      return ScriptedSender.answer(200);
    });
    engine.attemptStarted();

    Delivery delivery = deliveries().getFirst();
    waits(delivery);
    assertThat(delivery.progress().attemptCount()).isZero();
    assertThat(engine.stores.deliveries().attemptsOf(delivery.id())).isEmpty();

    engine.sender.everyReceiverAnswers(200);
    change(WebhookStatus.ACTIVE);
    engine.time.advance(Duration.ofSeconds(30));
    engine.runDue();
    assertThat(engine.reload(delivery).state()).isInstanceOf(Delivered.class);
  }

  @Test
  void a_last_attempt_that_is_cut_off_is_not_the_end() {
    publish(1);
    engine.sender.everyReceiverAnswers(500);
    for (int i = 0; i < 4; i++) {
      engine.runDue();
      engine.time.advance(Duration.ofHours(1));
    }
    engine.sender.everyReceiver(_ -> {
      change(WebhookStatus.PAUSED);
      return ScriptedSender.answer(500);
    });
    engine.runDue();

    Delivery delivery = deliveries().getFirst();
    assertThat(delivery.state()).isInstanceOf(Failed.class);
    assertThat(delivery.progress().attemptCount()).isEqualTo(4);
  }

  @Test
  void of_a_webhook_that_is_disabled_all_is_cancelled() {
    publish(PLACES);

    change(WebhookStatus.INACTIVE);
    engine.attemptStarted();

    assertThat(engine.sender.sent()).isEmpty();
    assertThat(deliveries())
        .allSatisfy(delivery ->
            assertThat(delivery.state())
                .isEqualTo(new Cancelled(engine.time.now(), CancelReason.ENDPOINT_INACTIVE)));
  }

  @Test
  void what_waits_for_a_place_goes_back() {
    quicken();
    engine.started.clear();
    publish(3 * PLACES);
    assertThat(engine.started).hasSize(PLACES);

    change(WebhookStatus.PAUSED);
    assertThat(engine.started).hasSize(3 * PLACES);
    engine.attemptStarted();

    assertThat(engine.sender.sent()).hasSize(2 * PLACES);
    assertThat(engine.dispatcher.holdsNothing()).isTrue();
  }

  @Test
  void a_receiver_that_wants_nothing_more_gets_nothing_more() {
    publish(PLACES);
    engine.sender.everyReceiverAnswers(410);

    engine.attemptStarted();

    assertThat(engine.sender.sent()).hasSize(1);
  }

  @Test
  void nothing_of_a_removed_webhook_leaves_and_it_is_forgotten() {
    publish(PLACES);

    assertThat(deleteWebhook.delete(TenantId.DEFAULT, webhook.id(), engine.time.now())).isTrue();
    engine.runDue();
    engine.dispatcher.tidy(engine.time.now());

    assertThat(engine.sender.sent()).isEmpty();
    assertThat(engine.dispatcher.holdsNothing()).isTrue();
    assertThat(engine.gates.webhooks()).isEmpty();
    assertThat(engine.dispatcher.webhooks()).isEmpty();
  }

  @Test
  void a_request_without_a_connection_is_deferred_and_no_attempt() {
    publish(1);
    engine.sender.everyReceiver(
        _ -> new Withdrawn(Withdrawn.Cause.NO_CONNECTION, Duration.ofSeconds(30)));

    engine.attemptStarted();

    Delivery delivery = deliveries().getFirst();
    assertThat(delivery.progress().attemptCount()).isZero();
    assertThat(delivery.progress().deferrals())
        .isEqualTo(new Deferrals(1, 0, Deferrals.Reason.NO_CONNECTION));
    assertThat(delivery.state()).isEqualTo(new Pending(engine.time.now().plusSeconds(31)));
  }

  private static void waits(Delivery delivery) {
    assertThat(delivery.state()).isInstanceOf(Pending.class);
    assertThat(delivery.progress().deferrals())
        .isEqualTo(new Deferrals(1, 0, Deferrals.Reason.PAUSED));
  }

  /** Has so many delivered that some more may wait in advance. */
  private void quicken() {
    for (int i = 0; i < 2; i++) {
      publish(PLACES);
      engine.runDue();
    }
  }

  private void publish(int count) {
    for (int i = 0; i < count; i++) {
      engine.publish("user.created", "{}");
    }
  }

  private void change(WebhookStatus status) {
    Webhook seen = engine.stores.webhooks().find(webhook.id()).orElseThrow();
    changeWebhook.change(
        new ChangeWebhook.Command(seen, seen.settings(), status, false), engine.time.now());
  }

  private List<Delivery> deliveries() {
    return engine
        .stores
        .deliveries()
        .list(new DeliveryQuery(TenantId.DEFAULT, null, null, null, 1_000));
  }
}
