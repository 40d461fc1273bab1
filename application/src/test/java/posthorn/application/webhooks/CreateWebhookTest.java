package posthorn.application.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import posthorn.application.quota.TenantQuotas;
import posthorn.application.testing.Samples;
import posthorn.application.testing.ScriptedSender;
import posthorn.application.testing.SeededRandomness;
import posthorn.application.testing.SequentialIds;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestTime;
import posthorn.application.webhooks.CreateWebhook.Result.Created;
import posthorn.application.webhooks.CreateWebhook.Result.QuotaExceeded;
import posthorn.domain.signing.SigningSecret;
import posthorn.domain.tenancy.Tenant;
import posthorn.domain.tenant.Quotas;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookSettings;
import posthorn.domain.webhook.WebhookStatus;

class CreateWebhookTest {
  private final Stores stores = Stores.inMemory();
  private final WebhookSettings settings = new Samples().webhook(TenantId.DEFAULT, "*").settings();
  private final CreateWebhook createWebhook =
      new CreateWebhook(
          stores.webhooks(),
          new TenantQuotas(stores.tenants(), new TenantQuotas.Defaults(3, 3, 3, 256 * 1024)),
          new VerifyUrl(new ScriptedSender(), new SeededRandomness(2)),
          new SequentialIds(),
          new SeededRandomness(1));

  @Test
  void a_webhook_without_a_secret_gets_one_of_its_own() {
    Webhook first = create(null, true);
    Webhook second = create(null, true);

    assertThat(first.secret().current().text()).startsWith("whsec_");
    assertThat(first.secret()).isNotEqualTo(second.secret());
    assertThat(stores.webhooks().of(TenantId.DEFAULT)).containsExactly(first, second);
  }

  @Test
  void a_callers_own_secret_and_settings_are_kept() {
    Webhook webhook = create(Samples.SECRET, false);

    assertThat(webhook.secret().live(TestTime.START)).isEqualTo(List.of(Samples.SECRET));
    assertThat(webhook.settings()).isEqualTo(settings);
    assertThat(webhook.status()).isEqualTo(WebhookStatus.INACTIVE);
    assertThat(webhook.version()).isEqualTo(1);
  }

  @Test
  void a_tenant_has_no_more_than_its_quota() {
    Tenant tenant = stores.tenants().find(TenantId.DEFAULT).orElseThrow();
    var quotas = new Quotas(1, null, null, null, null, null);
    stores.tenants().replaceIfUnchanged(tenant, tenant.with(tenant.name(), quotas));
    create(null, true);
    var command = new CreateWebhook.Command(TenantId.DEFAULT, settings, null, null, true, false);

    assertThat(createWebhook.create(command, TestTime.START)).isEqualTo(new QuotaExceeded(1));
    assertThat(stores.webhooks().of(TenantId.DEFAULT)).hasSize(1);
  }

  @Test
  void a_tenant_without_a_quota_has_the_servers_default() {
    create(null, true);
    create(null, true);
    create(null, true);
    var command = new CreateWebhook.Command(TenantId.DEFAULT, settings, null, null, true, false);

    assertThat(createWebhook.create(command, TestTime.START)).isEqualTo(new QuotaExceeded(3));
  }

  private Webhook create(@Nullable SigningSecret secret, boolean active) {
    var command =
        new CreateWebhook.Command(TenantId.DEFAULT, settings, secret, null, active, false);
    return ((Created) createWebhook.create(command, TestTime.START)).webhook();
  }
}
