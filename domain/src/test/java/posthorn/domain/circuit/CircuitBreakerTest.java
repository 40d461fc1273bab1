package posthorn.domain.circuit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import posthorn.domain.circuit.CircuitEvent.CallFailed;
import posthorn.domain.circuit.CircuitEvent.CallSucceeded;
import posthorn.domain.circuit.CircuitEvent.PermitReturned;
import posthorn.domain.circuit.CircuitEvent.PermitTaken;
import posthorn.domain.circuit.Permit.Allowed;
import posthorn.domain.circuit.Permit.Reason;
import posthorn.domain.circuit.Permit.Refused;

class CircuitBreakerTest {
  static final Instant T0 = Instant.parse("2025-03-01T12:00:00Z");
  private static final Pass FIRST = new Pass(0, 0);

  @Test
  void a_closed_circuit_lets_everything_through_and_a_permit_changes_nothing() {
    var breaker = CircuitBreaker.fresh(CircuitConfig.DEFAULT, T0);
    assertThat(breaker.phase()).isEqualTo(Phase.CLOSED);
    assertThat(breaker.permit(T0)).isEqualTo(new Allowed(FIRST, breaker));
    assertThat(breaker.on(new PermitTaken(T0))).isEqualTo(breaker);
    assertThat(FIRST.isProbe()).isFalse();
  }

  @Test
  void nine_failures_leave_it_closed_and_the_tenth_opens_it() {
    var nine = failed(CircuitBreaker.fresh(CircuitConfig.DEFAULT, T0), 9, T0);
    assertThat(nine.phase()).isEqualTo(Phase.CLOSED);
    var ten = nine.on(new CallFailed(FIRST, T0.plusSeconds(1)));
    assertThat(ten.state()).isEqualTo(new CircuitState.Open(T0.plusSeconds(31)));
    assertThat(ten.transitionFrom(nine))
        .contains(new Transition(Phase.CLOSED, Phase.OPEN, T0.plusSeconds(1)));
  }

  @Test
  void half_of_the_calls_failing_opens_it_and_less_does_not() {
    var five = failed(succeeded(CircuitBreaker.fresh(CircuitConfig.DEFAULT, T0), 5, T0), 5, T0);
    assertThat(five.phase()).isEqualTo(Phase.OPEN);
    var fewer = failed(succeeded(CircuitBreaker.fresh(CircuitConfig.DEFAULT, T0), 6, T0), 5, T0);
    assertThat(fewer.phase()).isEqualTo(Phase.CLOSED);
    assertThat(failed(fewer, 1, T0).phase()).isEqualTo(Phase.OPEN);
  }

  @Test
  void the_tenth_call_is_judged_also_when_it_went_well() {
    var nine = failed(CircuitBreaker.fresh(CircuitConfig.DEFAULT, T0), 9, T0);
    assertThat(nine.on(new CallSucceeded(FIRST, T0)).phase()).isEqualTo(Phase.OPEN);
  }

  @Test
  void failures_older_than_the_window_do_not_count() {
    var nine = failed(CircuitBreaker.fresh(CircuitConfig.DEFAULT, T0), 9, T0);
    assertThat(failed(nine, 1, T0.plusMillis(59_999)).phase()).isEqualTo(Phase.OPEN);
    assertThat(failed(nine, 1, T0.plusMillis(60_000)).phase()).isEqualTo(Phase.CLOSED);
  }

  @Test
  void nothing_leaves_while_it_is_open() {
    var open = opened(CircuitConfig.DEFAULT);
    assertThat(open.permit(T0)).isEqualTo(refusedOpen(30_000));
    assertThat(open.permit(T0.plusMillis(29_999))).isEqualTo(refusedOpen(30_000));
    assertThat(open.on(new PermitTaken(T0.plusMillis(29_999)))).isEqualTo(open);
  }

  @Test
  void after_thirty_seconds_it_is_half_open_and_lets_three_probes_through() {
    var open = opened(CircuitConfig.DEFAULT);
    Instant later = T0.plusMillis(30_000);
    var one = (Allowed) open.permit(later);
    assertThat(one.pass()).isEqualTo(new Pass(2, 1));
    assertThat(one.pass().isProbe()).isTrue();
    assertThat(one.next().transitionFrom(open))
        .contains(new Transition(Phase.OPEN, Phase.HALF_OPEN, later));
    var two = (Allowed) one.next().permit(later.plusMillis(1));
    assertThat(two.pass()).isEqualTo(new Pass(2, 2));
    assertThat(two.next().transitionFrom(one.next())).isEmpty();
    var three = (Allowed) two.next().permit(later.plusMillis(2));
    assertThat(three.pass()).isEqualTo(new Pass(2, 3));
    assertThat(three.next().permit(later.plusMillis(3)))
        .isEqualTo(new Refused(later.plusSeconds(60), Reason.PROBES_OUT));
  }

