package posthorn.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.retry.RetryPreset;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookStatus;

/** A webhook in the words of {@code /api/webhooks}. */
record TenantWebhookView(
    String id,
    @Nullable String name,
    String url,
    boolean enabled,
    List<String> events,
    int maxAttempts,
    long timeoutMs,
    @Nullable String createdBy,
    Instant createdAt,
    Instant updatedAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String secret) {

  static TenantWebhookView of(
      Webhook webhook, RetryPreset retry, boolean withSecret, boolean wholeUrl) {
    return new TenantWebhookView(
        webhook.id().value(),
        webhook.settings().name(),
        UrlSight.of(webhook.url(), wholeUrl),
        webhook.status() != WebhookStatus.INACTIVE,
        webhook.settings().events().stream().map(EventTypePattern::value).toList(),
        retry.policy().maxAttempts(),
        retry.timeout().first().toMillis(),
        webhook.createdBy() == null ? null : webhook.createdBy().value(),
        webhook.createdAt(),
        webhook.updatedAt(),
        withSecret ? webhook.secret().current().text() : null);
  }

  @Override
  public String toString() {
    return "TenantWebhookView[" + id + "]";
  }
}
