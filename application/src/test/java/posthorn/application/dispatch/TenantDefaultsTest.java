package posthorn.application.dispatch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.port.WebhookRequest;
import posthorn.application.tenants.ChangeTenant;
import posthorn.application.testing.Samples;
import posthorn.application.testing.TestEngine;
import posthorn.application.testing.TestTime;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryState.Dead;
import posthorn.domain.event.PayloadFormat;
import posthorn.domain.retry.RetryPreset;
import posthorn.domain.retry.RetrySettings;
import posthorn.domain.signing.SignaturePlan;
import posthorn.domain.signing.SignatureScheme;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.PolicyChoices;
import posthorn.domain.webhook.Sending;
import posthorn.domain.webhook.Webhook;

/** That a delivery is made as its tenant says, where its webhook says nothing. */
class TenantDefaultsTest {
  private final TestEngine engine = TestEngine.inMemory();
  private final Webhook webhook = new Samples().webhook(TenantId.DEFAULT, "*");
  private final ChangeTenant changeTenant =
      new ChangeTenant(engine.stores.tenants(), engine.stores.webhooks());

  @BeforeEach
  void aWebhook() {
    engine.stores.webhooks().add(webhook);
  }

  private ChangeTenant.Result set(PolicyChoices defaults) {
    return changeTenant.change(TenantId.DEFAULT, tenant -> tenant.with(defaults));
  }

  private static PolicyChoices preset(RetryPreset preset) {
    return new PolicyChoices(RetrySettings.of(preset), null, null, null);
  }

  private static PolicyChoices attempts(int number) {
    return new PolicyChoices(
        new RetrySettings(null, null, null, number, null, null, null, null), null, null, null);
  }

  private Delivery publish() {
    engine.publish("user.created", "{\"user\": 1}");
    return engine
        .stores
        .deliveries()
        .list(new DeliveryQuery(TenantId.DEFAULT, null, null, null, 2))
        .getFirst();
  }

  private Delivery afterAnHourOfFailures() {
    Delivery delivery = publish();
    for (int i = 0; i < 60 && !(engine.reload(delivery).state() instanceof Dead); i++) {
      engine.runDue();
      engine.time.advance(Duration.ofMinutes(1));
    }
    return engine.reload(delivery);
  }

  @Test
  void the_attempts_of_the_tenants_preset_are_made_and_no_more() {
    engine.sender.everyReceiverAnswers(500);
    set(preset(RetryPreset.CONSENSUS));

    Delivery dead = afterAnHourOfFailures();

    assertThat(dead.state()).isInstanceOf(Dead.class);
    // Within minutes: the server's own preset would wait for an hour in between.
    assertThat(engine.time.now()).isBefore(TestTime.START.plus(Duration.ofMinutes(10)));
    assertThat(engine.sender.sent()).hasSize(5);
  }

  @Test
  void a_limit_of_the_tenants_that_comes_after_the_event_holds_for_the_next_attempt() {
    engine.sender.everyReceiverAnswers(500);
    Delivery delivery = publish();
    engine.runDue();
    assertThat(delivery.progress().maxAttempts()).isEqualTo(5);
    set(attempts(2));
    engine.time.advance(Duration.ofSeconds(30));
    engine.runDue();

    assertThat(engine.reload(delivery).state()).isInstanceOf(Dead.class);
    assertThat(engine.reload(delivery).progress().maxAttempts()).isEqualTo(2);
    assertThat(publish().progress().maxAttempts()).isEqualTo(2);
  }

  @Test
  void the_webhooks_own_word_comes_first() {
    var own =
        new Sending(
            new RetrySettings(null, null, null, 1, null, null, null, null),
            PayloadFormat.RAW,
            Map.of(),
            null);
    engine
        .stores
        .webhooks()
        .replaceIfUnchanged(
            webhook.changed(webhook.settings().with(own), webhook.status(), TestTime.START));
    set(
        new PolicyChoices(
            new RetrySettings(RetryPreset.STANDARD, null, null, 9, null, null, null, null),
            PayloadFormat.EVENT,
            null,
            null));
    engine.sender.everyReceiverAnswers(500);

    assertThat(afterAnHourOfFailures().progress().attemptCount()).isEqualTo(1);
    assertThat(body(engine.sender.sent().getFirst())).isEqualTo("{\"user\": 1}");
  }

  @Test
  void the_tenants_format_signature_and_timeout_are_on_the_wire() {
    set(
        new PolicyChoices(
            new RetrySettings(null, null, null, null, null, null, null, Duration.ofSeconds(3)),
            PayloadFormat.RAW,
            new SignaturePlan(List.of(new SignatureScheme.Sha256("X-Hub"))),
            null));
    publish();
    engine.runDue();

    WebhookRequest sent = engine.sender.sent().getFirst();
    assertThat(body(sent)).isEqualTo("{\"user\": 1}");
    assertThat(sent.timeout()).isEqualTo(Duration.ofSeconds(3));
    assertThat(sent.headers()).containsKey("X-Hub").doesNotContainKey("webhook-signature");
  }

  @Test
  void no_more_are_under_way_at_once_than_the_tenant_says() {
    set(new PolicyChoices(RetrySettings.NONE, null, null, 2));
    for (int i = 0; i < 4; i++) {
      publish();
    }
    engine.dispatcher.look(engine.time.now(), Integer.MAX_VALUE);
    assertThat(engine.started).hasSize(2);

    engine.runDue();
    assertThat(engine.sender.sent()).hasSize(4);
  }

  @Test
  void a_header_that_a_webhook_has_is_none_to_sign_in_for_all() {
    var headers = new Sending(RetrySettings.NONE, null, Map.of("X_Hub", "mine"), null);
    engine
        .stores
        .webhooks()
        .replaceIfUnchanged(
            webhook.changed(webhook.settings().with(headers), webhook.status(), TestTime.START));
    var plan = new SignaturePlan(List.of(new SignatureScheme.Sha256("x-hub")));

    assertThat(set(new PolicyChoices(RetrySettings.NONE, null, plan, null)))
        .isEqualTo(new ChangeTenant.Result.HeaderTaken("X_Hub", webhook.id()));
    assertThat(changeTenant.change(new TenantId("nobody"), tenant -> tenant))
        .isEqualTo(new ChangeTenant.Result.NotFound());
  }

  private static String body(WebhookRequest request) {
    return new String(request.body().bytes(), UTF_8);
  }
}
