package posthorn.application.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import posthorn.application.port.Tenants;
import posthorn.application.testing.Samples;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestTime;
import posthorn.domain.retry.RetryPreset;
import posthorn.domain.retry.RetrySettings;
import posthorn.domain.tenancy.Tenant;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Flow;
import posthorn.domain.webhook.PolicyChoices;
import posthorn.domain.webhook.PolicySource;
import posthorn.domain.webhook.PolicyValue;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookPolicy;

class PoliciesTest {
  private static final int MOST_IN_FLIGHT = 50;

  private final Tenants tenants = Stores.inMemory().tenants();
  private final Policies policies =
      new Policies(tenants, WebhookPolicy.ofServer(RetryPreset.GATEWAY, 5), MOST_IN_FLIGHT);
  private final Webhook webhook = new Samples().webhook(TenantId.DEFAULT, "*");

  @Test
  void each_value_comes_from_the_webhook_its_tenant_or_the_server() {
    Tenant tenant = tenants.find(TenantId.DEFAULT).orElseThrow();
    var aDay = new RetrySettings(null, null, null, null, Duration.ofDays(1), null, null, null);
    tenants.replaceIfUnchanged(tenant, tenant.with(new PolicyChoices(aDay, null, null, null)));

    Map<PolicyValue, PolicySource> sources = policies.sourcesOf(inFlight(7));

    assertThat(policies.of(inFlight(7)).maxInFlight()).isEqualTo(7);
    assertThat(sources)
        .containsEntry(PolicyValue.MAX_IN_FLIGHT, PolicySource.WEBHOOK)
        .containsEntry(PolicyValue.MAX_AGE, PolicySource.TENANT)
        .containsEntry(PolicyValue.RETRY_POLICY, PolicySource.SERVER);
  }

  @Test
  void a_number_in_flight_beyond_what_the_operator_allows_is_the_servers() {
    Webhook greedy = inFlight(MOST_IN_FLIGHT + 1);

    assertThat(policies.of(greedy).maxInFlight()).isEqualTo(MOST_IN_FLIGHT);
    assertThat(policies.sourcesOf(greedy))
        .containsEntry(PolicyValue.MAX_IN_FLIGHT, PolicySource.SERVER);
    assertThat(policies.sourcesOf(inFlight(MOST_IN_FLIGHT)))
        .containsEntry(PolicyValue.MAX_IN_FLIGHT, PolicySource.WEBHOOK);
  }

  private Webhook inFlight(int number) {
    Flow plain = webhook.flow();
    return webhook.changed(
        webhook
            .settings()
            .with(
                new Flow(
                    plain.ordering(),
                    plain.onHeadFailure(),
                    number,
                    plain.rateLimit(),
                    plain.circuit())),
        webhook.status(),
        TestTime.START);
  }
}
