package posthorn.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import posthorn.domain.id.IdForm;

class MonotonicIdsTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void ids_of_one_millisecond_and_of_a_clock_that_steps_back_still_go_up() {
    // The worst roll: all bits set, so that counting carries over at once.
    var ids = new MonotonicIds(() -> -1L, UnaryOperator.identity());
    var made = new ArrayList<String>();
    for (Instant now : new Instant[] {NOW, NOW, NOW.minusSeconds(9), NOW, NOW.plusMillis(1)}) {
      made.add(ids.next("x_", now));
      made.add(ids.next("x_", now));
    }

    assertThat(made).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void a_clock_that_jumps_ahead_makes_no_ids_of_the_future() {
    var ids = new MonotonicIds(() -> 0L, _ -> NOW.plusSeconds(1));

    assertThat(ids.next("x_", NOW.plus(Duration.ofDays(90))))
        .isLessThan(IdForm.first("x_", NOW.plusSeconds(2)));
  }

  /** It was in the future when the server started; nobody could know. */
  @Test
  void a_clock_that_is_set_back_by_months_is_followed() {
    var ids = new MonotonicIds(() -> 0L, UnaryOperator.identity());
    String _ = ids.next("x_", NOW.plus(Duration.ofDays(90)));

    assertThat(ids.next("x_", NOW)).isLessThan(IdForm.first("x_", NOW.plusMillis(1)));
  }
}