  @Test
  void two_callers_of_one_value_get_the_same_probe_so_only_one_can_keep_it() {
    var open = opened(CircuitConfig.DEFAULT);
    Instant later = T0.plusSeconds(30);
    assertThat(open.permit(later)).isEqualTo(open.permit(later));
  }

  @Test
  void half_open_with_two_of_three_good_closes_it_and_forgets_the_window() {
    var probing = probing(3);
    var two = succeededProbe(failedProbe(probing, 1), 2);
    assertThat(two.phase()).isEqualTo(Phase.HALF_OPEN);
    var closed = succeededProbe(two, 3);
    assertThat(closed.state()).isEqualTo(new CircuitState.Closed(null));
    assertThat(closed.transitionFrom(two))
        .contains(new Transition(Phase.HALF_OPEN, Phase.CLOSED, T0.plusSeconds(31)));
    assertThat(closed.health(T0.plusSeconds(31)).inWindow().total()).isZero();
    assertThat(closed.epoch()).isEqualTo(3);
  }

  @Test
  void half_open_with_one_of_three_good_opens_it_again() {
    var two = failedProbe(succeededProbe(probing(3), 1), 2);
    var open = failedProbe(two, 3);
    assertThat(open.state()).isEqualTo(new CircuitState.Open(T0.plusSeconds(61)));
    assertThat(open.transitionFrom(two))
        .contains(new Transition(Phase.HALF_OPEN, Phase.OPEN, T0.plusSeconds(31)));
    assertThat(open.permit(T0.plusSeconds(60))).isInstanceOf(Refused.class);
    assertThat(open.permit(T0.plusSeconds(61))).isInstanceOf(Allowed.class);
  }

  @Test
  void half_of_the_probes_good_is_enough() {
    var config = config(true, 2);
    var probing = taken(taken(opened(config)));
    assertThat(succeededProbe(failedProbe(probing, 1), 2).phase()).isEqualTo(Phase.CLOSED);
  }

  @Test
  void a_reported_probe_frees_no_place_for_a_fourth() {
    var reported = succeededProbe(probing(3), 1);
    assertThat(reported.permit(T0.plusSeconds(32))).isInstanceOf(Refused.class);
    var early = succeededProbe(probing(1), 1);
    var rest = taken(taken(early));
    assertThat(rest.permit(T0.plusSeconds(32))).isInstanceOf(Refused.class);
  }

  @Test
  void a_probe_that_was_never_made_gives_its_place_back() {
    var full = probing(3);
    var returned = full.on(new PermitReturned(new Pass(2, 2), T0.plusSeconds(31)));
    assertThat(((Allowed) returned.permit(T0.plusSeconds(31))).pass()).isEqualTo(new Pass(2, 4));
    assertThat(full.on(new PermitReturned(new Pass(1, 2), T0))).isEqualTo(full);
    var closed = CircuitBreaker.fresh(CircuitConfig.DEFAULT, T0);
    assertThat(closed.on(new PermitReturned(FIRST, T0))).isEqualTo(closed);
  }

  @Test
  void a_probe_whose_worker_crashed_blocks_for_a_minute_and_not_for_ever() {
    var waiting = succeededProbe(succeededProbe(probing(3), 1), 2);
    assertThat(waiting.permit(T0.plusMillis(89_999))).isInstanceOf(Refused.class);
    var again = (Allowed) waiting.permit(T0.plusMillis(90_000));
    assertThat(again.pass()).isEqualTo(new Pass(2, 4));
    // What the lost one still says is not heard; its successor decides.
    assertThat(failedProbe(again.next(), 3)).isEqualTo(again.next());
    assertThat(succeededProbe(again.next(), 4).phase()).isEqualTo(Phase.CLOSED);
  }

