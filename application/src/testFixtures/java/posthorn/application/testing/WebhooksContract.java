package posthorn.application.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import posthorn.application.port.Webhooks;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.circuit.CircuitConfig;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.event.PayloadFormat;
import posthorn.domain.filter.Filter;
import posthorn.domain.filter.FilterParser;
import posthorn.domain.filter.JsonReader;
import posthorn.domain.filter.ParsedFilter;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.ordering.OnHeadFailure;
import posthorn.domain.ordering.OrderingGuarantee;
import posthorn.domain.ratelimit.RateLimit;
import posthorn.domain.retry.DelayList;
import posthorn.domain.retry.RetryConfig;
import posthorn.domain.retry.RetryOn;
import posthorn.domain.retry.RetryPreset;
import posthorn.domain.retry.RetrySettings;
import posthorn.domain.retry.TimeoutPolicy;
import posthorn.domain.signing.RotatingSecret;
import posthorn.domain.signing.SignaturePlan;
import posthorn.domain.signing.SignatureScheme;
import posthorn.domain.signing.SigningSecret;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Flow;
import posthorn.domain.webhook.Ownership;
import posthorn.domain.webhook.PayloadFilter;
import posthorn.domain.webhook.PolicyChoices;
import posthorn.domain.webhook.Sending;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;
import posthorn.domain.webhook.WebhookSettings;
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
            everything(),
            new RotatingSecret<>(
                new SigningSecret("a secret-of=the/caller's+own".replace(' ', '_')),
                List.of(
                    new RotatingSecret.Retiring<>(Samples.SECRET, TestTime.START.plusSeconds(5)))),
            WebhookStatus.PAUSED,
            7,
            new ApiKeyId(new SequentialIds().next(ApiKeyId.PREFIX, TestTime.START)),
            TestTime.START,
            TestTime.START.plusSeconds(1));
    webhooks.add(webhook);

    assertThat(webhooks.of(DEFAULT)).containsExactly(webhook);
  }

  @Test
  void each_delay_of_a_webhook_is_kept_to_the_millisecond() {
    Webhooks webhooks = open().webhooks();
    var delays =
        new DelayList(
            List.of(Duration.ZERO, Duration.ofMillis(1), Duration.ofDays(30), Duration.ZERO));
    Webhook plain = samples.webhook(DEFAULT, "*");
    Webhook webhook =
        plain.changed(
            plain
                .settings()
                .with(
                    Sending.DEFAULT.with(
                        new RetrySettings(null, null, delays, null, null, null, null, null))),
            plain.status(),
            TestTime.START);
    webhooks.add(webhook);

    assertThat(webhooks.find(webhook.id())).contains(webhook);
  }

  @Test
  void what_a_webhook_leaves_to_others_stays_unsaid() {
    Webhooks webhooks = open().webhooks();
    Webhook webhook = samples.webhook(DEFAULT, "*");
    webhooks.add(webhook);

    assertThat(webhooks.find(webhook.id())).map(Webhook::choices).contains(PolicyChoices.NONE);
  }

  private static WebhookSettings everything() {
    JsonBytes filter = JsonBytes.of("{\"/data/amount\": {\"gte\": 100}}");
    return new WebhookSettings(
        "Räksmörgås & co",
        new WebhookUrl(URI.create("https://receiver.example:8443/hook?a=b%20c")),
        List.of(new EventTypePattern("user.created"), new EventTypePattern("order.*")),
        new SignaturePlan(
            List.of(
                new SignatureScheme.Standard(),
                new SignatureScheme.Timestamped("X-Stamped"),
                new SignatureScheme.Sha256("X-Observatory-Signature"))),
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
        new Sending(
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
            PayloadFormat.STANDARD,
            Map.of("X-Own", "a: value", "X-Empty", ""),
            new PayloadFilter(filter, parsed(filter)),
            ClientCertificates.ONE),
        new Ownership("owner-1", "owner@example.com", JsonBytes.of("{\"a\": [1, \"ö\"]}")));
  }

  private static Filter parsed(JsonBytes text) {
    return ((ParsedFilter.Valid) FilterParser.parse("filter", JsonReader.read(text))).filter();
  }

  @Test
  void a_change_takes_the_place_of_the_version_before_it_and_of_no_other() {
    Webhooks webhooks = open().webhooks();
    Webhook first = samples.webhook(DEFAULT, "*");
    webhooks.add(first);
    Webhook paused = first.in(WebhookStatus.PAUSED, TestTime.START.plusSeconds(1));
    Webhook late = first.in(WebhookStatus.INACTIVE, TestTime.START.plusSeconds(2));

    assertThat(webhooks.replaceIfUnchanged(paused)).isTrue();
    assertThat(webhooks.replaceIfUnchanged(late)).isFalse();
    assertThat(webhooks.of(DEFAULT)).containsExactly(paused);
  }

  @Test
  void a_removed_webhook_is_found_by_nobody_and_cannot_be_changed() {
    Webhooks webhooks = open().webhooks();
    Webhook gone = samples.webhook(DEFAULT, "*");
    Webhook kept = samples.webhook(DEFAULT, "*");
    webhooks.add(gone);
    webhooks.add(kept);
    webhooks.remove(gone.id());

    assertThat(webhooks.find(gone.id())).isEmpty();
    assertThat(webhooks.of(DEFAULT)).containsExactly(kept);
    assertThat(webhooks.replaceIfUnchanged(gone.in(WebhookStatus.PAUSED, TestTime.START)))
        .isFalse();
  }

  @Test
  void a_webhook_is_found_and_its_status_changes() {
    Webhooks webhooks = open().webhooks();
    Webhook webhook = samples.webhook(DEFAULT, "*");
    webhooks.add(webhook);

    assertThat(webhooks.find(webhook.id())).contains(webhook);
    Instant later = TestTime.START.plusSeconds(1);
    webhooks.changeStatus(webhook.id(), WebhookStatus.INACTIVE, later);

    Webhook inactive = webhook.in(WebhookStatus.INACTIVE, later);
    assertThat(webhooks.find(webhook.id())).contains(inactive);
    assertThat(webhooks.of(DEFAULT)).containsExactly(inactive);
    Webhook unknown = samples.webhook(DEFAULT, "*");
    webhooks.changeStatus(unknown.id(), WebhookStatus.INACTIVE, later);
    assertThat(webhooks.find(unknown.id())).isEmpty();
  }
}
