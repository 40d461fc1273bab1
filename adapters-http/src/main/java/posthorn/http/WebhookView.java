package posthorn.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import posthorn.application.policy.Policies;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.event.PayloadFormat;
import posthorn.domain.retry.RetryOn;
import posthorn.domain.retry.RetryPreset;
import posthorn.domain.retry.RetrySettings;
import posthorn.domain.webhook.Ownership;
import posthorn.domain.webhook.PayloadFilter;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookSettings;
import posthorn.domain.webhook.WebhookStatus;
import tools.jackson.databind.JsonNode;

/**
 * A webhook as the API shows it: what its owner said about it, null where nothing, and in {@code
 * effective_config} what holds. The secret is in it once, when it was just made. In lists, nobody
 * has looked for its last success.
 */
record WebhookView(
    String id,
    String tenantId,
    @Nullable String name,
    String url,
    List<String> events,
    boolean active,
    String status,
    @Nullable List<SchemeView> signatureSchemes,
    @Nullable String retryPolicy,
    @Nullable RetryConfigView retryConfig,
    @Nullable List<String> retryDelays,
    @Nullable Integer maxAttempts,
    @Nullable String maxAge,
    @Nullable Long timeoutMs,
    @Nullable String retryOn,
    @Nullable Boolean disableOnGone,
    FlowView.CircuitView circuitBreakerConfig,
    FlowView.@Nullable RateLimitView rateLimit,
    String orderingGuarantee,
    String onHeadFailure,
    @Nullable Integer maxInFlight,
    @Nullable String payloadFormat,
    Map<String, String> headers,
    @Nullable JsonNode filter,
    @Nullable ClientCertificateView clientCertificate,
    @Nullable String ownerId,
    @Nullable String ownerEmail,
    JsonNode metadata,
    EffectiveConfigView effectiveConfig,
    int version,
    @Nullable String createdBy,
    Instant createdAt,
    Instant updatedAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Instant lastSuccessAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String publicKey,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String secret) {

  private static final String HIDDEN = "(hidden)";

  /**
   * What to show besides the settings.
   *
   * @param secret whether it is shown, this once
   * @param whole whether path and query of its URL and the values of its own headers are, which may
   *     be secrets
   */
  record Shown(boolean secret, boolean whole, @Nullable Instant lastSuccessAt) {}

  static WebhookView of(Webhook webhook, Policies policies, Shown shown) {
    WebhookSettings settings = webhook.settings();
    RetrySettings retry = settings.sending().retry();
    RetryPreset preset = retry.preset();
    RetryOn retryOn = retry.retryOn();
    Duration timeout = retry.timeout();
    PayloadFormat format = settings.sending().format();
    PayloadFilter filter = settings.sending().filter();
    Ownership ownership = settings.ownership();
    return new WebhookView(
        webhook.id().value(),
        webhook.tenant().value(),
        settings.name(),
        UrlSight.of(settings.url(), shown.whole()),
        settings.events().stream().map(EventTypePattern::value).toList(),
        webhook.status() != WebhookStatus.INACTIVE,
        webhook.status().wireName(),
        SchemeView.of(settings.signatures()),
        preset == null ? null : preset.name(),
        RetryConfigView.of(retry.config()),
        ScheduleView.textsOf(retry.delays()),
        retry.maxAttempts(),
        ScheduleView.textOf(retry.maxAge()),
        timeout == null ? null : timeout.toMillis(),
        retryOn == null ? null : retryOn.wireName(),
        retry.disableOnGone(),
        FlowView.CircuitView.of(settings.flow().circuit()),
        FlowView.RateLimitView.of(settings.flow().rateLimit()),
        settings.flow().ordering().wireName(),
        settings.flow().onHeadFailure().wireName(),
        settings.flow().maxInFlight(),
        format == null ? null : format.wireName(),
        headersOf(settings.sending().headers(), shown.whole()),
        filter == null ? null : json(filter.text()),
        ClientCertificateView.of(settings.sending().certificate()),
        ownership.id(),
        ownership.email(),
        json(ownership.metadata()),
        EffectiveConfigView.of(webhook, policies),
        webhook.version(),
        webhook.createdBy() == null ? null : webhook.createdBy().value(),
        webhook.createdAt(),
        webhook.updatedAt(),
        shown.lastSuccessAt(),
        webhook.secret().current().publicKey().orElse(null),
        shown.secret() ? webhook.secret().current().text() : null);
  }

  /** With all that can change, for {@link AuditTrail}, which hides what is secret. */
  static WebhookView audited(Webhook webhook, Policies policies) {
    return of(webhook, policies, new Shown(true, true, null));
  }

  private static Map<String, String> headersOf(Map<String, String> headers, boolean shown) {
    var copy = new LinkedHashMap<>(headers);
    if (!shown) {
      copy.replaceAll((_, _) -> HIDDEN);
    }
    return copy;
  }

  private static JsonNode json(JsonBytes bytes) {
    return Json.MAPPER.readTree(bytes.bytes());
  }

  @Override
  public String toString() {
    return "WebhookView[" + id + "]";
  }
}
