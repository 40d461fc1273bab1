package posthorn.domain.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ExpectedTimeTest {
  private static final Instant NOON = Instant.parse("2026-11-19T12:00:00Z");

  /** Where the monotonic clock begins is anybody's guess. */
  private static final long START = Long.MAX_VALUE - 5;

  private static final long AN_HOUR_LATER = START + Duration.ofHours(1).toNanos();
  private static final Instant ONE = NOON.plus(Duration.ofHours(1));

  @Test
  void a_clock_that_goes_on_as_time_does_is_right_within_a_minute() {
    var expected = ExpectedTime.around(NOON, START);

    assertThat(expected.difference(ONE, AN_HOUR_LATER)).isZero();
    assertThat(expected.difference(ONE.plusSeconds(60), AN_HOUR_LATER)).isZero();
    assertThat(expected.difference(ONE.minusSeconds(60), AN_HOUR_LATER)).isZero();
  }

  @Test
  void a_clock_that_was_set_differs_by_what_is_beyond_the_minute() {
    var expected = ExpectedTime.around(NOON, START);

    assertThat(expected.difference(ONE.plus(Duration.ofDays(90)), AN_HOUR_LATER))
        .isEqualTo(Duration.ofDays(90).minusMinutes(1));
    assertThat(expected.difference(NOON, AN_HOUR_LATER)).isEqualTo(Duration.ofMinutes(-59));
  }

  @Test
  void after_a_start_a_downtime_of_a_day_is_believed() {
    var expected = ExpectedTime.after(NOON, START);

    assertThat(expected.difference(NOON.minusSeconds(60), START)).isZero();
    assertThat(expected.difference(NOON.plus(Duration.ofDays(1)), START)).isZero();
    assertThat(expected.difference(ONE.plus(Duration.ofDays(1)), AN_HOUR_LATER)).isZero();
    assertThat(expected.difference(NOON.plus(Duration.ofDays(3)), START))
        .isEqualTo(Duration.ofDays(2));
    assertThat(expected.difference(NOON.minus(Duration.ofHours(1)), START))
        .isEqualTo(Duration.ofMinutes(-59));
  }

  @Test
  void the_right_time_is_known_once_one_time_was_right() {
    assertThat(ExpectedTime.around(NOON, START).rightTime(AN_HOUR_LATER)).contains(ONE);
    assertThat(ExpectedTime.after(NOON, START).rightTime(AN_HOUR_LATER)).isEmpty();
  }
}
