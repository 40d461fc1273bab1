package posthorn.http;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.domain.circuit.CircuitConfig;
import posthorn.domain.ordering.OnHeadFailure;
import posthorn.domain.ordering.OrderingGuarantee;
import posthorn.domain.ratelimit.RateLimit;
import posthorn.domain.webhook.Flow;

/**
 * Reads how a webhook's deliveries leave. What is left out is as in {@link Flow#DEFAULT}; and so is
 * what is wrong, until the request is ended for it.
 */
final class FlowFields {
  private static final String IN_FLIGHT = "max_in_flight";
  private static final String RATE_LIMIT = "rate_limit";
  private static final String CIRCUIT = "circuit_breaker_config";

  private FlowFields() {}

  static Flow flowOf(RequestFields fields) {
    Optional<OrderingGuarantee> ordering =
        fields.named("ordering_guarantee", OrderingGuarantee::named, OrderingGuarantee::names);
    Optional<OnHeadFailure> onHeadFailure =
        fields.named("on_head_failure", OnHeadFailure::named, OnHeadFailure::names);
    return new Flow(
        ordering.orElse(Flow.DEFAULT.ordering()),
        onHeadFailure.orElse(Flow.DEFAULT.onHeadFailure()),
        maxInFlightOf(fields),
        rateLimitOf(fields),
        circuitOf(fields));
  }

  private static @Nullable Integer maxInFlightOf(RequestFields fields) {
    Optional<Long> number = fields.number(IN_FLIGHT);
    if (number.isPresent() && (number.get() < 1 || number.get() > Flow.MOST_IN_FLIGHT)) {
      fields.reject(IN_FLIGHT, "must be between 1 and " + Flow.MOST_IN_FLIGHT);
      return null;
    }
    return number.map(Math::toIntExact).orElse(null);
  }

  private static @Nullable RateLimit rateLimitOf(RequestFields fields) {
    RequestFields inner = fields.object(RATE_LIMIT).orElse(null);
    if (inner == null) {
      return null;
    }
    var parsed =
        RateLimit.parse(
            RATE_LIMIT,
            inner.number("requests_per_minute").orElse(null),
            inner.number("burst").orElse(null));
    return switch (parsed) {
      case RateLimit.Parsed.Valid(var limit) -> limit;
      case RateLimit.Parsed.Invalid(var errors) -> {
        fields.rejectAll(errors);
        yield null;
      }
    };
  }

  private static CircuitConfig circuitOf(RequestFields fields) {
    RequestFields inner = fields.object(CIRCUIT).orElse(null);
    if (inner == null) {
      return Flow.DEFAULT.circuit();
    }
    var written =
        new CircuitConfig.Written(
            inner.flag("enabled").orElse(null),
            inner.number("error_threshold_percentage").orElse(null),
            inner.number("minimum_throughput").orElse(null),
            inner.number("window_size_ms").orElse(null),
            inner.number("sleep_window_ms").orElse(null),
            inner.number("half_open_max_calls").orElse(null),
            inner.time("force_open_until").orElse(null));
    return switch (CircuitConfig.parse(CIRCUIT, written)) {
      case CircuitConfig.Parsed.Valid(var config) -> config;
      case CircuitConfig.Parsed.Invalid(var errors) -> {
        fields.rejectAll(errors);
        yield Flow.DEFAULT.circuit();
      }
    };
  }
}
