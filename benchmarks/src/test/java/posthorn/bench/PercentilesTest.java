package posthorn.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PercentilesTest {
  private static final long MILLI = 1_000_000;

  @Test
  void a_percentile_is_the_smallest_value_that_so_many_do_not_exceed() {
    long[] thousand = LongStream.rangeClosed(1, 1000).map(i -> (1001 - i) * MILLI).toArray();
    assertThat(Percentiles.ofFirst(1000, thousand)).isEqualTo(new Percentiles(500, 990, 999));
  }

  @Test
  void one_value_is_every_percentile() {
    assertThat(Percentiles.ofFirst(1, new long[] {3 * MILLI, 99 * MILLI}))
        .isEqualTo(new Percentiles(3, 3, 3));
  }

  @Test
  void nothing_has_no_percentiles() {
    assertThatThrownBy(() -> Percentiles.ofFirst(0, new long[1]))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