  @Test
  void a_slow_probe_is_heard_while_nobody_took_its_place() {
    var waiting = succeededProbe(succeededProbe(probing(3), 1), 2);
    var heard = waiting.on(new CallFailed(new Pass(2, 3), T0.plusSeconds(900)));
    assertThat(heard.phase()).isEqualTo(Phase.CLOSED);
  }

  @Test
  void a_free_place_is_given_out_before_a_lost_one_is_taken_away() {
    var one = probing(1);
    var two = (Allowed) one.permit(T0.plusSeconds(900));
    assertThat(((HalfOpen) two.next().state()).out()).hasSize(2);
  }

  @Test
  void a_probe_reports_once() {
    var once = succeededProbe(probing(3), 1);
    assertThat(succeededProbe(once, 1)).isEqualTo(once);
    assertThat(failedProbe(once, 1)).isEqualTo(once);
  }

  @Test
  void a_call_from_before_it_opened_is_no_probe() {
    var probing = probing(3);
    assertThat(probing.on(new CallSucceeded(FIRST, T0.plusSeconds(31)))).isEqualTo(probing);
    assertThat(probing.on(new CallFailed(FIRST, T0.plusSeconds(31)))).isEqualTo(probing);
    var open = opened(CircuitConfig.DEFAULT);
    assertThat(open.on(new CallFailed(FIRST, T0.plusSeconds(1)))).isEqualTo(open);
    assertThat(open.on(new CallSucceeded(FIRST, T0.plusSeconds(1)))).isEqualTo(open);
  }

  @Test
  void a_call_from_before_it_closed_is_not_held_against_it() {
    var closed = succeededProbe(succeededProbe(succeededProbe(probing(3), 1), 2), 3);
    assertThat(failed(closed, 50, T0.plusSeconds(32))).isEqualTo(closed);
    var current = ((Allowed) closed.permit(T0.plusSeconds(32))).pass();
    assertThat(current).isEqualTo(new Pass(3, 0));
    var ten = closed;
    for (int i = 0; i < 10; i++) {
      assertThat(ten.phase()).isEqualTo(Phase.CLOSED);
      ten = ten.on(new CallFailed(current, T0.plusSeconds(32)));
    }
    assertThat(ten.phase()).isEqualTo(Phase.OPEN);
  }

  @Test
  void a_clock_set_back_does_not_keep_it_open() {
    var open = opened(CircuitConfig.DEFAULT);
    assertThat(open.permit(T0.minusSeconds(30))).isInstanceOf(Refused.class);
    assertThat(open.permit(T0.minusMillis(30_001))).isInstanceOf(Allowed.class);
    var full = probing(3);
    assertThat(full.permit(T0.minusMillis(29_999))).isInstanceOf(Refused.class);
    assertThat(full.permit(T0.minusMillis(30_000))).isInstanceOf(Allowed.class);
  }

  @Test
  void one_that_is_not_enabled_never_opens_by_itself() {
    var off = failed(CircuitBreaker.fresh(config(false, 3), T0), 100, T0);
    assertThat(off.phase()).isEqualTo(Phase.CLOSED);
    assertThat(off.health(T0).inWindow()).isEqualTo(new CallCounts(0, 100));
  }

  @Test
  void one_that_is_disabled_while_open_closes_with_the_next_permit() {
    var open = opened(CircuitConfig.DEFAULT).under(config(false, 3), T0);
    var allowed = (Allowed) open.permit(T0.plusSeconds(1));
    assertThat(allowed.pass()).isEqualTo(new Pass(2, 0));
    assertThat(allowed.next().transitionFrom(open))
        .contains(new Transition(Phase.OPEN, Phase.CLOSED, T0.plusSeconds(1)));
    var probing = probing(3).under(config(false, 3), T0);
    assertThat(((Allowed) probing.permit(T0.plusSeconds(31))).next().phase())
        .isEqualTo(Phase.CLOSED);
  }

  @Test
  void fewer_places_for_probes_never_leave_it_without_one() {
    var two = succeededProbe(succeededProbe(taken(probing(1)), 1), 2).under(config(true, 1), T0);
    var probe = (Allowed) two.permit(T0.plusSeconds(31));
    assertThat(succeededProbe(probe.next(), 3).phase()).isEqualTo(Phase.CLOSED);
  }

  @Test
  void who_is_refused_a_probe_is_told_when_to_come_back() {
    // Two lost, one still out, and by now there is only one place.
    var two = probing(2);
    var three = ((Allowed) two.permit(T0.plusSeconds(85))).next().under(config(true, 1), T0);
    assertThat(three.permit(T0.plusSeconds(95)))
        .isEqualTo(new Refused(T0.plusSeconds(145), Reason.PROBES_OUT));
  }

