package posthorn.sqlite;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Stream;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.circuit.CircuitConfig;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.ordering.OnHeadFailure;
import posthorn.domain.ordering.OrderingGuarantee;
import posthorn.domain.ratelimit.RateLimit;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Flow;
import posthorn.domain.webhook.Ownership;
import posthorn.domain.webhook.PolicyChoices;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;
import posthorn.domain.webhook.WebhookSettings;
import posthorn.domain.webhook.WebhookStatus;
import posthorn.sqlite.schema.tables.records.WebhooksRecord;

/** A webhook as a row and back. */
final class WebhookRows {
  // No event type can have this in it.
  private static final String WORDS = " ";

  private WebhookRows() {}

  static WebhooksRecord rowOf(Webhook webhook, SecretRows secrets) {
    var row = new WebhooksRecord();
    row.setId(webhook.id().value());
    row.setTenantId(webhook.tenant().value());
    row.setStatus(webhook.status().wireName());
    row.setVersion(webhook.version());
    row.setCreatedBy(webhook.createdBy() == null ? null : webhook.createdBy().value());
    row.setCreatedAt(webhook.createdAt());
    row.setUpdatedAt(webhook.updatedAt());
    secrets.set(row, webhook.secret());
    secrets.set(row, webhook.sending().certificate());
    setSettings(row, webhook.settings());
    return row;
  }

  private static void setSettings(WebhooksRecord row, WebhookSettings settings) {
    Ownership ownership = settings.ownership();
    row.setName(settings.name());
    row.setUrl(settings.url().uri().toString());
    row.setEventPatterns(
        settings.events().stream().map(EventTypePattern::value).collect(joining(WORDS)));
    row.setOwnerId(ownership.id());
    row.setOwnerEmail(ownership.email());
    row.setMetadata(new String(ownership.metadata().bytes(), UTF_8));
    setFlow(row, settings.flow());
    SendingRows.set(row, settings.sending());
    PolicyRows.set(row, settings.choices());
  }

  private static void setFlow(WebhooksRecord row, Flow flow) {
    RateLimit rateLimit = flow.rateLimit();
    CircuitConfig circuit = flow.circuit();
    row.setOrdering(flow.ordering().wireName());
    row.setOnHeadFailure(flow.onHeadFailure().wireName());
    row.setRequestsPerMinute(rateLimit == null ? null : rateLimit.requestsPerMinute());
    row.setBurst(rateLimit == null ? null : rateLimit.burst());
    row.setCircuitEnabled(circuit.enabled() ? 1 : 0);
    row.setCircuitThresholdPercentage(circuit.errorThresholdPercentage());
    row.setCircuitMinimumThroughput(circuit.minimumThroughput());
    row.setCircuitWindowMs(circuit.windowSize().toMillis());
    row.setCircuitSleepMs(circuit.sleepWindow().toMillis());
    row.setCircuitProbes(circuit.halfOpenMaxCalls());
    row.setCircuitForcedOpenUntilAt(circuit.forceOpenUntil());
  }

  static Webhook webhookOf(WebhooksRecord row, SecretRows secrets) {
    return new Webhook(
        new WebhookId(row.getId()),
        new TenantId(row.getTenantId()),
        settingsOf(row, secrets),
        secrets.secretOf(row),
        WebhookStatus.valueOf(row.getStatus().toUpperCase(Locale.ROOT)),
        row.getVersion(),
        row.getCreatedBy() == null ? null : new ApiKeyId(row.getCreatedBy()),
        row.getCreatedAt(),
        row.getUpdatedAt());
  }

  private static WebhookSettings settingsOf(WebhooksRecord row, SecretRows secrets) {
    PolicyChoices choices = PolicyRows.choicesOf(row);
    return new WebhookSettings(
        row.getName(),
        new WebhookUrl(URI.create(row.getUrl())),
        words(row.getEventPatterns()).map(EventTypePattern::new).toList(),
        choices.signatures(),
        flowOf(row, choices),
        SendingRows.sendingOf(row, choices, secrets.certificateOf(row)),
        new Ownership(row.getOwnerId(), row.getOwnerEmail(), JsonBytes.of(row.getMetadata())));
  }

  private static Flow flowOf(WebhooksRecord row, PolicyChoices choices) {
    return new Flow(
        OrderingGuarantee.named(row.getOrdering()).orElseThrow(),
        OnHeadFailure.named(row.getOnHeadFailure()).orElseThrow(),
        choices.maxInFlight(),
        row.getRequestsPerMinute() == null
            ? null
            : new RateLimit(row.getRequestsPerMinute(), row.getBurst()),
        new CircuitConfig(
            row.getCircuitEnabled() == 1,
            row.getCircuitThresholdPercentage(),
            row.getCircuitMinimumThroughput(),
            Duration.ofMillis(row.getCircuitWindowMs()),
            Duration.ofMillis(row.getCircuitSleepMs()),
            row.getCircuitProbes(),
            row.getCircuitForcedOpenUntilAt()));
  }

  private static Stream<String> words(String text) {
    return Stream.of(text.split(WORDS));
  }
}
