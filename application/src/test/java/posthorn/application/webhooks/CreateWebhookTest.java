package posthorn.application.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import posthorn.application.testing.Samples;
import posthorn.application.testing.SeededRandomness;
import posthorn.application.testing.SequentialIds;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestTime;
import posthorn.application.webhooks.CreateWebhook.Result.Created;
import posthorn.application.webhooks.CreateWebhook.Result.UrlRefused;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.net.AddressPolicy;
import posthorn.domain.net.UrlPolicy;
import posthorn.domain.signing.SignaturePlan;
import posthorn.domain.signing.SignatureScheme;
import posthorn.domain.signing.SigningSecret;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Flow;
import posthorn.domain.webhook.Webhook;

class CreateWebhookTest {
  private final Stores stores = Stores.inMemory();
  private final CreateWebhook createWebhook =
      new CreateWebhook(
          stores.webhooks(),
          new UrlPolicy(false, AddressPolicy.PUBLIC_ONLY),
          new SequentialIds(),
          new SeededRandomness(1));

  @Test
  void a_webhook_without_a_secret_gets_one_of_its_own() {
    Webhook first = create("https://receiver.example/", null, null);
    Webhook second = create("https://receiver.example/", null, null);

    assertThat(first.secret().text()).startsWith("whsec_");
    assertThat(first.secret()).isNotEqualTo(second.secret());
    assertThat(first.signatures()).isEqualTo(Webhook.DEFAULT_SIGNATURES);
    assertThat(stores.webhooks().of(TenantId.DEFAULT)).containsExactly(first, second);
  }

  @Test
  void a_callers_own_secret_and_schemes_are_kept() {
    var plan = new SignaturePlan(List.of(new SignatureScheme.Sha256("X-Mine")));
    Webhook webhook = create("https://receiver.example/", Samples.SECRET, plan);

    assertThat(webhook.secret()).isEqualTo(Samples.SECRET);
    assertThat(webhook.signatures()).isEqualTo(plan);
  }

  @Test
  void a_url_that_webhooks_may_not_have_is_refused_with_the_reason() {
    assertThat(
            createWebhook.create(command("http://receiver.example/", null, null), TestTime.START))
        .isEqualTo(new UrlRefused("must use https"));
    assertThat(createWebhook.create(command("https://10.0.0.1/", null, null), TestTime.START))
        .isInstanceOf(UrlRefused.class);
    assertThat(stores.webhooks().of(TenantId.DEFAULT)).isEmpty();
  }

  private Webhook create(
      String url, @Nullable SigningSecret secret, @Nullable SignaturePlan signatures) {
    var result = createWebhook.create(command(url, secret, signatures), TestTime.START);
    return ((Created) result).webhook();
  }

  private static CreateWebhook.Command command(
      String url, @Nullable SigningSecret secret, @Nullable SignaturePlan signatures) {
    return new CreateWebhook.Command(
        TenantId.DEFAULT,
        url,
        List.of(new EventTypePattern("*")),
        "name",
        secret,
        signatures,
        true,
        Flow.DEFAULT);
  }
}
