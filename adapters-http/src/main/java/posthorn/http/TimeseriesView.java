package posthorn.http;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.NavigableMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import posthorn.domain.statistics.Tally;
import posthorn.http.TallyView.PercentilesView;

/** Counts by times of equal length, also where nothing was counted. */
record TimeseriesView(String bucket, Instant from, Instant to, List<Item> items) {

  /** One of them. */
  record Item(
      Instant time,
      long succeeded,
      long failed,
      long delivered,
      long dead,
      @Nullable Long p50,
      @Nullable Long p95,
      @Nullable Long p99) {

    static Item of(Instant time, Tally tally) {
      PercentilesView percentiles = PercentilesView.of(tally.durations());
      return new Item(
          time,
          tally.succeeded(),
          tally.failed(),
          tally.delivered(),
          tally.dead(),
          percentiles.p50(),
          percentiles.p95(),
          percentiles.p99());
    }
  }

  static List<Item> items(
      NavigableMap<Instant, Tally> series, Instant first, Duration each, long n) {
    return LongStream.range(0, n)
        .mapToObj(i -> first.plus(each.multipliedBy(i)))
        .map(time -> Item.of(time, series.getOrDefault(time, Tally.NOTHING)))
        .toList();
  }
}
