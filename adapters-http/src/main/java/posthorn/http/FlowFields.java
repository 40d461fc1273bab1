package posthorn.http;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.domain.circuit.CircuitConfig;
import posthorn.domain.ordering.OnHeadFailure;
import posthorn.domain.ordering.OrderingGuarantee;
import posthorn.domain.ratelimit.RateLimit;
import posthorn.domain.webhook.Flow;

/**
 * Reads how a webhook's deliveries leave. What is not mentioned stays as it is, null is the
 * default; and so is what is wrong, until the request is ended for it.
 */
final class FlowFields {
  private static final String ORDERING = "ordering_guarantee";
  private static final String ON_HEAD_FAILURE = "on_head_failure";
  private static final String IN_FLIGHT = "max_in_flight";
  private static final String RATE_LIMIT = "rate_limit";
  private static final String CIRCUIT = "circuit_breaker_config";

  private FlowFields() {}

  static Flow flowOf(RequestFields fields, Flow present, int mostInFlight) {
    return new Flow(
        fields.mentions(ORDERING) ? orderingOf(fields) : present.ordering(),
        fields.mentions(ON_HEAD_FAILURE) ? onHeadFailureOf(fields) : present.onHeadFailure(),
        maxInFlightOf(fields, present.maxInFlight(), mostInFlight),
        fields.mentions(RATE_LIMIT) ? rateLimitOf(fields) : present.rateLimit(),
        fields.mentions(CIRCUIT) ? circuitOf(fields) : present.circuit());
  }

  private static OrderingGuarantee orderingOf(RequestFields fields) {
    return fields
        .named(ORDERING, OrderingGuarantee::named, OrderingGuarantee::names)
        .orElse(Flow.DEFAULT.ordering());
  }

  private static OnHeadFailure onHeadFailureOf(RequestFields fields) {
    return fields
        .named(ON_HEAD_FAILURE, OnHeadFailure::named, OnHeadFailure::names)
        .orElse(Flow.DEFAULT.onHeadFailure());
  }

  /**
   * How many requests at once; null for the default.
   *
   * @param most that the operator lets anybody choose
   */
  static @Nullable Integer maxInFlightOf(
      RequestFields fields, @Nullable Integer present, int most) {
    if (!fields.mentions(IN_FLIGHT)) {
      return present;
    }
    Optional<Long> number = fields.number(IN_FLIGHT);
    if (number.isPresent() && (number.get() < 1 || number.get() > most)) {
      fields.reject(
          IN_FLIGHT,
          "must be between 1 and " + most + ", the most that this server's operator allows");
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
