package posthorn.http;

import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.domain.retry.RetryPreset;
import posthorn.domain.webhook.Flow;
import posthorn.domain.webhook.WebhookPolicy;

/** What holds for a webhook: what it says itself, else its tenant, else the server. */
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
    String payloadFormat,
    List<SchemeView> signatureSchemes) {

  static EffectiveConfigView of(WebhookPolicy policy, Flow own) {
    RetryPreset retry = policy.retry();
    FlowView flow = FlowView.of(own, policy.maxInFlight());
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
        policy.format().wireName(),
        SchemeView.listOf(policy.signatures()));
  }
}
