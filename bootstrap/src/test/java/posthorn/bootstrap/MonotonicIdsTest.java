package posthorn.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class MonotonicIdsTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void ids_of_one_millisecond_and_of_a_clock_that_steps_back_still_go_up() {
    // The worst roll: all bits set, so that counting carries over at once.
    var ids = new MonotonicIds(() -> -1L);
    var made = new ArrayList<String>();
    for (Instant now : new Instant[] {NOW, NOW, NOW.minusSeconds(9), NOW, NOW.plusMillis(1)}) {
      made.add(ids.next("x_", now));
      made.add(ids.next("x_", now));
    }

    assertThat(made).isSorted().doesNotHaveDuplicates();
  }
}
