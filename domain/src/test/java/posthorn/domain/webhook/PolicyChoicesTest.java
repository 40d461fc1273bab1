package posthorn.domain.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import posthorn.domain.event.PayloadFormat;
import posthorn.domain.retry.BackoffSchedule;
import posthorn.domain.retry.DelayList;
import posthorn.domain.retry.RetryConfig;
import posthorn.domain.retry.RetryOn;
import posthorn.domain.retry.RetryPolicy;
import posthorn.domain.retry.RetryPreset;
import posthorn.domain.retry.RetrySettings;
import posthorn.domain.retry.TimeoutPolicy;
import posthorn.domain.signing.SignaturePlan;
import posthorn.domain.signing.SignatureScheme;

/** What holds: the webhook's word, else its tenant's, else the server's. */
class PolicyChoicesTest {
  private static final WebhookPolicy SERVER = WebhookPolicy.ofServer(RetryPreset.GATEWAY, 5);
  private static final SignaturePlan TENANTS = plan("X-Tenant");
  private static final SignaturePlan OWN = plan("X-Own");

  private static SignaturePlan plan(String header) {
    return new SignaturePlan(List.of(new SignatureScheme.Sha256(header)));
  }

  private static PolicyChoices choices(
      @Nullable PayloadFormat format, @Nullable SignaturePlan plan, @Nullable Integer inFlight) {
    return new PolicyChoices(RetrySettings.NONE, format, plan, inFlight);
  }

  private static PolicyChoices retry(RetrySettings retry) {
    return new PolicyChoices(retry, null, null, null);
  }

  private static PolicyChoices preset(RetryPreset preset) {
    return retry(RetrySettings.of(preset));
  }

  private static PolicyChoices values(
      @Nullable Integer attempts,
      @Nullable RetryOn on,
      @Nullable Boolean disables,
      @Nullable Duration timeout) {
    return retry(new RetrySettings(null, null, null, attempts, null, on, disables, timeout));
  }

  private static PolicyChoices delays(@Nullable RetryPreset preset, Duration... delays) {
    return retry(
        new RetrySettings(
            preset, null, new DelayList(List.of(delays)), null, null, null, null, null));
  }

  private static PolicyChoices maxAge(Duration age) {
    return retry(new RetrySettings(null, null, null, null, age, null, null, null));
  }

  private static WebhookPolicy effective(PolicyChoices webhook, PolicyChoices tenant) {
    return webhook.on(tenant.on(SERVER));
  }

  @Test
  void where_nobody_says_anything_the_servers_policy_holds() {
    assertThat(effective(PolicyChoices.NONE, PolicyChoices.NONE)).isEqualTo(SERVER);
    assertThat(SERVER.format()).isEqualTo(PayloadFormat.STANDARD);
    assertThat(SERVER.signatures()).isEqualTo(WebhookSettings.DEFAULT_SIGNATURES);
  }

  @Test
  void the_format_the_signatures_and_the_number_in_flight_are_each_decided_alone() {
    PolicyChoices tenant = choices(PayloadFormat.RAW, TENANTS, 9);

    assertThat(effective(PolicyChoices.NONE, tenant))
        .isEqualTo(new WebhookPolicy(SERVER.retry(), PayloadFormat.RAW, TENANTS, 9));
    assertThat(effective(choices(PayloadFormat.EVENT, null, null), tenant))
        .isEqualTo(new WebhookPolicy(SERVER.retry(), PayloadFormat.EVENT, TENANTS, 9));
    assertThat(effective(choices(null, OWN, null), tenant))
        .isEqualTo(new WebhookPolicy(SERVER.retry(), PayloadFormat.RAW, OWN, 9));
    assertThat(effective(choices(null, null, 2), tenant))
        .isEqualTo(new WebhookPolicy(SERVER.retry(), PayloadFormat.RAW, TENANTS, 2));
    assertThat(effective(choices(PayloadFormat.EVENT, OWN, 2), PolicyChoices.NONE))
        .isEqualTo(new WebhookPolicy(SERVER.retry(), PayloadFormat.EVENT, OWN, 2));
  }

  @Test
  void a_tenants_preset_holds_unless_the_webhook_has_one() {
    assertThat(effective(PolicyChoices.NONE, preset(RetryPreset.STANDARD)).retry())
        .isEqualTo(RetryPreset.STANDARD);
    assertThat(effective(preset(RetryPreset.TENANT), preset(RetryPreset.STANDARD)).retry())
        .isEqualTo(RetryPreset.TENANT);
  }

  @Test
  void a_webhooks_preset_comes_before_its_tenants_own_policy() {
    var config = new RetrySettings(null, RetryConfig.DEFAULT, null, null, null, null, null, null);

    assertThat(effective(PolicyChoices.NONE, retry(config)).retry().name()).isEqualTo("custom");
    assertThat(effective(preset(RetryPreset.TENANT), retry(config)).retry())
        .isEqualTo(RetryPreset.TENANT);
    assertThat(effective(retry(config), preset(RetryPreset.TENANT)).retry().name())
        .isEqualTo("custom");
  }

