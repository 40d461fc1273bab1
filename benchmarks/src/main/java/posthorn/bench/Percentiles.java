package posthorn.bench;

import java.util.Arrays;

/** Exact percentiles, in milliseconds. */
record Percentiles(double p50, double p99, double p999) {
  private static final double NANOS_PER_MILLI = 1e6;

  /** Of the first so many of these nanoseconds, which are sorted in place. */
  static Percentiles ofFirst(int count, long[] nanos) {
    if (count == 0) {
      throw new IllegalArgumentException("nothing was measured");
    }
    Arrays.sort(nanos, 0, count);
    return new Percentiles(at(500, count, nanos), at(990, count, nanos), at(999, count, nanos));
  }

  String print() {
    return "p50 %s, p99 %s, p99.9 %s"
        .formatted(
            Unit.MILLISECONDS.print(p50),
            Unit.MILLISECONDS.print(p99),
            Unit.MILLISECONDS.print(p999));
  }

  /** The smallest value that so many of a thousand do not exceed. */
  private static double at(long permille, int count, long[] sorted) {
    int rank = (int) Math.ceilDiv(permille * count, 1000L);
    return sorted[Math.max(rank, 1) - 1] / NANOS_PER_MILLI;
  }
}
