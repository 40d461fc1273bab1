package posthorn.domain.alert;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import posthorn.domain.alert.AlertChange.Fired;
import posthorn.domain.alert.AlertChange.Resolved;
import posthorn.domain.alert.AlertChange.Unchanged;
import posthorn.domain.alert.AlertState.Firing;
import posthorn.domain.alert.AlertState.Pending;
import posthorn.domain.alert.AlertState.Quiet;
import posthorn.domain.testing.Law;

class AlertStateTest {
  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

  private static AlertRule rule(int hold, int clear) {
    return new AlertRule(
        "queue",
        Severity.CRITICAL,
        Set.of(Audience.OPERATORS),
        new Condition(Metric.QUEUE_DEPTH, Duration.ZERO, Comparison.ABOVE, 10, 0),
        Duration.ofSeconds(hold),
        Duration.ofSeconds(clear));
  }

  private static Instant at(long second) {
    return START.plusSeconds(second);
  }

  private static Observation high(long second) {
    return Observation.of(at(second), 11);
  }

  private static Observation low(long second) {
    return Observation.of(at(second), 10);
  }

  private record Told(AlertState state, List<AlertChange> changes) {}

  private static Told fold(AlertRule rule, AlertState from, List<Observation> seen) {
    AlertState state = from;
    var changes = new ArrayList<AlertChange>();
    for (Observation observation : seen) {
      var step = state.after(rule, observation);
      state = step.next();
      if (!(step.change() instanceof Unchanged)) {
        changes.add(step.change());
      }
    }
    return new Told(state, changes);
  }

  private static Told fold(AlertRule rule, Observation... seen) {
    return fold(rule, new Quiet(), List.of(seen));
  }

  @Test
  void without_a_hold_it_fires_at_once() {
    assertThat(fold(rule(0, 0), high(3)))
        .isEqualTo(new Told(new Firing(at(3), null), List.of(new Fired(at(3), 11))));
  }

  @Test
  void what_is_not_alarming_leaves_it_quiet() {
    assertThat(fold(rule(0, 0), low(0), low(1))).isEqualTo(new Told(new Quiet(), List.of()));
  }

  @Test
  void it_fires_once_the_condition_was_met_for_its_hold() {
    assertThat(fold(rule(60, 0), high(0), high(59)))
        .isEqualTo(new Told(new Pending(at(0)), List.of()));
    assertThat(fold(rule(60, 0), high(0), high(59), high(60)).changes())
        .containsExactly(new Fired(at(60), 11));
  }

  @Test
  void a_break_starts_the_hold_anew() {
    assertThat(fold(rule(60, 0), high(0), low(30), high(31), high(90)))
        .isEqualTo(new Told(new Pending(at(31)), List.of()));
    assertThat(fold(rule(60, 0), high(0), low(30))).isEqualTo(new Told(new Quiet(), List.of()));
    assertThat(fold(rule(60, 0), high(0), low(30), high(31), high(91)).changes())
        .containsExactly(new Fired(at(91), 11));
  }

  @Test
  void it_stays_firing_without_firing_again() {
    assertThat(fold(rule(0, 0), high(0), high(1), high(1000)))
        .isEqualTo(new Told(new Firing(at(0), null), List.of(new Fired(at(0), 11))));
  }

  @Test
  void without_a_clearing_time_it_resolves_at_once() {
    assertThat(fold(rule(0, 0), high(0), low(5)))
        .isEqualTo(
            new Told(new Quiet(), List.of(new Fired(at(0), 11), new Resolved(at(5), at(0), 10))));
  }

  @Test
  void it_resolves_once_the_condition_was_unmet_for_its_clearing_time() {
    assertThat(fold(rule(0, 60), high(0), low(10), low(69)))
        .isEqualTo(new Told(new Firing(at(0), at(10)), List.of(new Fired(at(0), 11))));
    assertThat(fold(rule(0, 60), high(0), low(10), low(69), low(70)).changes())
        .containsExactly(new Fired(at(0), 11), new Resolved(at(70), at(0), 10));
  }

  @Test
  void what_flaps_is_one_alert() {
    var seen = new ArrayList<Observation>();
    for (int second = 0; second < 1000; second += 2) {
      seen.add(high(second));
      seen.add(low(second + 1));
    }
    assertThat(fold(rule(0, 60), new Quiet(), seen).changes())
        .containsExactly(new Fired(at(0), 11));
    assertThat(fold(rule(60, 0), new Quiet(), seen).changes()).isEmpty();
  }

