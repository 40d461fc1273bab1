package posthorn.application.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DeskTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final int PLACES = 5;
  private static final int PACE = 100;

  private final Desk desk = new Desk(new Pool(256), PLACES, 0, START);

  @BeforeEach
  void aSecondInWhichManyEnded() {
    desk.hold(PACE);
    for (int i = 0; i < PACE; i++) {
      desk.ended(START.plusMillis(500));
    }
  }

  @Test
  void as_many_may_wait_as_ended_in_the_last_second() {
    assertThat(desk.room(START.plusMillis(1_000))).isEqualTo(PLACES + PACE);
  }

  @Test
  void one_that_is_told_late_does_not_have_the_pace_forgotten() {
    assertThat(desk.room(START.plusMillis(1_000))).isEqualTo(PLACES + PACE);
    desk.hold(1);

    desk.ended(START.plusMillis(990));

    assertThat(desk.room(START.plusMillis(1_001))).isEqualTo(PLACES + PACE);
  }

  @Test
  void after_a_clock_went_back_the_pace_is_learned_anew() {
    assertThat(desk.room(START.minusSeconds(60))).isEqualTo(PLACES + PACE);

    assertThat(desk.room(START.minusSeconds(59))).isEqualTo(PLACES);
  }
}
