package posthorn.http;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import posthorn.domain.webhook.Flow;
import posthorn.domain.webhook.PolicySource;
import posthorn.domain.webhook.PolicyValue;

/** Where each value of {@code effective_config} comes from: webhook, tenant or server. */
record PolicySourcesView(
    String retryPolicy,
    String retryDelays,
    String maxAttempts,
    String maxAge,
    String retryOn,
    String disableOnGone,
    String timeoutMs,
    String timeoutGrowthFactor,
    String maxInFlight,
    String rateLimit,
    String orderingGuarantee,
    String onHeadFailure,
    String circuitBreakerConfig,
    String payloadFormat,
    String signatureSchemes) {

  static PolicySourcesView of(Map<PolicyValue, PolicySource> sources, Flow own) {
    return new PolicySourcesView(
        of(sources, PolicyValue.RETRY_POLICY),
        of(sources, PolicyValue.RETRY_DELAYS),
        of(sources, PolicyValue.MAX_ATTEMPTS),
        of(sources, PolicyValue.MAX_AGE),
        of(sources, PolicyValue.RETRY_ON),
        of(sources, PolicyValue.DISABLE_ON_GONE),
        of(sources, PolicyValue.TIMEOUT),
        of(sources, PolicyValue.TIMEOUT_GROWTH_FACTOR),
        of(sources, PolicyValue.MAX_IN_FLIGHT),
        unless(own.rateLimit() == null),
        unless(own.ordering() == Flow.DEFAULT.ordering()),
        unless(own.onHeadFailure() == Flow.DEFAULT.onHeadFailure()),
        unless(own.circuit().equals(Flow.DEFAULT.circuit())),
        of(sources, PolicyValue.PAYLOAD_FORMAT),
        of(sources, PolicyValue.SIGNATURE_SCHEMES));
  }

  private static String of(Map<PolicyValue, PolicySource> sources, PolicyValue value) {
    return requireNonNull(sources.get(value)).wireName();
  }

  /** What only a webhook decides is its own unless it is as the server has it. */
  private static String unless(boolean asTheServerHasIt) {
    return (asTheServerHasIt ? PolicySource.SERVER : PolicySource.WEBHOOK).wireName();
  }
}