  @Test
  void meeting_the_condition_again_starts_the_clearing_time_anew() {
    assertThat(fold(rule(0, 60), high(0), low(10), high(20)).state())
        .isEqualTo(new Firing(at(0), null));
    assertThat(fold(rule(0, 60), high(0), low(10), high(20), low(30), low(89)).state())
        .isEqualTo(new Firing(at(0), at(30)));
  }

  @Test
  void after_it_resolved_it_may_fire_again() {
    assertThat(fold(rule(0, 0), high(0), low(1), high(2)).changes())
        .containsExactly(
            new Fired(at(0), 11), new Resolved(at(1), at(0), 10), new Fired(at(2), 11));
  }

  @Test
  void too_few_calls_do_not_fire_it_and_resolve_it_in_time() {
    var success = AlertRules.defaults().named("success_rate").orElseThrow();
    assertThat(fold(success, new Observation(at(0), 0, 19)).changes()).isEmpty();
    assertThat(
            fold(
                    success,
                    new Observation(at(0), 0, 20),
                    new Observation(at(10), 0, 19),
                    new Observation(at(310), 0, 0))
                .changes())
        .containsExactly(new Fired(at(0), 0), new Resolved(at(310), at(0), 0));
  }

  @Test
  void a_clock_that_was_set_back_delays_it_no_longer_than_its_own_times() {
    assertThat(fold(rule(60, 0), high(10_000), high(0), high(60)).changes())
        .containsExactly(new Fired(at(60), 11));
    assertThat(fold(rule(0, 60), high(10_000), low(10_001), low(0), low(60)).changes())
        .containsExactly(new Fired(at(10_000), 11), new Resolved(at(60), at(10_000), 10));
  }

  private static List<Observation> observations(Random random) {
    var seen = new ArrayList<Observation>();
    long second = 0;
    for (int i = random.nextInt(60); i > 0; i--) {
      second += random.nextInt(20);
      seen.add(random.nextBoolean() ? high(second) : low(second));
    }
    return seen;
  }

  @Test
  void it_never_fires_twice_without_resolving_and_resolves_only_after_firing() {
    Law.holds(random -> {
      var told =
          fold(rule(random.nextInt(30), random.nextInt(30)), new Quiet(), observations(random));
      boolean firing = false;
      for (AlertChange change : told.changes()) {
        assertThat(change instanceof Fired).isEqualTo(!firing);
        firing = !firing;
      }
      assertThat(told.state() instanceof Firing).isEqualTo(firing);
    });
  }

  @Test
  void two_firings_are_at_least_hold_and_clearing_time_apart() {
    Law.holds(random -> {
      int hold = random.nextInt(30);
      int clear = random.nextInt(30);
      var fired =
          fold(rule(hold, clear), new Quiet(), observations(random)).changes().stream()
              .filter(Fired.class::isInstance)
              .map(change -> ((Fired) change).at())
              .toList();
      for (int i = 1; i < fired.size(); i++) {
        assertThat(Duration.between(fired.get(i - 1), fired.get(i)))
            .isGreaterThanOrEqualTo(Duration.ofSeconds(hold + clear));
      }
    });
  }

  @Test
  void any_split_of_the_observations_comes_to_the_same() {
    Law.holds(random -> {
      var rule = rule(random.nextInt(30), random.nextInt(30));
      var seen = observations(random);
      int cut = random.nextInt(seen.size() + 1);
      var whole = fold(rule, new Quiet(), seen);
      var head = fold(rule, new Quiet(), seen.subList(0, cut));
      var tail = fold(rule, head.state(), seen.subList(cut, seen.size()));
      var changes = new ArrayList<>(head.changes());
      changes.addAll(tail.changes());
      assertThat(new Told(tail.state(), changes)).isEqualTo(whole);
    });
  }

  @Test
  void seeing_the_same_twice_tells_nothing_twice() {
    Law.holds(random -> {
      var rule = rule(random.nextInt(30), random.nextInt(30));
      var seen = observations(random);
      var doubled = new ArrayList<Observation>();
      seen.forEach(observation -> {
        doubled.add(observation);
        doubled.add(observation);
      });
      assertThat(fold(rule, new Quiet(), doubled)).isEqualTo(fold(rule, new Quiet(), seen));
    });
  }
}
