package posthorn.http;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import posthorn.domain.retry.FailureCategory;
import posthorn.domain.statistics.DurationHistogram;
import posthorn.domain.statistics.Tally;

/**
 * Counts of some time.
 *
 * @param attempts those that succeeded and failed
 * @param successRate how many of a hundred attempts succeeded; null where there was none
 */
record TallyView(
    long attempts,
    long succeeded,
    long failed,
    long delivered,
    long dead,
    @Nullable Double successRate) {

  static TallyView of(Tally tally) {
    return new TallyView(
        tally.attempts(),
        tally.succeeded(),
        tally.failed(),
        tally.delivered(),
        tally.dead(),
        percentage(tally.succeeded(), tally.attempts()));
  }

  /** To two digits; null of nothing. */
  static @Nullable Double percentage(long part, long whole) {
    return whole == 0 ? null : rounded(100.0 * part / whole);
  }

  static double rounded(double number) {
    return Math.round(number * 100) / 100.0;
  }

  /** How many milliseconds attempts took; null where there was none. */
  record PercentilesView(@Nullable Long p50, @Nullable Long p95, @Nullable Long p99) {
    static PercentilesView of(DurationHistogram durations) {
      return new PercentilesView(
          value(durations.percentile(0.5)),
          value(durations.percentile(0.95)),
          value(durations.percentile(0.99)));
    }

    private static @Nullable Long value(OptionalLong number) {
      return number.isPresent() ? number.getAsLong() : null;
    }
  }

  /** How many attempts failed for which reason. */
  static Map<String, Long> failuresOf(Tally tally) {
    var failures = new LinkedHashMap<String, Long>();
    for (FailureCategory category : FailureCategory.values()) {
      Long count = tally.failures().get(category);
      if (count != null) {
        failures.put(category.wireName(), count);
      }
    }
    return failures;
  }
}
