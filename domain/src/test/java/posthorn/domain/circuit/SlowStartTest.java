package posthorn.domain.circuit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import posthorn.domain.testing.Law;

class SlowStartTest {
  private static final Instant T0 = Instant.parse("2025-03-01T12:00:00.250Z");

  @Test
  void five_leave_in_the_first_second_and_twice_as_many_in_each_after() {
    var start = SlowStart.from(Ramp.DEFAULT, T0);
    assertThat(start.room(T0)).isEqualTo(5);
    assertThat(start.room(T0.plusMillis(999))).isEqualTo(5);
    assertThat(start.room(T0.plusMillis(1_000))).isEqualTo(10);
    assertThat(start.room(T0.plusMillis(2_000))).isEqualTo(20);
    assertThat(start.room(T0.plusMillis(9_999))).isEqualTo(2_560);
  }

  @Test
  void after_ten_seconds_there_is_no_limit() {
    var start = SlowStart.from(Ramp.DEFAULT, T0).leaving(5, T0);
    assertThat(start.over(T0.plusMillis(9_999))).isFalse();
    assertThat(start.over(T0.plusSeconds(10))).isTrue();
    assertThat(start.room(T0.plusSeconds(10))).isEqualTo(SlowStart.UNLIMITED);
    assertThat(start.nextRoom(T0.plusSeconds(10))).isEqualTo(T0.plusSeconds(10));
  }

  @Test
  void those_that_left_take_room_in_their_second_alone() {
    var start = SlowStart.from(Ramp.DEFAULT, T0).leaving(2, T0).leaving(2, T0.plusMillis(900));
    assertThat(start.room(T0.plusMillis(999))).isEqualTo(1);
    assertThat(start.nextRoom(T0.plusMillis(999))).isEqualTo(T0.plusSeconds(1));
    assertThat(start.room(T0.plusSeconds(1))).isEqualTo(10);
    assertThat(start.leaving(3, T0.plusSeconds(1)).room(T0.plusSeconds(1))).isEqualTo(7);
    assertThat(start.leaving(9, T0).room(T0)).isZero();
  }

  @Test
  void what_is_not_used_is_not_saved_up() {
    assertThat(SlowStart.from(Ramp.DEFAULT, T0).room(T0.plusSeconds(1))).isEqualTo(10);
  }

  @Test
  void it_can_be_off() {
    assertThat(SlowStart.from(Ramp.OFF, T0).room(T0)).isEqualTo(SlowStart.UNLIMITED);
  }

  @Test
  void an_older_time_gets_no_quota_twice() {
    var start = SlowStart.from(Ramp.DEFAULT, T0).leaving(10, T0.plusSeconds(1));
    assertThat(start.room(T0.plusMillis(999))).isZero();
    assertThat(start.nextRoom(T0.plusMillis(999))).isEqualTo(T0.plusSeconds(2));
  }

  @Test
  void a_clock_set_back_by_more_than_its_length_ends_it() {
    var start = SlowStart.from(Ramp.DEFAULT, T0);
    assertThat(start.room(T0.minusMillis(9_999))).isEqualTo(5);
    assertThat(start.room(T0.minusMillis(10_000))).isEqualTo(SlowStart.UNLIMITED);
  }

  @Test
  void a_long_ramp_does_not_overflow() {
    var ramp = new Ramp(5, 2, Duration.ofDays(1));
    assertThat(ramp.quota(28)).isEqualTo(5 << 28);
    assertThat(ramp.quota(29)).isEqualTo(Integer.MAX_VALUE);
    assertThat(ramp.quota(80_000)).isEqualTo(Integer.MAX_VALUE);
    assertThat(new Ramp(5, 1, Duration.ofDays(1)).quota(80_000)).isEqualTo(5);
  }

  @Test
  void a_ramp_lets_something_through_and_gets_no_slower() {
    assertThatThrownBy(() -> new Ramp(0, 2, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Ramp(5, 0, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Ramp(5, 2, Duration.ofMillis(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void in_no_second_of_the_ramp_leave_more_than_its_quota() {
    Law.holds(random -> {
      var ramp = new Ramp(1 + random.nextInt(5), 1 + random.nextInt(3), Duration.ofSeconds(6));
      var start = SlowStart.from(ramp, T0);
      var left = new int[7];
      long millis = 0;
      for (int i = 0; i < 100 && millis < 6_000; i++) {
        Instant asked = T0.plusMillis(Math.max(0, millis - random.nextInt(50)));
        int count = Math.min(start.room(asked), random.nextInt(10));
        start = start.leaving(count, asked);
        left[(int) start.second()] += count;
        millis += random.nextInt(200);
      }
      for (int second = 0; second < 6; second++) {
        assertThat(left[second]).isLessThanOrEqualTo(ramp.quota(second));
      }
    });
  }
}
