package posthorn.domain.alert;

import java.time.Duration;
import java.util.Optional;
import posthorn.domain.alert.Metric.Unit;

/**
 * What has to be observed for an alert.
 *
 * @param window what the metric is taken over; zero where it is what it is at the moment
 * @param minimumCalls with fewer, a share of calls says nothing, and the condition is not met
 */
public record Condition(
    Metric metric, Duration window, Comparison comparison, double threshold, int minimumCalls) {

  public Condition {
    thresholdRefusal(metric, threshold)
        .or(() -> minimumCallsRefusal(metric, minimumCalls))
        .ifPresent(reason -> {
          throw new IllegalArgumentException(metric + " " + reason);
        });
    if (window.isNegative()) {
      throw new IllegalArgumentException("a window is negative: " + window);
    }
  }

  static Optional<String> thresholdRefusal(Metric metric, double threshold) {
    if (metric.unit() == Unit.FLAG) {
      return threshold == 0
          ? Optional.empty()
          : Optional.of("must be left out: there is nothing to compare");
    }
    if (!Double.isFinite(threshold) || threshold < 0) {
      return Optional.of("must be a number that is not negative");
    }
    if (metric.unit() == Unit.PERCENT && threshold > 100) {
      return Optional.of("must be a percentage from 0 to 100");
    }
    return Optional.empty();
  }

  static Optional<String> minimumCallsRefusal(Metric metric, int minimumCalls) {
    if (!metric.ofCalls()) {
      return minimumCalls == 0
          ? Optional.empty()
          : Optional.of("must be left out: this is no share of calls");
    }
    return minimumCalls >= 1 ? Optional.empty() : Optional.of("must be at least 1");
  }

  boolean met(Observation seen) {
    return seen.calls() >= minimumCalls && comparison.holds(seen.value(), threshold);
  }
}
