package posthorn.domain.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.webhook.PolicySource.SERVER;
import static posthorn.domain.webhook.PolicySource.TENANT;
import static posthorn.domain.webhook.PolicySource.WEBHOOK;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import posthorn.domain.event.PayloadFormat;
import posthorn.domain.retry.DelayList;
import posthorn.domain.retry.RetryConfig;
import posthorn.domain.retry.RetryOn;
import posthorn.domain.retry.RetryPreset;
import posthorn.domain.retry.RetrySettings;
import posthorn.domain.retry.TimeoutPolicy;
import posthorn.domain.signing.SignaturePlan;
import posthorn.domain.signing.SignatureScheme;
import posthorn.domain.testing.Law;

/** Where each value of a webhook's policy comes from. */
class PolicySourceTest {
  private static final RetrySettings TEN_ATTEMPTS =
      new RetrySettings(null, null, null, 10, null, null, null, null);

  @Test
  void where_nothing_is_said_every_value_is_the_servers() {
    assertThat(PolicySource.ofEach(PolicyChoices.NONE, PolicyChoices.NONE))
        .containsOnlyKeys(PolicyValue.values())
        .allSatisfy((_, source) -> assertThat(source).isEqualTo(SERVER));
  }

  @Test
  void a_value_is_its_tenants_until_the_webhook_says_the_same() {
    PolicyChoices ten = retry(TEN_ATTEMPTS);

    assertThat(PolicySource.ofEach(PolicyChoices.NONE, ten))
        .containsEntry(PolicyValue.MAX_ATTEMPTS, TENANT)
        .containsEntry(PolicyValue.RETRY_POLICY, SERVER);
    assertThat(PolicySource.ofEach(ten, ten)).containsEntry(PolicyValue.MAX_ATTEMPTS, WEBHOOK);
  }

  @Test
  void a_preset_brings_all_that_a_policy_has_and_leaves_what_none_has() {
    Map<PolicyValue, PolicySource> sources =
        PolicySource.ofEach(
            retry(RetrySettings.of(RetryPreset.STANDARD)),
            retry(
                new RetrySettings(
                    null,
                    null,
                    null,
                    3,
                    Duration.ofDays(1),
                    RetryOn.CLASSIFIED,
                    false,
                    Duration.ofSeconds(7))));

    for (PolicyValue value :
        List.of(
            PolicyValue.RETRY_POLICY,
            PolicyValue.RETRY_DELAYS,
            PolicyValue.MAX_ATTEMPTS,
            PolicyValue.RETRY_ON,
            PolicyValue.TIMEOUT,
            PolicyValue.TIMEOUT_GROWTH_FACTOR)) {
      assertThat(sources).containsEntry(value, WEBHOOK);
    }
    assertThat(sources)
        .containsEntry(PolicyValue.MAX_AGE, TENANT)
        .containsEntry(PolicyValue.DISABLE_ON_GONE, TENANT)
        .containsEntry(PolicyValue.PAYLOAD_FORMAT, SERVER);
  }

  @Test
  void delays_alone_leave_the_policy_and_its_attempts_to_the_tenant() {
    assertThat(
            PolicySource.ofEach(
                retry(
                    new RetrySettings(
                        null,
                        null,
                        new DelayList(List.of(Duration.ZERO)),
                        null,
                        null,
                        null,
                        null,
                        null)),
                retry(RetrySettings.of(RetryPreset.STANDARD))))
        .containsEntry(PolicyValue.RETRY_DELAYS, WEBHOOK)
        .containsEntry(PolicyValue.RETRY_POLICY, TENANT)
        .containsEntry(PolicyValue.MAX_ATTEMPTS, TENANT);
  }