  @Test
  void each_single_value_of_the_webhook_changes_what_the_tenant_says() {
    PolicyChoices tenant =
        retry(
            new RetrySettings(
                RetryPreset.STANDARD,
                null,
                null,
                7,
                null,
                RetryOn.CLASSIFIED,
                false,
                Duration.ofSeconds(7)));

    RetryPreset tenants = effective(PolicyChoices.NONE, tenant).retry();
    assertThat(tenants.name()).isEqualTo("standard");
    assertThat(tenants.policy().maxAttempts()).isEqualTo(7);
    assertThat(tenants.policy().retryOn()).isEqualTo(RetryOn.CLASSIFIED);
    assertThat(tenants.policy().disableOnGone()).isFalse();
    assertThat(tenants.timeout()).isEqualTo(TimeoutPolicy.of(Duration.ofSeconds(7)));
    BackoffSchedule schedule = RetryPreset.STANDARD.policy().schedule();
    assertThat(effective(values(3, null, null, null), tenant).retry().policy())
        .isEqualTo(tenants.policy().withMaxAttempts(3));
    assertThat(effective(values(null, RetryOn.ALL, null, null), tenant).retry().policy())
        .isEqualTo(new RetryPolicy(7, schedule, RetryOn.ALL, false, RetryPolicy.DEFAULT_MAX_AGE));
    assertThat(effective(values(null, null, true, null), tenant).retry().policy())
        .isEqualTo(
            new RetryPolicy(7, schedule, RetryOn.CLASSIFIED, true, RetryPolicy.DEFAULT_MAX_AGE));
    assertThat(effective(values(null, null, null, Duration.ofSeconds(3)), tenant).retry().timeout())
        .isEqualTo(TimeoutPolicy.of(Duration.ofSeconds(3)));
  }

  @Test
  void a_webhooks_policy_takes_the_place_of_its_tenants_with_all_that_was_changed_of_that() {
    PolicyChoices tenant = values(2, RetryOn.CLASSIFIED, null, Duration.ofSeconds(7));

    assertThat(effective(preset(RetryPreset.STANDARD), tenant).retry())
        .isEqualTo(RetryPreset.STANDARD);
  }

  @Test
  void that_a_gone_receiver_is_kept_is_no_policys_to_change() {
    RetryPreset chosen =
        effective(preset(RetryPreset.STANDARD), values(null, null, false, null)).retry();

    assertThat(chosen.policy().disableOnGone()).isFalse();
    assertThat(chosen.policy().maxAttempts()).isEqualTo(10);
  }

  @Test
  void delays_take_the_place_of_the_presets_and_leave_its_attempts() {
    for (PolicyChoices chosen :
        List.of(
            delays(RetryPreset.STANDARD, Duration.ofSeconds(3)),
            delays(null, Duration.ofSeconds(3)))) {
      RetryPreset held = effective(chosen, preset(RetryPreset.STANDARD)).retry();

      assertThat(held.name()).isEqualTo("standard");
      assertThat(held.policy())
          .isEqualTo(
              new RetryPolicy(
                  10,
                  BackoffSchedule.exactly(new DelayList(List.of(Duration.ofSeconds(3)))),
                  RetryOn.ALL));
    }
  }

  @Test
  void delays_of_the_tenant_hold_until_the_webhook_has_delays_or_a_policy() {
    PolicyChoices tenant = delays(null, Duration.ofSeconds(3));

    assertThat(effective(PolicyChoices.NONE, tenant).retry().policy().schedule().delays())
        .isEqualTo(new DelayList(List.of(Duration.ofSeconds(3))));
    assertThat(effective(delays(null, Duration.ZERO), tenant).retry().policy().schedule().delays())
        .isEqualTo(new DelayList(List.of(Duration.ZERO)));
    assertThat(effective(preset(RetryPreset.TENANT), tenant).retry()).isEqualTo(RetryPreset.TENANT);
  }

  @Test
  void a_webhooks_delays_take_the_place_of_those_of_its_tenants_own_policy() {
    var config = new RetrySettings(null, RetryConfig.DEFAULT, null, null, null, null, null, null);
    RetryPreset held = effective(delays(null, Duration.ofSeconds(3)), retry(config)).retry();

    assertThat(held.name()).isEqualTo("custom");
    assertThat(held.policy().schedule())
        .isEqualTo(BackoffSchedule.exactly(new DelayList(List.of(Duration.ofSeconds(3)))));
  }

  @Test
  void the_longest_age_is_no_policys_to_change() {
    PolicyChoices tenant = maxAge(Duration.ofHours(2));

    assertThat(effective(preset(RetryPreset.STANDARD), tenant).retry().policy())
        .isEqualTo(RetryPreset.STANDARD.policy().withMaxAge(Duration.ofHours(2)));
    assertThat(effective(maxAge(Duration.ofHours(9)), tenant).retry().policy().maxAge())
        .isEqualTo(Duration.ofHours(9));
  }

  @Test
  void what_cannot_hold_cannot_be_chosen() {
    assertThatThrownBy(() -> choices(null, null, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> choices(null, null, Flow.MOST_IN_FLIGHT + 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> values(0, null, null, null))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> maxAge(Duration.ofMillis(999)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> maxAge(Duration.ofDays(365).plusMillis(1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() ->
            new RetrySettings(
                null,
                RetryConfig.DEFAULT,
                new DelayList(List.of(Duration.ZERO)),
                null,
                null,
                null,
                null,
                null))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> values(null, null, null, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
