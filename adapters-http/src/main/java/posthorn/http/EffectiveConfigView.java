package posthorn.http;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import posthorn.application.policy.Policies;
import posthorn.domain.field.DurationText;
import posthorn.domain.retry.RetryForecast;
import posthorn.domain.retry.RetryPolicy;
import posthorn.domain.retry.RetryPreset;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookPolicy;

/** What holds for a webhook: what it says itself, else its tenant, else the server. */
record EffectiveConfigView(
    String retryPolicy,
    int maxAttempts,
    String retryOn,
    boolean disableOnGone,
    long timeoutMs,
    double timeoutGrowthFactor,
    String maxAge,
    long maxAgeMs,
    List<ScheduleView.WaitView> retrySchedule,
    double retryJitter,
    Map<String, BigDecimal> categoryMinimums,
    ScheduleView.GivenUpView givenUpAfterSeconds,
    int maxInFlight,
    FlowView.@Nullable RateLimitView rateLimit,
    String orderingGuarantee,
    String onHeadFailure,
    FlowView.CircuitView circuitBreakerConfig,
    String payloadFormat,
    List<SchemeView> signatureSchemes,
    PolicySourcesView sources) {

  static EffectiveConfigView of(Webhook webhook, Policies policies) {
    WebhookPolicy policy = policies.of(webhook);
    RetryPreset preset = policy.retry();
    RetryPolicy retry = preset.policy();
    RetryForecast forecast = RetryForecast.of(retry);
    FlowView flow = FlowView.of(webhook.flow(), policy.maxInFlight());
    return new EffectiveConfigView(
        preset.name(),
        retry.maxAttempts(),
        retry.retryOn().wireName(),
        retry.disableOnGone(),
        preset.timeout().first().toMillis(),
        preset.timeout().growthFactor(),
        DurationText.of(retry.maxAge()),
        retry.maxAge().toMillis(),
        ScheduleView.waitsOf(forecast),
        retry.schedule().jitter(),
        ScheduleView.minimumsOf(retry.schedule().minimums()),
        ScheduleView.GivenUpView.of(forecast),
        flow.maxInFlight(),
        flow.rateLimit(),
        flow.orderingGuarantee(),
        flow.onHeadFailure(),
        flow.circuitBreakerConfig(),
        policy.format().wireName(),
        SchemeView.listOf(policy.signatures()),
        PolicySourcesView.of(policies.sourcesOf(webhook), webhook.flow()));
  }
}
