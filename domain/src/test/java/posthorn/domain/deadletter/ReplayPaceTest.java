package posthorn.domain.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import posthorn.domain.testing.Law;

class ReplayPaceTest {
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");

  /** How long those spans are over which the rate is held. */
  private static final Duration SPAN = Duration.ofMillis(2_500);

  @Test
  void nothing_is_due_at_the_start() {
    var pace = ReplayPace.from(500, T0);

    assertThat(pace.due(T0)).isZero();
    assertThat(pace.due(T0.plusMillis(2))).isEqualTo(1);
    assertThat(pace.due(T0.plusMillis(50))).isEqualTo(25);
  }

  @Test
  void after_a_pause_there_is_no_burst() {
    var pace = ReplayPace.from(500, T0);

    assertThat(pace.due(T0.plus(Duration.ofDays(1)))).isEqualTo(125);
    assertThat(ReplayPace.from(1, T0).due(T0.plus(Duration.ofDays(1)))).isEqualTo(2);
  }

  @Test
  void it_says_when_to_look_again() {
    assertThat(ReplayPace.from(500, T0).next(T0)).isEqualTo(T0.plusMillis(50));
    assertThat(ReplayPace.from(10, T0).next(T0)).isEqualTo(T0.plusMillis(100));
    var replayed = ReplayPace.from(10, T0).after(1, T0.plusMillis(100));
    assertThat(replayed.due(T0.plusMillis(199))).isZero();
    assertThat(replayed.next(T0.plusMillis(100))).isEqualTo(T0.plusMillis(200));
  }

  /** However late each look comes, as long as it is not later than the slack. */
  @Test
  void the_rate_holds_within_a_tenth_over_every_few_seconds() {
    Law.holds(random -> {
      int rate = 20 + random.nextInt(BatchPlan.MAX_RATE - 20);
      List<Instant> replays = replays(rate, Duration.ofSeconds(10), random);

      assertThat(replays.size()).isBetween(9 * rate, 10 * rate + 1);
      for (Instant start = T0; start.isBefore(T0.plusSeconds(7)); start = start.plusMillis(331)) {
        Instant from = start;
        long count =
            replays.stream()
                .filter(at -> !at.isBefore(from) && at.isBefore(from.plus(SPAN)))
                .count();
        double wanted = rate * SPAN.toMillis() / 1000.0;
        // A look may fall on this side of the edge or the other.
        assertThat((double) count).isBetween(0.9 * wanted - 2, 1.1 * wanted + 2);
      }
    });
  }

  private static List<Instant> replays(int rate, Duration length, Random random) {
    var replays = new ArrayList<Instant>();
    var pace = ReplayPace.from(rate, T0);
    for (Instant now = T0; now.isBefore(T0.plus(length)); ) {
      int due = pace.due(now);
      for (int i = 0; i < due; i++) {
        replays.add(now);
      }
      pace = pace.after(due, now);
      now = pace.next(now).plusMillis(random.nextInt(20));
      if (random.nextInt(20) == 0) {
        // Held up, now and then.
        now = now.plusMillis(random.nextInt(130));
      }
    }
    return replays;
  }
}
