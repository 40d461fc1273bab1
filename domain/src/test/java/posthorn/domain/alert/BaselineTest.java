package posthorn.domain.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import posthorn.domain.alert.AlertChange.Fired;
import posthorn.domain.testing.Law;

class BaselineTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private static Calls percent(int percent) {
    return new Calls(percent, 100 - percent);
  }

  private static Baseline after(Baseline from, int windows, Calls calls) {
    Baseline baseline = from;
    for (Calls window : Collections.nCopies(windows, calls)) {
      baseline = baseline.learned(window);
    }
    return baseline;
  }

  @Test
  void the_first_windows_are_a_plain_mean() {
    assertThat(Baseline.UNKNOWN.learned(percent(90))).isEqualTo(new Baseline(90, 1));
    assertThat(Baseline.UNKNOWN.learned(percent(90)).learned(percent(70)))
        .isEqualTo(new Baseline(80, 2));
    assertThat(Baseline.UNKNOWN.learned(percent(90)).learned(percent(70)).learned(percent(50)))
        .isEqualTo(new Baseline(70, 3));
  }

  @Test
  void later_windows_count_a_twentieth() {
    assertThat(after(Baseline.UNKNOWN, 30, percent(90))).isEqualTo(new Baseline(90, 20));
    assertThat(new Baseline(90, 20).learned(percent(80)).percent()).isEqualTo(89.5, within(1e-9));
    assertThat(new Baseline(90, 19).learned(percent(80))).isEqualTo(new Baseline(89.5, 20));
  }

  @Test
  void a_window_of_fewer_than_20_calls_teaches_nothing() {
    var baseline = new Baseline(90, 5);
    assertThat(baseline.learned(new Calls(0, 19))).isEqualTo(baseline);
    assertThat(baseline.learned(new Calls(0, 20))).isEqualTo(new Baseline(75, 6));
  }

  @Test
  void once_known_a_window_moves_it_by_at_most_twenty_points_worth() {
    assertThat(new Baseline(100, 20).learned(percent(0)).percent()).isEqualTo(99, within(1e-9));
    assertThat(new Baseline(50, 20).learned(percent(100)).percent()).isEqualTo(51, within(1e-9));
    assertThat(new Baseline(96, 11).learned(percent(0)).percent()).isEqualTo(88, within(1e-9));
    assertThat(new Baseline(91, 12).learned(percent(0)).percent())
        .isEqualTo(91 - 20.0 / 13, within(1e-9));
  }

  @Test
  void until_it_is_known_nothing_has_dropped() {
    assertThat(new Baseline(100, 11).dropTo(percent(0), NOW))
        .isEqualTo(new Observation(NOW, 0, 100));
    assertThat(new Baseline(100, 12).dropTo(percent(0), NOW))
        .isEqualTo(new Observation(NOW, 100, 100));
  }

  @Test
  void a_drop_is_told_in_points_and_a_rise_is_none() {
    assertThat(new Baseline(95, 20).dropTo(percent(70), NOW))
        .isEqualTo(new Observation(NOW, 25, 100));
    assertThat(new Baseline(95, 20).dropTo(percent(99), NOW).value()).isEqualTo(0);
    assertThat(new Baseline(95, 20).dropTo(new Calls(0, 0), NOW))
        .isEqualTo(new Observation(NOW, 0, 0));
  }

  @Test
  void seventy_percent_is_alarming_only_where_it_was_better_before() {
    var rule = AlertRules.defaults().named("success_drop").orElseThrow();
    var good = after(Baseline.UNKNOWN, 12, percent(99));
    var poor = after(Baseline.UNKNOWN, 12, percent(75));
    assertThat(new AlertState.Quiet().after(rule, good.dropTo(percent(70), NOW)).change())
        .isEqualTo(new Fired(NOW, 29));
    assertThat(new AlertState.Quiet().after(rule, poor.dropTo(percent(70), NOW)).change())
        .isEqualTo(new AlertChange.Unchanged());
  }

  @Test
  void an_outage_is_not_soon_the_usual_but_a_lasting_change_is() {
    var usual = after(Baseline.UNKNOWN, 20, percent(100));
    assertThat(after(usual, 6, percent(0)).percent()).isEqualTo(94, within(1e-9));
    assertThat(after(usual, 9, percent(70)).dropTo(percent(70), NOW).value()).isGreaterThan(20);
    assertThat(after(usual, 11, percent(70)).dropTo(percent(70), NOW).value()).isLessThan(20);
  }

  @Test
  void a_baseline_is_a_percentage_of_a_known_number_of_windows() {
    for (var wrong : List.of(-0.1, 100.1, Double.NaN)) {
      assertThatThrownBy(() -> new Baseline(wrong, 1)).isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> new Baseline(1, -1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Baseline(1, 21)).isInstanceOf(IllegalArgumentException.class);
    assertThat(new Baseline(0, 20).percent()).isZero();
  }

  @Test
  void calls_are_counted_and_shared() {
    assertThat(new Calls(3, 1).successPercent()).isEqualTo(75);
    assertThat(new Calls(3, 1).total()).isEqualTo(4);
    assertThat(new Calls(0, 0).successPercent()).isEqualTo(100);
    assertThatThrownBy(() -> new Calls(-1, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Calls(0, -1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void it_stays_between_the_worst_and_the_best_it_has_seen() {
    Law.holds(random -> {
      var baseline = Baseline.UNKNOWN;
      int worst = 100;
      int best = 0;
      for (int i = random.nextInt(60); i >= 0; i--) {
        int percent = random.nextInt(101);
        worst = Math.min(worst, percent);
        best = Math.max(best, percent);
        baseline = baseline.learned(percent(percent));
        assertThat(baseline.percent()).isBetween(worst - 1e-9, best + 1e-9);
      }
    });
  }
}
