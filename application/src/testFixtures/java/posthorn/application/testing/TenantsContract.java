package posthorn.application.testing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import posthorn.application.port.Tenants;
import posthorn.domain.access.ApiKey;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.access.KeyHash;
import posthorn.domain.access.Role;
import posthorn.domain.tenant.Quotas;
import posthorn.domain.tenant.Tenant;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;

/** What every implementation of {@link Tenants} keeps to. */
public abstract class TenantsContract {
  private static final TenantId ACME = new TenantId("acme");
  private static final Tenant TENANT =
      new Tenant(ACME, "Acme", new Quotas(1, 2, 3, 4), TestTime.START);

  /** A new, empty store. */
  protected abstract Stores open();

  @Test
  void the_default_tenant_is_always_there_without_quotas() {
    Tenants tenants = open().tenants();

    assertThat(tenants.all()).extracting(Tenant::id).containsExactly(TenantId.DEFAULT);
    assertThat(tenants.find(TenantId.DEFAULT)).map(Tenant::quotas).contains(Quotas.NONE);
  }

  @Test
  void an_id_is_given_but_once() {
    Tenants tenants = open().tenants();

    assertThat(tenants.addIfAbsent(TENANT)).isTrue();
    assertThat(tenants.addIfAbsent(TENANT.with("Another", Quotas.NONE))).isFalse();
    assertThat(tenants.find(ACME)).contains(TENANT);
    assertThat(tenants.all()).extracting(Tenant::id).containsExactly(ACME, TenantId.DEFAULT);
    assertThat(tenants.find(new TenantId("nobody"))).isEmpty();
  }

  @Test
  void a_change_takes_the_place_of_what_was_seen_and_of_nothing_else() {
    Tenants tenants = open().tenants();
    tenants.addIfAbsent(TENANT);
    Tenant changed = TENANT.with("Another", new Quotas(null, 0, null, 7));

    assertThat(tenants.replaceIfUnchanged(TENANT, changed)).isTrue();
    assertThat(tenants.replaceIfUnchanged(TENANT, TENANT.with("Third", Quotas.NONE))).isFalse();
    assertThat(tenants.find(ACME)).contains(changed);
  }

  @Test
  void a_tenant_that_has_nothing_can_be_removed_and_made_again() {
    Tenants tenants = open().tenants();
    tenants.addIfAbsent(TENANT);

    assertThat(tenants.removeIfUnused(ACME)).isTrue();
    assertThat(tenants.removeIfUnused(ACME)).isFalse();
    assertThat(tenants.find(ACME)).isEmpty();
    assertThat(tenants.replaceIfUnchanged(TENANT, TENANT)).isFalse();
    assertThat(tenants.addIfAbsent(TENANT)).isTrue();
  }

  @Test
  void a_tenant_with_a_webhook_stays_until_that_is_gone() {
    Stores stores = open();
    stores.tenants().addIfAbsent(TENANT);
    Webhook webhook = new Samples().webhook(ACME, "*");
    stores.webhooks().add(webhook);
    assertThat(stores.tenants().removeIfUnused(ACME)).isFalse();
    assertThat(stores.tenants().find(ACME)).isPresent();

    stores.webhooks().remove(webhook.id());
    assertThat(stores.tenants().removeIfUnused(ACME)).isTrue();
  }

  @Test
  void a_tenant_with_a_key_stays_until_that_is_gone() {
    Stores stores = open();
    stores.tenants().addIfAbsent(TENANT);
    var id = new ApiKeyId(new SequentialIds().next(ApiKeyId.PREFIX, TestTime.START));
    stores
        .apiKeys()
        .add(new ApiKey(id, ACME, Role.VIEWER, null, KeyHash.of("a"), TestTime.START, null));
    assertThat(stores.tenants().removeIfUnused(ACME)).isFalse();

    stores.apiKeys().remove(id);
    assertThat(stores.tenants().removeIfUnused(ACME)).isTrue();
  }
}
