package posthorn.application.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import posthorn.application.port.Tenants;
import posthorn.domain.access.ApiKey;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.access.KeyHash;
import posthorn.domain.access.Role;
import posthorn.domain.event.PayloadFormat;
import posthorn.domain.event.RegisteredType;
import posthorn.domain.inbound.Source;
import posthorn.domain.inbound.SourceSettings;
import posthorn.domain.inbound.WrittenSource;
import posthorn.domain.retry.DelayList;
import posthorn.domain.retry.RetryConfig;
import posthorn.domain.retry.RetryOn;
import posthorn.domain.retry.RetryPreset;
import posthorn.domain.retry.RetrySettings;
import posthorn.domain.retry.TimeoutPolicy;
import posthorn.domain.signing.SignaturePlan;
import posthorn.domain.signing.SignatureScheme;
import posthorn.domain.tenancy.RetentionChoices;
import posthorn.domain.tenancy.Tenant;
import posthorn.domain.tenant.Quotas;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.PolicyChoices;
import posthorn.domain.webhook.Webhook;

/** What every implementation of {@link Tenants} keeps to. */
public abstract class TenantsContract {
  private static final TenantId ACME = new TenantId("acme");
  private static final Tenant TENANT =
      new Tenant(
          ACME,
          "Acme",
          new Quotas(1, 2, 3, 4, 5_000_000_000L, 2_000_000),
          defaults(),
          new RetentionChoices(Duration.ofHours(1), Duration.ofDays(2), Duration.ofDays(3)),
          TestTime.START);

  private static PolicyChoices defaults() {
    return new PolicyChoices(
        new RetrySettings(
            RetryPreset.CONSENSUS,
            new RetryConfig(
                3,
                Duration.ofMillis(10),
                Duration.ofSeconds(20),
                1.1,
                new TimeoutPolicy(Duration.ofMillis(5), 1.3)),
            null,
            4,
            Duration.ofHours(36),
            RetryOn.CLASSIFIED,
            false,
            Duration.ofMillis(1500)),
        PayloadFormat.RAW,
        new SignaturePlan(
            List.of(
                new SignatureScheme.Standard(),
                new SignatureScheme.Sha256("X-Observatory-Signature"))),
        7);
  }

  /** A new, empty store. */
  protected abstract Stores open();

  @Test
  void the_default_tenant_is_always_there_without_quotas_and_leaves_all_to_the_server() {
    Tenants tenants = open().tenants();

    assertThat(tenants.all()).extracting(Tenant::id).containsExactly(TenantId.DEFAULT);
    assertThat(tenants.find(TenantId.DEFAULT)).map(Tenant::quotas).contains(Quotas.NONE);
    assertThat(tenants.find(TenantId.DEFAULT)).map(Tenant::defaults).contains(PolicyChoices.NONE);
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
    Tenant changed = TENANT.with("Another", new Quotas(null, 0, null, 7, null, null));

    assertThat(tenants.replaceIfUnchanged(TENANT, changed)).isTrue();
    assertThat(tenants.replaceIfUnchanged(TENANT, TENANT.with("Third", Quotas.NONE))).isFalse();
    assertThat(tenants.find(ACME)).contains(changed);
  }

  @Test
  void defaults_are_changed_and_taken_away() {
    Tenants tenants = open().tenants();
    tenants.addIfAbsent(TENANT);
    Tenant fewer =
        TENANT.with(
            new PolicyChoices(
                new RetrySettings(
                    null,
                    null,
                    new DelayList(List.of(Duration.ZERO, Duration.ofMillis(1500))),
                    null,
                    null,
                    null,
                    true,
                    null),
                PayloadFormat.TENANT,
                null,
                null));

    assertThat(tenants.replaceIfUnchanged(TENANT, fewer)).isTrue();
    assertThat(tenants.find(ACME)).contains(fewer);
    Tenant none = fewer.with(PolicyChoices.NONE);
    assertThat(tenants.replaceIfUnchanged(fewer, none)).isTrue();
    assertThat(tenants.find(ACME)).contains(none);
  }

  @Test
  void how_long_history_is_kept_is_changed_and_taken_away() {
    Tenants tenants = open().tenants();
    tenants.addIfAbsent(TENANT);
    Tenant fewer = TENANT.with(new RetentionChoices(null, Duration.ofHours(36), null));

    assertThat(tenants.replaceIfUnchanged(TENANT, fewer)).isTrue();
    assertThat(tenants.find(ACME)).contains(fewer);
    Tenant none = fewer.with(RetentionChoices.NONE);
    assertThat(tenants.replaceIfUnchanged(fewer, none)).isTrue();
    assertThat(tenants.find(ACME)).contains(none);
  }

  @Test
  void a_tenant_that_has_nothing_can_be_removed_and_nobody_gets_its_id() {
    Tenants tenants = open().tenants();
    tenants.addIfAbsent(TENANT);

    assertThat(tenants.removeIfUnused(ACME)).isTrue();
    assertThat(tenants.removeIfUnused(ACME)).isFalse();
    assertThat(tenants.find(ACME)).isEmpty();
    assertThat(tenants.replaceIfUnchanged(TENANT, TENANT)).isFalse();
    assertThat(tenants.addIfAbsent(TENANT)).isFalse();
    assertThat(tenants.find(ACME)).isEmpty();
    assertThat(tenants.all()).extracting(Tenant::id).containsExactly(TenantId.DEFAULT);
  }

  @Test
  void a_tenant_with_an_event_type_stays_until_that_is_gone() {
    Stores stores = open();
    stores.tenants().addIfAbsent(TENANT);
    RegisteredType type = EventTypesContract.type(ACME, "order.paid", null, null);
    stores.eventTypes().putIfUnchanged(null, type);
    assertThat(stores.tenants().removeIfUnused(ACME)).isFalse();

    stores.eventTypes().remove(ACME, type.name());
    assertThat(stores.tenants().removeIfUnused(ACME)).isTrue();
  }

  @Test
  void a_tenant_with_a_source_stays_until_that_is_gone() {
    Stores stores = open();
    stores.tenants().addIfAbsent(TENANT);
    Source source =
        SourcesContract.source(
            new SequentialIds(), ACME, "github", SourceSettings.of(WrittenSource.of("github")));
    stores.sources().add(source);
    assertThat(stores.tenants().removeIfUnused(ACME)).isFalse();

    stores.sources().remove(source.id());
    assertThat(stores.tenants().removeIfUnused(ACME)).isTrue();
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
