package posthorn.application.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import posthorn.application.port.Tenants;
import posthorn.application.quota.RequestQuota.Result.Exceeded;
import posthorn.application.quota.RequestQuota.Result.Unlimited;
import posthorn.application.quota.RequestQuota.Result.Within;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestTime;
import posthorn.domain.tenancy.Tenant;
import posthorn.domain.tenant.Quotas;
import posthorn.domain.tenant.TenantId;

class QuotaTest {
  private static final Instant NOW = TestTime.START;
  private static final TenantId ACME = new TenantId("acme");
  private static final Tenant TENANT =
      new Tenant(ACME, "Acme", new Quotas(null, null, 1, 2, null, null), NOW);

  private final Tenants tenants = Stores.inMemory().tenants();

  QuotaTest() {
    tenants.addIfAbsent(TENANT);
  }

  @Test
  void requests_are_counted_down_and_then_refused_until_the_next_may_come() {
    var quota = new RequestQuota(tenants, null);

    assertThat(quota.take(ACME, NOW)).isEqualTo(new Within(2, 1, NOW.plusSeconds(30)));
    assertThat(quota.take(ACME, NOW)).isEqualTo(new Within(2, 0, NOW.plusSeconds(30)));
    assertThat(quota.take(ACME, NOW)).isEqualTo(new Exceeded(2, NOW.plusSeconds(30)));
    assertThat(quota.take(ACME, NOW.plusSeconds(30)))
        .isEqualTo(new Within(2, 0, NOW.plusSeconds(60)));
  }

  @Test
  void a_tenant_without_a_quota_has_the_servers_if_there_is_one() {
    assertThat(new RequestQuota(tenants, null).take(TenantId.DEFAULT, NOW))
        .isEqualTo(new Unlimited());
    assertThat(new RequestQuota(tenants, 60).take(TenantId.DEFAULT, NOW))
        .isEqualTo(new Within(60, 59, NOW.plusSeconds(1)));
    assertThat(new RequestQuota(tenants, 60).take(ACME, NOW)).isInstanceOf(Within.class);
  }

  @Test
  void a_changed_quota_holds_at_once() {
    var quota = new RequestQuota(tenants, null);
    quota.take(ACME, NOW);
    tenants.replaceIfUnchanged(
        TENANT, TENANT.with("Acme", new Quotas(null, null, null, 1, null, null)));

    assertThat(quota.take(ACME, NOW)).isInstanceOf(Within.class);
    assertThat(quota.take(ACME, NOW)).isEqualTo(new Exceeded(1, NOW.plusSeconds(60)));
  }

  @Test
  void events_are_counted_for_each_tenant_alone() {
    var quota = new EventQuota(tenants);

    assertThat(quota.refusedUntil(ACME, NOW)).isEmpty();
    assertThat(quota.refusedUntil(ACME, NOW)).contains(NOW.plusSeconds(60));
    assertThat(quota.refusedUntil(TenantId.DEFAULT, NOW)).isEmpty();
  }
}
