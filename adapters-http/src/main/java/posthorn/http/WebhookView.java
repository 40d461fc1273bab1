package posthorn.http;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookStatus;

/** A webhook as the API shows it. The secret is in it once, when it was just made. */
record WebhookView(
    String id,
    String tenantId,
    @Nullable String name,
    String url,
    List<String> events,
    boolean active,
    String status,
    List<SchemeView> signatureSchemes,
    FlowView effectiveConfig,
    Instant createdAt,
    String secret) {

  record SchemeView(String scheme, String header) {}

  static WebhookView withSecret(Webhook webhook, int defaultMaxInFlight) {
    return new WebhookView(
        webhook.id().value(),
        webhook.tenant().value(),
        webhook.name(),
        webhook.url().toString(),
        webhook.events().stream().map(EventTypePattern::value).toList(),
        webhook.status() != WebhookStatus.INACTIVE,
        webhook.status().wireName(),
        webhook.signatures().schemes().stream()
            .map(scheme -> new SchemeView(scheme.name(), scheme.header()))
            .toList(),
        FlowView.of(webhook.flow(), defaultMaxInFlight),
        webhook.createdAt(),
        webhook.secret().text());
  }
}
