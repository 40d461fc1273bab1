package posthorn.application.dispatch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import posthorn.application.dispatch.AttemptDelivery.Result.LeaseLost;
import posthorn.application.port.ClaimedDelivery;
import posthorn.application.port.OperatorEvent;
import posthorn.application.port.WebhookRequest;
import posthorn.application.testing.Samples;
import posthorn.application.testing.ScriptedSender;
import posthorn.application.testing.TestEngine;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryState.Delivered;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;

class AttemptDeliveryTest {
  private final TestEngine engine = TestEngine.inMemory();
  private final Webhook webhook = new Samples().webhook(TenantId.DEFAULT, "*");

  @BeforeEach
  void aWebhookAndAnEvent() {
    engine.stores.webhooks().add(webhook);
    engine.publish("user.created", "{\"user\": 1}");
  }

  @Test
  void a_request_carries_the_event_and_says_what_it_is() {
    Slot slot = claim();
    ClaimedDelivery claimed = slot.claimed();
    engine.attemptDelivery.attempt(slot, engine.time.now(), 0);

    WebhookRequest request = engine.sender.sent().getFirst();
    assertThat(request.url()).isEqualTo(webhook.url());
    assertThat(request.timeout()).isEqualTo(TestEngine.TIMEOUT);
    assertThat(new String(request.body().bytes(), UTF_8))
        .isEqualTo(
            "{\"type\":\"user.created\",\"timestamp\":\"2026-01-01T00:00:00Z\","
                + "\"data\":{\"user\": 1}}");
    String delivery = claimed.delivery().id().value();
    String event = claimed.event().id().value();
    assertThat(request.headers())
        .contains(
            entry("X-Webhook-ID", webhook.id().value()),
            entry("X-Webhook-Event", "user.created"),
            entry("X-Webhook-Delivery", delivery),
            entry("X-Webhook-Delivery-ID", delivery),
            entry("X-Webhook-Attempt", "1"),
            entry("X-Webhook-Timestamp", "2026-01-01T00:00:00Z"),
            entry("X-Idempotency-Key", event),
            entry("webhook-id", event),
            entry("webhook-timestamp", "1767225600"))
        .containsKeys("webhook-signature", "X-Webhook-Signature");
  }

  @Test
  void a_retry_sends_the_same_bytes_and_id_with_a_new_time_and_signature() {
    engine.sender.everyReceiverAnswers(500);
    engine.runDue();
    engine.time.advance(Duration.ofSeconds(30));
    engine.runDue();

    WebhookRequest first = engine.sender.sent().get(0);
    WebhookRequest second = engine.sender.sent().get(1);
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(second.headers())
        .containsEntry("webhook-id", first.headers().get("webhook-id"))
        .containsEntry("X-Webhook-Attempt", "2")
        .containsEntry("webhook-timestamp", "1767225630")
        .doesNotContainEntry("webhook-signature", first.headers().get("webhook-signature"));
  }

  @Test
  void the_time_an_attempt_took_counts() {
    engine.sender.everyReceiver(_ -> new Answered(200, Map.of(), "", null, Duration.ofSeconds(7)));
    Delivery claimed = claimAndAttempt();

    assertThat(engine.reload(claimed).state())
        .isEqualTo(new Delivered(engine.time.now().plusSeconds(7)));
  }

  @Test
  void an_attempt_that_outlived_its_lease_settles_and_announces_nothing() {
    Slot slow = claim();
    Instant start = engine.time.now();
    engine.sender.everyReceiver(_ -> {
      engine.time.advance(TestEngine.LEASE);
      engine.dispatcher.tidy(engine.time.now());
      return ScriptedSender.answer(200);
    });

    assertThat(engine.attemptDelivery.attempt(slow, start, 0)).isEqualTo(new LeaseLost(false));
    assertThat(engine.announced).isEmpty();
    assertThat(engine.reload(slow.claimed().delivery()))
        .isEqualTo(slow.claimed().delivery().released());
  }

  @Test
  void what_was_not_claimed_is_not_attempted() {
    ClaimedDelivery claimed = claim().claimed();
    var settled = new ClaimedDelivery(claimed.delivery().released(), claimed.event(), webhook);

    assertThatThrownBy(() -> engine.beginAttempt.begin(settled, engine.time.now()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(engine.sender.sent()).isEmpty();
  }

  @Test
  void one_receivers_failure_does_not_concern_another() {
    engine.publish("user.created", "{}");
    engine.sender.everyReceiver(request ->
        ScriptedSender.answer(
            request.headers().getOrDefault("X-Webhook-Delivery", "").endsWith("2") ? 500 : 200));

    assertThat(engine.runDue()).isEqualTo(2);
    assertThat(engine.announced)
        .extracting(OperatorEvent::type)
        .containsExactlyInAnyOrder(
            "attempt.settled", "attempt.settled", "delivery.delivered", "delivery.failed");
  }

  private Delivery claimAndAttempt() {
    Slot slot = claim();
    engine.attemptDelivery.attempt(slot, engine.time.now(), 0);
    return slot.claimed().delivery();
  }

  private Slot claim() {
    return engine.started.remove();
  }
}
