package posthorn.bootstrap.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import posthorn.application.port.ClockTrust.Doubt;
import posthorn.application.testing.InMemoryTrustedTime;

/** Both clocks are moved by hand. */
class ClockGuardTest {
  private static final Instant NOON = Instant.parse("2026-11-19T12:00:00Z");
  private static final Duration AN_HOUR = Duration.ofHours(1);

  private final InMemoryTrustedTime trustedTime = new InMemoryTrustedTime();
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 7);
  private Instant wall = NOON;
  private ClockGuard guard = start();
  private ClockWatch watch = watching();

  @BeforeEach
  void firstLook() {
    watch.look();
  }

  @Test
  void time_that_passes_is_believed() {
    pass(Duration.ofDays(400));

    assertThat(guard.doubt()).isEmpty();
  }

  @Test
  void a_clock_that_is_set_is_in_doubt_at_once_and_until_it_is_back() {
    pass(AN_HOUR);
    wall = wall.plus(Duration.ofDays(90));
    Instant noticed = wall;
    assertThat(guard.doubt())
        .contains(new Doubt(Duration.ofDays(90).minus(Duration.ofMinutes(1)), noticed));

    pass(AN_HOUR);
    assertThat(guard.doubt().orElseThrow().since()).as("noticed then").isEqualTo(noticed);

    wall = wall.minus(Duration.ofDays(90));
    assertThat(guard.isTrusted()).isTrue();
  }

  @Test
  void a_clock_that_is_set_back_is_in_doubt_too() {
    pass(AN_HOUR);
    wall = wall.minus(AN_HOUR);

    assertThat(guard.doubt().orElseThrow().difference()).isEqualTo(Duration.ofMinutes(-59));
  }

  @Test
  void small_corrections_are_believed_and_never_add_up() {
    for (int hour = 0; hour < 100; hour++) {
      pass(AN_HOUR.plusNanos(1));
      wall = wall.plusSeconds(50);
      assertThat(guard.isTrusted()).isTrue();
    }
  }

  @Test
  void an_operator_agrees_also_for_the_next_start() {
    wall = wall.plus(Duration.ofDays(90));
    assertThat(guard.isTrusted()).isFalse();

    guard.agree();

    assertThat(guard.isTrusted()).isTrue();
    assertThat(start().isTrusted()).isTrue();
  }

  @Test
  void a_doubt_outlives_a_restart() {
    pass(AN_HOUR);
    watch.look();
    wall = wall.plus(Duration.ofDays(90));
    watch.look();

    guard = start();
    watch = watching();
    watch.look();

    assertThat(guard.isTrusted()).isFalse();
    wall = wall.minus(Duration.ofDays(90));
    assertThat(guard.isTrusted()).isTrue();
  }

  @Test
  void a_downtime_of_a_day_is_believed_and_a_longer_one_is_not() {
    wall = NOON.plus(Duration.ofDays(1));
    assertThat(start().isTrusted()).isTrue();
    wall = wall.plusMillis(1);
    assertThat(start().isTrusted()).isFalse();
  }

  @Test
  void a_start_before_the_last_run_is_not_believed() {
    wall = NOON.minus(AN_HOUR);

    assertThat(start().isTrusted()).isFalse();
  }

  @Test
  void the_first_start_of_all_is_believed() {
    assertThat(new ClockGuard(new InMemoryTrustedTime(), () -> wall, nanos::get).isTrusted())
        .isTrue();
  }

  @Test
  void a_time_that_is_far_off_is_corrected_as_long_as_the_right_one_is_known() {
    pass(AN_HOUR);
    wall = wall.plus(Duration.ofDays(90));
    assertThat(guard.corrected(wall)).isEqualTo(NOON.plus(AN_HOUR));
    assertThat(guard.corrected(NOON.plus(AN_HOUR).plusSeconds(2)))
        .isEqualTo(NOON.plus(AN_HOUR).plusSeconds(2));

    assertThat(start().corrected(wall)).as("after a restart nobody knows").isEqualTo(wall);
  }

  private ClockGuard start() {
    return new ClockGuard(trustedTime, () -> wall, nanos::get);
  }

  private ClockWatch watching() {
    return new ClockWatch(guard, trustedTime, () -> wall);
  }

  private void pass(Duration time) {
    wall = wall.plus(time);
    nanos.addAndGet(time.toNanos());
  }
}
