package posthorn.application.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import posthorn.application.port.Webhooks;
import posthorn.domain.circuit.CircuitConfig;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.ordering.OnHeadFailure;
import posthorn.domain.ordering.OrderingGuarantee;
import posthorn.domain.ratelimit.RateLimit;
import posthorn.domain.signing.SignaturePlan;
import posthorn.domain.signing.SignatureScheme;
import posthorn.domain.signing.SigningSecret;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Flow;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;
import posthorn.domain.webhook.WebhookStatus;

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
            WebhookStatus.PAUSED,
            new Flow(
                OrderingGuarantee.PER_EVENT_TYPE,
                OnHeadFailure.SKIP,
                7,
                new RateLimit(60, 3),
                new CircuitConfig(
                    false,
                    40,
                    11,
                    Duration.ofSeconds(61),
                    Duration.ofSeconds(31),
                    4,
                    TestTime.START.plusSeconds(9))),
            TestTime.START);
    webhooks.add(webhook);

    assertThat(webhooks.of(DEFAULT)).containsExactly(webhook);
  }

  @Test
  void a_webhook_is_found_and_its_status_changes() {
    Webhooks webhooks = open().webhooks();
    Webhook webhook = samples.webhook(DEFAULT, "*");
    webhooks.add(webhook);

    assertThat(webhooks.find(webhook.id())).contains(webhook);
    webhooks.changeStatus(webhook.id(), WebhookStatus.INACTIVE);

    assertThat(webhooks.find(webhook.id())).contains(webhook.in(WebhookStatus.INACTIVE));
    assertThat(webhooks.of(DEFAULT)).containsExactly(webhook.in(WebhookStatus.INACTIVE));
    Webhook unknown = samples.webhook(DEFAULT, "*");
    webhooks.changeStatus(unknown.id(), WebhookStatus.INACTIVE);
    assertThat(webhooks.find(unknown.id())).isEmpty();
  }
}
