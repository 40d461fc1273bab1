package posthorn.http;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.circuit.CircuitConfig;
import posthorn.domain.ratelimit.RateLimit;
import posthorn.domain.webhook.Flow;

/** How a webhook's deliveries really leave, defaults included. */
record FlowView(
    int maxInFlight,
    @Nullable RateLimitView rateLimit,
    String orderingGuarantee,
    String onHeadFailure,
    CircuitView circuitBreakerConfig) {

  record RateLimitView(int requestsPerMinute, int burst) {
    static @Nullable RateLimitView of(@Nullable RateLimit limit) {
      return limit == null ? null : new RateLimitView(limit.requestsPerMinute(), limit.burst());
    }
  }

  record CircuitView(
      boolean enabled,
      int errorThresholdPercentage,
      int minimumThroughput,
      long windowSizeMs,
      long sleepWindowMs,
      int halfOpenMaxCalls,
      @Nullable Instant forceOpenUntil) {
    static CircuitView of(CircuitConfig config) {
      return new CircuitView(
          config.enabled(),
          config.errorThresholdPercentage(),
          config.minimumThroughput(),
          config.windowSize().toMillis(),
          config.sleepWindow().toMillis(),
          config.halfOpenMaxCalls(),
          config.forceOpenUntil());
    }
  }

  static FlowView of(Flow flow, int maxInFlight) {
    return new FlowView(
        maxInFlight,
        RateLimitView.of(flow.rateLimit()),
        flow.ordering().wireName(),
        flow.onHeadFailure().wireName(),
        CircuitView.of(flow.circuit()));
  }
}
