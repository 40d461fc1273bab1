package posthorn.domain.statistics;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * How many attempts took how long, counted in classes that grow with the time, so that a percentile
 * can be told to within a third or so. The classes are fixed: stores keep a number for each.
 *
 * @param counts one for each class
 */
public record DurationHistogram(List<Long> counts) {
  /** The most milliseconds of each class but the last, which has no end. */
  private static final long[] BOUNDS = {
    1, 2, 5, 10, 20, 35, 50, 75, 100, 150, 250, 350, 500, 750, 1_000, 1_500, 2_500, 5_000, 10_000,
    15_000, 20_000, 30_000, 60_000
  };

  public static final int CLASSES = BOUNDS.length + 1;
  public static final DurationHistogram EMPTY =
      new DurationHistogram(Collections.nCopies(CLASSES, 0L));

  public DurationHistogram {
    if (counts.size() != CLASSES) {
      throw new IllegalArgumentException("there are " + CLASSES + " classes, not " + counts.size());
    }
    counts = List.copyOf(counts);
  }

  /** The class that a duration belongs to, from 0. */
  public static int classOf(Duration took) {
    int found = Arrays.binarySearch(BOUNDS, took.toMillis());
    return found >= 0 ? found : -found - 1;
  }

  public static DurationHistogram of(Duration took) {
    int its = classOf(took);
    return new DurationHistogram(
        IntStream.range(0, CLASSES).mapToObj(each -> each == its ? 1L : 0L).toList());
  }

  public DurationHistogram plus(DurationHistogram other) {
    return new DurationHistogram(
        IntStream.range(0, CLASSES)
            .mapToObj(each -> counts.get(each) + other.counts.get(each))
            .toList());
  }

  /**
   * How many milliseconds that share of all took at most, as if the times in a class were spread
   * evenly; empty if nothing was counted. What is beyond the last bound counts as that bound.
   */
  public OptionalLong percentile(double share) {
    long total = counts.stream().mapToLong(Long::longValue).sum();
    long rank = Math.max(1, (long) Math.ceil(share * total));
    long before = 0;
    for (int each = 0; each < BOUNDS.length; each++) {
      long count = counts.get(each);
      if (before + count >= rank) {
        long lower = each == 0 ? 0 : BOUNDS[each - 1];
        return OptionalLong.of(lower + (BOUNDS[each] - lower) * (rank - before) / count);
      }
      before += count;
    }
    return total == 0 ? OptionalLong.empty() : OptionalLong.of(BOUNDS[BOUNDS.length - 1]);
  }
}
