package posthorn.application.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import posthorn.application.port.Webhooks;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.signing.SignaturePlan;
import posthorn.domain.signing.SignatureScheme;
import posthorn.domain.signing.SigningSecret;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;

/** What every implementation of {@link Webhooks} keeps to. */
public abstract class WebhooksContract {
  private final Samples samples = new Samples();

  /** A new, empty store. */
  protected abstract Stores open();

  @Test
  void a_tenants_webhooks_come_in_the_order_they_were_added() {
    Webhooks webhooks = open().webhooks();
    Webhook first = samples.webhook(DEFAULT, "*");
    Webhook second = samples.webhook(DEFAULT, "order.*");
    Webhook foreign = samples.webhook(new TenantId("other"), "*");
    webhooks.add(first);
    webhooks.add(foreign);
    webhooks.add(second);

    assertThat(webhooks.of(DEFAULT)).containsExactly(first, second);
  }

  @Test
  void nothing_of_a_webhook_is_lost() {
    Webhooks webhooks = open().webhooks();
    var webhook =
        new Webhook(
            new WebhookId(new SequentialIds().next(WebhookId.PREFIX, TestTime.START)),
            DEFAULT,
            "Räksmörgås & co",
            new WebhookUrl(URI.create("https://receiver.example:8443/hook?a=b%20c")),
            List.of(new EventTypePattern("user.created"), new EventTypePattern("order.*")),
            new SigningSecret("a secret-of=the/caller's+own".replace(' ', '_')),
            new SignaturePlan(
                List.of(
                    new SignatureScheme.Standard(),
                    new SignatureScheme.Timestamped("X-Stamped"),
                    new SignatureScheme.Sha256("X-Observatory-Signature"))),
            TestTime.START);
    webhooks.add(webhook);

    assertThat(webhooks.of(DEFAULT)).containsExactly(webhook);
  }
}
