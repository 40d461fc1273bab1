package posthorn.domain.circuit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import posthorn.domain.testing.Law;

class CallWindowTest {
  private static final Instant T0 = Instant.parse("2025-03-01T12:00:00Z");
  private static final Duration SIZE = Duration.ofSeconds(60);

  @Test
  void a_call_counts_until_it_is_a_window_old() {
    var window = CallWindow.empty(SIZE).plus(false, T0, SIZE);
    assertThat(window.countsAt(T0, SIZE)).isEqualTo(new CallCounts(0, 1));
    assertThat(window.countsAt(T0.plusMillis(59_999), SIZE)).isEqualTo(new CallCounts(0, 1));
    assertThat(window.countsAt(T0.plusMillis(60_000), SIZE)).isEqualTo(new CallCounts(0, 0));
  }

  @Test
  void a_second_of_calls_is_forgotten_together() {
    var window = CallWindow.empty(SIZE).plus(true, T0.plusMillis(999), SIZE);
    assertThat(window.countsAt(T0.plusMillis(59_999), SIZE).total()).isEqualTo(1);
    assertThat(window.countsAt(T0.plusMillis(60_000), SIZE).total()).isZero();
  }

  @Test
  void calls_are_counted_by_seconds_and_stored_as_text() {
    var window =
        CallWindow.empty(SIZE)
            .plus(true, T0, SIZE)
            .plus(false, T0.plusSeconds(2), SIZE)
            .plus(true, T0.plusMillis(999), SIZE)
            .plus(true, T0.plusSeconds(1), SIZE);
    assertThat(window.text()).isEqualTo("1000;1740830400/2/0,1740830401/1/0,1740830402/0/1");
    assertThat(CallWindow.of(window.text())).isEqualTo(window);
  }

  @Test
  void an_empty_window_is_stored_too() {
    assertThat(CallWindow.empty(SIZE).text()).isEqualTo("1000;");
    assertThat(CallWindow.of("1000;")).isEqualTo(CallWindow.empty(SIZE));
  }

  @Test
  void a_lost_text_is_an_empty_window() {
    assertThat(CallWindow.of("").plus(true, T0, SIZE))
        .isEqualTo(CallWindow.empty(SIZE).plus(true, T0, SIZE));
  }

  @Test
  void another_size_starts_a_new_window() {
    var window = CallWindow.empty(SIZE).plus(true, T0, SIZE);
    Duration half = Duration.ofSeconds(30);
    assertThat(window.countsAt(T0, half).total()).isZero();
    assertThat(window.plus(false, T0, half))
        .isEqualTo(CallWindow.empty(half).plus(false, T0, half));
  }

  @Test
  void a_clock_set_back_keeps_calls_for_at_most_one_window_more() {
    var window = CallWindow.empty(SIZE).plus(true, T0, SIZE);
    assertThat(window.countsAt(T0.minusSeconds(60), SIZE).total()).isEqualTo(1);
    assertThat(window.countsAt(T0.minusMillis(60_001), SIZE).total()).isZero();
  }

  @Test
  void a_window_of_a_millisecond_has_one_part() {
    Duration tiny = Duration.ofMillis(1);
    var window = CallWindow.empty(tiny).plus(true, T0, tiny);
    assertThat(window.width()).isEqualTo(1);
    assertThat(window.countsAt(T0, tiny).total()).isEqualTo(1);
    assertThat(window.countsAt(T0.plusMillis(1), tiny).total()).isZero();
  }

  @Test
  void however_many_calls_the_window_stays_small_and_exact_to_a_sixtieth() {
    Law.holds(random -> {
      Duration size = Duration.ofMillis(1 + random.nextInt(100_000));
      long width = Math.ceilDiv(size.toMillis(), 60);
      var window = CallWindow.empty(size);
      List<Instant> calls = new ArrayList<>();
      Instant now = T0;
      for (int i = 0; i < 200; i++) {
        now = now.plusMillis(random.nextInt((int) size.toMillis() / 20 + 2));
        window = window.plus(random.nextBoolean(), now, size);
        calls.add(now);
      }
      int counted = window.countsAt(now, size).total();
      assertThat(counted).isLessThanOrEqualTo(younger(calls, now, size.toMillis()));
      assertThat(counted).isGreaterThanOrEqualTo(younger(calls, now, size.toMillis() - width));
      assertThat(window.parts()).hasSizeLessThanOrEqualTo(60);
      assertThat(window.text()).hasSizeLessThan(1_200);
      assertThat(CallWindow.of(window.text())).isEqualTo(window);
    });
  }

  private static int younger(List<Instant> calls, Instant now, long millis) {
    return (int) calls.stream().filter(call -> call.isAfter(now.minusMillis(millis))).count();
  }
}
