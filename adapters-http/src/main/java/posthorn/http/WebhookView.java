package posthorn.http;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.webhook.Webhook;

/** A webhook as the API shows it. The secret is in it once, when it was just made. */
record WebhookView(
    String id,
    String tenantId,
    @Nullable String name,
    String url,
    List<String> events,
    List<SchemeView> signatureSchemes,
    Instant createdAt,
    String secret) {

  record SchemeView(String scheme, String header) {}

  static WebhookView withSecret(Webhook webhook) {
    return new WebhookView(
        webhook.id().value(),
        webhook.tenant().value(),
        webhook.name(),
        webhook.url().toString(),
        webhook.events().stream().map(EventTypePattern::value).toList(),
        webhook.signatures().schemes().stream()
            .map(scheme -> new SchemeView(scheme.name(), scheme.header()))
            .toList(),
        webhook.createdAt(),
        webhook.secret().text());
  }
}
