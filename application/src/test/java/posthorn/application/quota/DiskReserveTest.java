package posthorn.application.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import posthorn.application.port.StoreFullException;
import posthorn.application.testing.TestTime;

class DiskReserveTest {
  private static final Instant NOW = TestTime.START;

  private final AtomicLong free = new AtomicLong(2_000);
  private final AtomicInteger looks = new AtomicInteger();
  private final List<Boolean> changes = new ArrayList<>();
  private final DiskReserve reserve =
      new DiskReserve(
          () -> {
            looks.incrementAndGet();
            return free.get();
          },
          1_000,
          (low, _) -> changes.add(low));

  @Test
  void nothing_new_is_taken_below_the_reserve_and_again_a_tenth_above_it() {
    assertThat(reserve.isLow(NOW)).isFalse();
    free.set(999);
    assertThat(reserve.isLow(NOW.plusSeconds(1))).isTrue();
    assertThatThrownBy(() -> reserve.requireRoom(NOW.plusSeconds(1)))
        .isInstanceOf(StoreFullException.class);
    free.set(1_099);
    assertThat(reserve.isLow(NOW.plusSeconds(2))).isTrue();
    free.set(1_100);
    assertThat(reserve.isLow(NOW.plusSeconds(3))).isFalse();
    assertThat(changes).containsExactly(true, false);
  }

  @Test
  void the_disk_is_looked_at_once_a_second_however_many_ask() {
    for (int i = 0; i < 1_000; i++) {
      reserve.requireRoom(NOW.plusMillis(i));
    }
    assertThat(looks).hasValue(1);
    reserve.requireRoom(NOW.plusSeconds(1));
    assertThat(looks).hasValue(2);
  }

  @Test
  void a_clock_that_is_set_back_does_not_keep_an_old_sight() {
    reserve.requireRoom(NOW);
    free.set(0);
    assertThat(reserve.isLow(NOW.minusSeconds(3_600))).isTrue();
  }
}