  /** The source decides it: its choices make the value that holds, whatever holds without them. */
  @Test
  void the_value_that_holds_is_its_sources() {
    Law.holds(random -> {
      PolicyChoices webhook = anyChoices(random);
      PolicyChoices tenant = anyChoices(random);
      WebhookPolicy server = anyChoices(random).on(anyServer(random));
      WebhookPolicy holds = webhook.on(tenant.on(server));

      PolicySource.ofEach(webhook, tenant)
          .forEach((value, source) -> {
            WebhookPolicy other = anyChoices(random).on(anyServer(random));
            WebhookPolicy from =
                switch (source) {
                  case WEBHOOK -> webhook.on(other);
                  case TENANT -> tenant.on(other);
                  case SERVER -> server;
                };
            assertThat(value.in(from)).as("%s of %s", value, source).isEqualTo(value.in(holds));
          });
    });
  }

  @Test
  void what_says_it_itself_is_the_source() {
    Law.holds(random -> {
      PolicyChoices webhook = anyChoices(random);
      PolicyChoices tenant = anyChoices(random);
      Map<PolicyValue, PolicySource> sources = PolicySource.ofEach(webhook, tenant);

      RetrySettings own = webhook.retry();
      requireOwn(own.delays(), sources, PolicyValue.RETRY_DELAYS);
      requireOwn(own.maxAttempts(), sources, PolicyValue.MAX_ATTEMPTS);
      requireOwn(own.maxAge(), sources, PolicyValue.MAX_AGE);
      requireOwn(own.retryOn(), sources, PolicyValue.RETRY_ON);
      requireOwn(own.disableOnGone(), sources, PolicyValue.DISABLE_ON_GONE);
      requireOwn(own.timeout(), sources, PolicyValue.TIMEOUT);
      requireOwn(own.config(), sources, PolicyValue.RETRY_POLICY);
      requireOwn(own.preset(), sources, PolicyValue.RETRY_POLICY);
      requireOwn(webhook.format(), sources, PolicyValue.PAYLOAD_FORMAT);
      requireOwn(webhook.signatures(), sources, PolicyValue.SIGNATURE_SCHEMES);
      requireOwn(webhook.maxInFlight(), sources, PolicyValue.MAX_IN_FLIGHT);
      if (webhook.maxInFlight() == null && tenant.maxInFlight() != null) {
        assertThat(sources).containsEntry(PolicyValue.MAX_IN_FLIGHT, TENANT);
      }
    });
  }

  private static void requireOwn(
      @Nullable Object said, Map<PolicyValue, PolicySource> sources, PolicyValue value) {
    if (said != null) {
      assertThat(sources).containsEntry(value, WEBHOOK);
    }
  }

  private static PolicyChoices retry(RetrySettings retry) {
    return new PolicyChoices(retry, null, null, null);
  }

  private static WebhookPolicy anyServer(Random random) {
    RetryPreset preset = any(RetryPreset.ALL, random);
    return WebhookPolicy.ofServer(
        new RetryPreset(
            preset.name(),
            preset.policy(),
            new TimeoutPolicy(Duration.ofSeconds(1 + random.nextInt(9)), 1 + random.nextInt(3))),
        1 + random.nextInt(9));
  }

  private static PolicyChoices anyChoices(Random random) {
    boolean config = random.nextInt(4) == 0;
    boolean delays = !config && random.nextBoolean();
    return new PolicyChoices(
        new RetrySettings(
            random.nextInt(4) == 0 ? any(RetryPreset.ALL, random) : null,
            config ? RetryConfig.DEFAULT : null,
            delays ? new DelayList(List.of(Duration.ofSeconds(random.nextInt(9)))) : null,
            random.nextBoolean() ? 1 + random.nextInt(9) : null,
            random.nextBoolean() ? Duration.ofHours(1 + random.nextInt(9)) : null,
            random.nextBoolean() ? any(List.of(RetryOn.values()), random) : null,
            random.nextBoolean() ? random.nextBoolean() : null,
            random.nextBoolean() ? Duration.ofSeconds(1 + random.nextInt(9)) : null),
        random.nextBoolean() ? any(List.of(PayloadFormat.values()), random) : null,
        random.nextBoolean()
            ? new SignaturePlan(List.of(new SignatureScheme.Sha256("X-Hub" + random.nextInt(9))))
            : null,
        random.nextBoolean() ? 1 + random.nextInt(9) : null);
  }

  private static <T> T any(List<T> values, Random random) {
    return values.get(random.nextInt(values.size()));
  }
}
