package posthorn.bench;

import java.time.Duration;
import java.util.List;

/** Arithmetic of rates. */
final class Rates {
  private static final double NANOS_PER_SECOND = 1e9;

  private Rates() {}

  static double perSecond(long count, long nanos) {
    return count * NANOS_PER_SECOND / nanos;
  }

  static double microsEach(Duration time, long count) {
    return time.toNanos() / 1e3 / count;
  }

  static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }
}
