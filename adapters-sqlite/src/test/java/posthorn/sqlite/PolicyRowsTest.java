package posthorn.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import posthorn.application.testing.Samples;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestTime;
import posthorn.domain.event.PayloadFormat;
import posthorn.domain.retry.DelayList;
import posthorn.domain.retry.RetryConfig;
import posthorn.domain.retry.RetryOn;
import posthorn.domain.retry.RetryPreset;
import posthorn.domain.retry.RetrySettings;
import posthorn.domain.signing.SignaturePlan;
import posthorn.domain.signing.SignatureScheme;
import posthorn.domain.tenancy.Tenant;
import posthorn.domain.webhook.PolicyChoices;
import posthorn.domain.webhook.Sending;
import posthorn.domain.webhook.Webhook;

/** Here alone it shows what was really written: an open store answers from memory. */
class PolicyRowsTest {
  private static final RetrySettings RETRY =
      new RetrySettings(
          RetryPreset.CONSENSUS,
          RetryConfig.DEFAULT,
          null,
          4,
          Duration.ofHours(36),
          RetryOn.CLASSIFIED,
          false,
          Duration.ofMillis(1500));
  private static final RetrySettings DELAYS =
      new RetrySettings(
          null,
          null,
          new DelayList(List.of(Duration.ofSeconds(90), Duration.ofMillis(2500))),
          null,
          null,
          null,
          null,
          null);
  private static final SignaturePlan PLAN =
      new SignaturePlan(List.of(new SignatureScheme.Sha256("X-Hub")));

  @RegisterExtension final TemporaryStore store = new TemporaryStore();

  @ParameterizedTest
  @MethodSource("retries")
  void a_tenants_defaults_are_written_and_all_of_them_taken_away_again(RetrySettings retry) {
    Stores stores = store.open();
    Tenant first = stores.tenants().find(DEFAULT).orElseThrow();
    Tenant told = first.with(new PolicyChoices(retry, PayloadFormat.RAW, PLAN, 7));
    stores.tenants().replaceIfUnchanged(first, told);

    Stores second = store.open();
    assertThat(second.tenants().all()).containsExactly(told);
    second.tenants().replaceIfUnchanged(told, first);
    assertThat(store.open().tenants().all()).containsExactly(first);
  }

  static Stream<RetrySettings> retries() {
    return Stream.of(RETRY, DELAYS);
  }

  @ParameterizedTest
  @MethodSource("retries")
  void what_a_webhook_takes_back_is_gone_from_its_row(RetrySettings retry) {
    Stores stores = store.open();
    Webhook plain = new Samples().webhook(DEFAULT, "*");
    stores.webhooks().add(plain);
    Webhook told =
        plain.changed(
            plain.settings().with(new Sending(retry, PayloadFormat.RAW, Map.of(), null)).with(PLAN),
            plain.status(),
            TestTime.START);
    stores.webhooks().replaceIfUnchanged(told);

    Stores second = store.open();
    assertThat(second.webhooks().of(DEFAULT)).containsExactly(told);
    Webhook silent = told.changed(plain.settings(), plain.status(), TestTime.START);
    second.webhooks().replaceIfUnchanged(silent);
    assertThat(store.open().webhooks().of(DEFAULT)).containsExactly(silent);
  }
}
