package posthorn.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.port.Tenants;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TenantsContract;
import posthorn.application.testing.TestTime;
import posthorn.domain.tenancy.Tenant;
import posthorn.domain.tenant.Quotas;
import posthorn.domain.tenant.TenantId;

class SqliteTenantsTest extends TenantsContract {
  @RegisterExtension final TemporaryStore store = new TemporaryStore();

  @Override
  protected Stores open() {
    return store.open();
  }

  @Test
  void a_restart_knows_which_ids_were_given() {
    var acme = new Tenant(new TenantId("acme"), "Acme", Quotas.NONE, TestTime.START);
    Tenants tenants = store.open().tenants();
    tenants.addIfAbsent(acme);
    tenants.removeIfUnused(acme.id());

    Tenants restarted = store.open().tenants();

    assertThat(restarted.find(acme.id())).isEmpty();
    assertThat(restarted.addIfAbsent(acme)).isFalse();
  }
}
