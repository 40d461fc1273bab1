package posthorn.http;

import org.jspecify.annotations.Nullable;
import posthorn.domain.retry.RetryPreset;
import posthorn.domain.webhook.WebhookSettings;

/** What holds for a webhook, the server's defaults included. */
record EffectiveConfigView(
    String retryPolicy,
    int maxAttempts,
    String retryOn,
    boolean disableOnGone,
    long timeoutMs,
    double timeoutGrowthFactor,
    long maxAgeMs,
    int maxInFlight,
    FlowView.@Nullable RateLimitView rateLimit,
    String orderingGuarantee,
    String onHeadFailure,
    FlowView.CircuitView circuitBreakerConfig,
    String payloadFormat) {

  static EffectiveConfigView of(WebhookSettings settings, WebhookView.Defaults defaults) {
    RetryPreset retry = settings.sending().retry().effective(defaults.retry());
    FlowView flow = FlowView.of(settings.flow(), defaults.maxInFlight());
    return new EffectiveConfigView(
        retry.name(),
        retry.policy().maxAttempts(),
        retry.policy().retryOn().wireName(),
        retry.policy().disableOnGone(),
        retry.timeout().first().toMillis(),
        retry.timeout().growthFactor(),
        retry.policy().maxAge().toMillis(),
        flow.maxInFlight(),
        flow.rateLimit(),
        flow.orderingGuarantee(),
        flow.onHeadFailure(),
        flow.circuitBreakerConfig(),
        settings.sending().format().wireName());
  }
}
