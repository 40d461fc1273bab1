package posthorn.domain.webhook;

import org.jspecify.annotations.Nullable;
import posthorn.domain.circuit.CircuitConfig;
import posthorn.domain.ordering.OnHeadFailure;
import posthorn.domain.ordering.OrderingGuarantee;
import posthorn.domain.ratelimit.RateLimit;

/**
 * How a webhook's deliveries leave: in which order, how fast, how many at once, and when not.
 *
 * @param maxInFlight how many requests at once; null for the tenant's or the server's default
 * @param rateLimit null where there is none
 */
public record Flow(
    OrderingGuarantee ordering,
    OnHeadFailure onHeadFailure,
    @Nullable Integer maxInFlight,
    @Nullable RateLimit rateLimit,
    CircuitConfig circuit) {
  public static final int MOST_IN_FLIGHT = 1_000;

  public static final Flow DEFAULT =
      new Flow(OrderingGuarantee.NONE, OnHeadFailure.BLOCK, null, null, CircuitConfig.DEFAULT);

  public Flow {
    requireInFlight(maxInFlight);
  }

  static void requireInFlight(@Nullable Integer number) {
    if (number != null && (number < 1 || number > MOST_IN_FLIGHT)) {
      throw new IllegalArgumentException("in flight are 1 to " + MOST_IN_FLIGHT + " at once");
    }
  }
}
