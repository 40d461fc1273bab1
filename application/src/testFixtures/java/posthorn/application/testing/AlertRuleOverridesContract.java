package posthorn.application.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import posthorn.application.port.AlertRuleOverrides;
import posthorn.domain.alert.RuleOverride;
import posthorn.domain.alert.Severity;
import posthorn.domain.tenant.TenantId;

/** What every implementation of {@link AlertRuleOverrides} keeps to. */
public abstract class AlertRuleOverridesContract {
  private static final TenantId ACME = new TenantId("acme");
  private static final RuleOverride ALL =
      new RuleOverride(
          false, Severity.CRITICAL, 2.5, 7, Duration.ofSeconds(30), Duration.ofMinutes(1));
  private static final RuleOverride LITTLE = new RuleOverride(null, null, 20.0, null, null, null);

  protected abstract Stores open();

  @Test
  void the_server_and_each_tenant_have_their_own() {
    AlertRuleOverrides overrides = open().alerting().overrides();
    overrides.put(null, "success_rate", ALL);
    overrides.put(ACME, "success_rate", LITTLE);

    assertThat(overrides.of(null)).isEqualTo(Map.of("success_rate", ALL));
    assertThat(overrides.of(ACME)).isEqualTo(Map.of("success_rate", LITTLE));
    assertThat(overrides.of(TenantId.DEFAULT)).isEmpty();
    assertThat(overrides.ofTenants()).isEqualTo(Map.of(ACME, Map.of("success_rate", LITTLE)));
  }

  @Test
  void the_later_one_takes_the_place_of_the_earlier() {
    AlertRuleOverrides overrides = open().alerting().overrides();
    overrides.put(null, "success_rate", ALL);
    overrides.put(null, "success_rate", LITTLE);

    assertThat(overrides.of(null)).isEqualTo(Map.of("success_rate", LITTLE));
  }

  @Test
  void what_is_removed_is_gone() {
    AlertRuleOverrides overrides = open().alerting().overrides();
    overrides.put(ACME, "success_rate", ALL);

    assertThat(overrides.remove(ACME, "success_rate")).isTrue();
    assertThat(overrides.remove(ACME, "success_rate")).isFalse();
    assertThat(overrides.of(ACME)).isEmpty();
    assertThat(overrides.ofTenants()).isEmpty();
  }
}
