package posthorn.application.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.tenants.ChangeTenant;
import posthorn.application.testing.Samples;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestEngine;
import posthorn.application.testing.TestTime;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryState.Dead;
import posthorn.domain.retry.BackoffSchedule;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.retry.DelayList;
import posthorn.domain.retry.RetryForecast;
import posthorn.domain.retry.RetryOn;
import posthorn.domain.retry.RetryPolicy;
import posthorn.domain.retry.RetrySettings;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.PolicyChoices;
import posthorn.domain.webhook.Sending;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookStatus;

/** Delays, attempts and a longest age that a webhook, its tenant or the server names. */
class OwnRetriesTest {
  private final TestEngine engine =
      new TestEngine(
          Stores.inMemory(),
          new RetryPolicy(
              5, BackoffSchedule.exactly(new DelayList(List.of(secs(7)))), RetryOn.ALL));

  private final Samples samples = new Samples();
  private final Webhook webhook = samples.webhook(TenantId.DEFAULT, "*");

  @BeforeEach
  void aWebhookThatFails() {
    engine.stores.webhooks().add(webhook);
    engine.sender.everyReceiverAnswers(500);
  }

  @Test
  void the_servers_delays_are_kept_to_where_nothing_else_is_said() {
    assertThat(secondsOfAttempts()).containsExactly(0L, 7L, 14L, 21L, 28L);
    assertThat(only().state()).isInstanceOf(Dead.class);
  }

  @Test
  void a_tenants_delays_come_before_the_servers() {
    setTenants(retries(null, 4, secs(1), secs(3)));

    assertThat(secondsOfAttempts()).containsExactly(0L, 1L, 4L, 7L);
  }

  @Test
  void a_webhooks_own_delays_come_first() {
    setTenants(retries(null, 4, secs(1), secs(3)));
    setWebhooks(retries(null, null, secs(2)));

    assertThat(secondsOfAttempts()).containsExactly(0L, 2L, 4L, 6L);
    assertThat(reason()).isEqualTo(DeadReason.ATTEMPTS_EXHAUSTED);
  }

  @Test
  void delays_that_change_hold_for_a_delivery_that_waits_already_from_its_next_failure_on() {
    publish();
    engine.runDue();
    setWebhooks(retries(null, null, secs(60)));
    engine.time.advance(secs(7));
    engine.runDue();

    assertThat(only().state().dueAt()).isEqualTo(TestTime.START.plusSeconds(67));
  }

  @Test
  void a_delivery_is_given_up_as_expired_when_its_next_attempt_would_be_too_old() {
    setWebhooks(retries(secs(15), null));

    assertThat(secondsOfAttempts()).containsExactly(0L, 7L, 14L);
    assertThat(reason()).isEqualTo(DeadReason.EXPIRED);
    assertThat(((Dead) only().state()).at()).isEqualTo(TestTime.START.plusSeconds(14));
    RetryForecast forecast = RetryForecast.of(engine.policies.of(current()).retry().policy());
    assertThat(forecast.givenUpAtMost()).isEqualTo(secs(14));
  }

  @Test
  void the_longest_age_is_each_webhooks_own() {
    Webhook patient = samples.webhook(TenantId.DEFAULT, "*");
    engine.stores.webhooks().add(patient);
    setWebhooks(retries(secs(10), null));
    publish();
    for (int second = 0; second < 20; second++) {
      engine.runDue();
      engine.time.advance(secs(1));
    }

    assertThat(all())
        .extracting(Delivery::webhook, delivery -> delivery.state() instanceof Dead)
        .containsExactlyInAnyOrder(tuple(webhook.id(), true), tuple(patient.id(), false));
  }

  @Test
  void a_delivery_that_a_pause_made_too_old_expires_without_an_attempt() {
    setWebhooks(retries(secs(10), null));
    setStatus(WebhookStatus.PAUSED);
    publish();
    engine.runDue();
    engine.time.advance(Duration.ofHours(1));
    setStatus(WebhookStatus.ACTIVE);
    engine.runDue();

    assertThat(reason()).isEqualTo(DeadReason.EXPIRED);
    assertThat(engine.sender.sent()).isEmpty();
  }

  private List<Long> secondsOfAttempts() {
    publish();
    var seconds = new ArrayList<Long>();
    for (int i = 0; i < 60; i++) {
      int before = engine.sender.sent().size();
      engine.runDue();
      if (engine.sender.sent().size() > before) {
        seconds.add(Duration.between(TestTime.START, engine.time.now()).toSeconds());
      }
      engine.time.advance(secs(1));
    }
    return seconds;
  }

  private void publish() {
    engine.publish("user.created", "{}");
  }

  private void setTenants(RetrySettings retries) {
    new ChangeTenant(engine.stores.tenants(), engine.stores.webhooks())
        .change(
            TenantId.DEFAULT, tenant -> tenant.with(new PolicyChoices(retries, null, null, null)));
  }

  private void setWebhooks(RetrySettings retries) {
    Webhook seen = current();
    engine
        .stores
        .webhooks()
        .replaceIfUnchanged(
            seen.changed(
                seen.settings().with(Sending.DEFAULT.with(retries)),
                seen.status(),
                engine.time.now()));
  }

  private void setStatus(WebhookStatus status) {
    engine.stores.webhooks().replaceIfUnchanged(current().in(status, engine.time.now()));
  }

  private static RetrySettings retries(
      @Nullable Duration maxAge, @Nullable Integer attempts, Duration... delays) {
    return new RetrySettings(
        null,
        null,
        delays.length == 0 ? null : new DelayList(List.of(delays)),
        attempts,
        maxAge,
        null,
        null,
        null);
  }

  private Webhook current() {
    return engine.stores.webhooks().find(webhook.id()).orElseThrow();
  }

  private DeadReason reason() {
    return ((Dead) only().state()).reason();
  }

  private Delivery only() {
    assertThat(all()).hasSize(1);
    return all().getFirst();
  }

  private List<Delivery> all() {
    return engine
        .stores
        .deliveries()
        .list(new DeliveryQuery(TenantId.DEFAULT, null, null, null, 100));
  }

  private static Duration secs(long seconds) {
    return Duration.ofSeconds(seconds);
  }
}