  @Test
  void the_api_shows_what_it_counted_and_why_it_opened() {
    var closed = failed(succeeded(CircuitBreaker.fresh(CircuitConfig.DEFAULT, T0), 1, T0), 4, T0);
    assertThat(closed.health(T0.plusNanos(10_999_999)))
        .isEqualTo(
            new CircuitHealth(
                Phase.CLOSED,
                false,
                new CallCounts(1, 4),
                T0.plusMillis(10).minusSeconds(60),
                T0,
                null,
                0,
                0));
    var open = failed(closed, 5, T0.plusSeconds(1));
    assertThat(open.health(T0.plusSeconds(500)))
        .isEqualTo(
            new CircuitHealth(
                Phase.OPEN,
                false,
                new CallCounts(1, 9),
                T0.minusSeconds(59),
                T0.plusSeconds(1),
                T0.plusSeconds(31),
                0,
                0));
    assertThat(open.health(T0).inWindow().errorPercentage()).isEqualTo(90.0);
  }

  @Test
  void the_api_shows_the_probes_that_left_and_those_that_went_well() {
    var health = succeededProbe(failedProbe(probing(3), 1), 2).health(T0.plusSeconds(40));
    assertThat(health.phase()).isEqualTo(Phase.HALF_OPEN);
    assertThat(health.halfOpenAttempts()).isEqualTo(3);
    assertThat(health.halfOpenSuccesses()).isEqualTo(1);
    assertThat(health.nextHalfOpenAt()).isNull();
    assertThat(health.inWindow()).isEqualTo(new CallCounts(1, 11));
  }

  @Test
  void no_calls_are_no_errors() {
    assertThat(CallCounts.NONE.errorPercentage()).isZero();
  }

  @Test
  void names_are_those_of_the_api() {
    assertThat(Phase.values())
        .extracting(Phase::wireName)
        .containsExactly("closed", "open", "half_open");
    assertThat(Reason.values())
        .extracting(Reason::wireName)
        .containsExactly("circuit_open", "manually_forced_open", "half_open_probe_limit_reached");
  }

  @Test
  void nothing_changed_is_nothing_to_announce() {
    var breaker = CircuitBreaker.fresh(CircuitConfig.DEFAULT, T0);
    assertThat(failed(breaker, 1, T0).transitionFrom(breaker)).isEqualTo(Optional.empty());
  }

  static CircuitConfig config(boolean enabled, int probes) {
    return new CircuitConfig(
        enabled, 50, 10, Duration.ofSeconds(60), Duration.ofSeconds(30), probes, null);
  }

  static CircuitBreaker opened(CircuitConfig config) {
    return failed(CircuitBreaker.fresh(config, T0), 10, T0);
  }

  /** Half-open since 30 s after T0, with so many probes out. */
  private static CircuitBreaker probing(int probes) {
    var breaker = opened(CircuitConfig.DEFAULT);
    for (int i = 0; i < probes; i++) {
      breaker = taken(breaker);
    }
    return breaker;
  }

  private static CircuitBreaker taken(CircuitBreaker breaker) {
    return breaker.on(new PermitTaken(T0.plusSeconds(30)));
  }

  private static CircuitBreaker succeededProbe(CircuitBreaker breaker, int number) {
    return breaker.on(new CallSucceeded(new Pass(2, number), T0.plusSeconds(31)));
  }

  private static CircuitBreaker failedProbe(CircuitBreaker breaker, int number) {
    return breaker.on(new CallFailed(new Pass(2, number), T0.plusSeconds(31)));
  }

  static CircuitBreaker failed(CircuitBreaker breaker, int times, Instant at) {
    for (int i = 0; i < times; i++) {
      breaker = breaker.on(new CallFailed(FIRST, at));
    }
    return breaker;
  }

  private static CircuitBreaker succeeded(CircuitBreaker breaker, int times, Instant at) {
    for (int i = 0; i < times; i++) {
      breaker = breaker.on(new CallSucceeded(FIRST, at));
    }
    return breaker;
  }

  private static Refused refusedOpen(long millis) {
    return new Refused(T0.plusMillis(millis), Reason.CIRCUIT_OPEN);
  }
}
