package posthorn.domain.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DurationHistogramTest {

  @Test
  void nothing_has_no_percentile() {
    assertThat(DurationHistogram.EMPTY.percentile(0.5)).isEmpty();
  }

  @Test
  void a_bound_belongs_to_the_class_that_it_ends() {
    assertThat(DurationHistogram.classOf(Duration.ZERO)).isZero();
    assertThat(DurationHistogram.classOf(Duration.ofMillis(1))).isZero();
    assertThat(DurationHistogram.classOf(Duration.ofMillis(2))).isEqualTo(1);
    assertThat(DurationHistogram.classOf(Duration.ofMillis(3))).isEqualTo(2);
    assertThat(DurationHistogram.classOf(Duration.ofDays(1)))
        .isEqualTo(DurationHistogram.CLASSES - 1);
  }

  @Test
  void percentiles_are_told_as_if_times_were_spread_evenly_in_a_class() {
    DurationHistogram hundreds = of(LongStream.rangeClosed(1, 1_000).toArray());

    assertThat(hundreds.percentile(0.5)).hasValue(500);
    assertThat(hundreds.percentile(0.95)).hasValue(950);
    assertThat(hundreds.percentile(0.99)).hasValue(990);
  }

  @Test
  void what_took_longer_than_any_class_counts_as_the_last_bound() {
    assertThat(of(100_000, 200_000).percentile(0.5)).hasValue(60_000);
  }

  @Test
  void there_are_as_many_counts_as_classes() {
    assertThatThrownBy(() -> new DurationHistogram(List.of(1L)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static DurationHistogram of(long... millis) {
    return LongStream.of(millis)
        .mapToObj(each -> DurationHistogram.of(Duration.ofMillis(each)))
        .reduce(DurationHistogram.EMPTY, DurationHistogram::plus);
  }
}
