package posthorn.sqlite;

import static java.util.stream.Collectors.joining;

import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Stream;
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
import posthorn.sqlite.schema.tables.records.WebhooksRecord;

/** A webhook as a row and back. */
final class WebhookRows {
  // Neither event types nor header names can have these in them.
  private static final String WORDS = " ";
  private static final String HEADER = "=";

  private WebhookRows() {}

  static WebhooksRecord rowOf(Webhook webhook) {
    var row = new WebhooksRecord();
    row.setId(webhook.id().value());
    row.setTenantId(webhook.tenant().value());
    row.setName(webhook.name());
    row.setUrl(webhook.url().uri().toString());
    row.setEventPatterns(
        webhook.events().stream().map(EventTypePattern::value).collect(joining(WORDS)));
    row.setSecret(webhook.secret().text());
    row.setSignatureSchemes(
        webhook.signatures().schemes().stream()
            .map(scheme -> scheme.name() + HEADER + scheme.header())
            .collect(joining(WORDS)));
    row.setStatus(webhook.status().wireName());
    row.setCreatedAt(webhook.createdAt());
    setFlow(row, webhook.flow());
    return row;
  }

  private static void setFlow(WebhooksRecord row, Flow flow) {
    RateLimit rateLimit = flow.rateLimit();
    CircuitConfig circuit = flow.circuit();
    row.setOrdering(flow.ordering().wireName());
    row.setOnHeadFailure(flow.onHeadFailure().wireName());
    row.setMaxInFlight(flow.maxInFlight());
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

  static Webhook webhookOf(WebhooksRecord row) {
    return new Webhook(
        new WebhookId(row.getId()),
        new TenantId(row.getTenantId()),
        row.getName(),
        new WebhookUrl(URI.create(row.getUrl())),
        words(row.getEventPatterns()).map(EventTypePattern::new).toList(),
        new SigningSecret(row.getSecret()),
        signaturesOf(row),
        WebhookStatus.valueOf(row.getStatus().toUpperCase(Locale.ROOT)),
        flowOf(row),
        row.getCreatedAt());
  }

  private static Flow flowOf(WebhooksRecord row) {
    return new Flow(
        OrderingGuarantee.named(row.getOrdering()).orElseThrow(),
        OnHeadFailure.named(row.getOnHeadFailure()).orElseThrow(),
        row.getMaxInFlight(),
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

  private static SignaturePlan signaturesOf(WebhooksRecord row) {
    return new SignaturePlan(
        words(row.getSignatureSchemes())
            .map(word -> word.split(HEADER, 2))
            .map(parts -> SignatureScheme.named(parts[0], parts[1]).orElseThrow())
            .toList());
  }

  private static Stream<String> words(String text) {
    return Stream.of(text.split(WORDS));
  }
}
