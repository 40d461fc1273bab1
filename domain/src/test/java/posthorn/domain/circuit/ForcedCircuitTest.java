package posthorn.domain.circuit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import posthorn.domain.circuit.CircuitEvent.CallFailed;
import posthorn.domain.circuit.CircuitEvent.ForcedClosed;
import posthorn.domain.circuit.CircuitEvent.ForcedOpen;
import posthorn.domain.circuit.CircuitEvent.Reset;
import posthorn.domain.circuit.Permit.Allowed;
import posthorn.domain.circuit.Permit.Reason;
import posthorn.domain.circuit.Permit.Refused;

class ForcedCircuitTest {
  private static final Instant T0 = Instant.parse("2025-03-01T12:00:00Z");
  private static final Instant HOUR = T0.plusSeconds(3_600);

  private final CircuitBreaker closed = CircuitBreaker.fresh(CircuitConfig.DEFAULT, T0);

  @Test
  void forced_open_for_an_hour_it_refuses_until_then_and_probes_afterwards() {
    var open = closed.on(new ForcedOpen(T0, HOUR.plusNanos(1)));
    assertThat(open.forcedOpen()).isTrue();
    assertThat(open.transitionFrom(closed)).contains(new Transition(Phase.CLOSED, Phase.OPEN, T0));
    assertThat(open.permit(HOUR.minusMillis(1))).isEqualTo(new Refused(HOUR, Reason.FORCED_OPEN));
    assertThat(open.health(T0).nextHalfOpenAt()).isEqualTo(HOUR);
    assertThat(open.health(T0).forcedOpen()).isTrue();
    var probe = (Allowed) open.permit(HOUR);
    assertThat(probe.pass()).isEqualTo(new Pass(2, 1));
    assertThat(probe.next().phase()).isEqualTo(Phase.HALF_OPEN);
    assertThat(probe.next().forcedOpen()).isFalse();
  }

  @Test
  void forced_open_without_an_end_it_waits_for_a_person() {
    var open = closed.on(new ForcedOpen(T0, null));
    assertThat(open.permit(T0.plus(Duration.ofDays(3_650))))
        .isEqualTo(new Refused(null, Reason.FORCED_OPEN));
    assertThat(open.health(T0).nextHalfOpenAt()).isNull();
  }

  @Test
  void one_that_is_not_enabled_can_be_forced_open_and_closes_without_probes() {
    var off = CircuitBreaker.fresh(CircuitBreakerTest.config(false, 3), T0);
    var open = off.on(new ForcedOpen(T0, HOUR));
    assertThat(open.permit(T0)).isInstanceOf(Refused.class);
    assertThat(((Allowed) open.permit(HOUR)).next().phase()).isEqualTo(Phase.CLOSED);
  }

  @Test
  void forcing_open_what_is_open_is_nothing_to_announce() {
    var open = CircuitBreakerTest.opened(CircuitConfig.DEFAULT);
    var forced = open.on(new ForcedOpen(T0, HOUR));
    assertThat(forced.transitionFrom(open)).isEmpty();
    assertThat(forced.permit(T0.plusSeconds(30))).isInstanceOf(Refused.class);
  }

  @Test
  void a_call_from_before_does_not_change_what_a_person_forced() {
    var open = closed.on(new ForcedOpen(T0, null));
    assertThat(open.on(new CallFailed(new Pass(0, 0), T0))).isEqualTo(open);
  }

  @Test
  void forced_closed_it_lets_all_through_and_judges_again() {
    var open = CircuitBreakerTest.opened(CircuitConfig.DEFAULT);
    var forced = open.on(new ForcedClosed(T0, null));
    assertThat(forced.transitionFrom(open)).contains(new Transition(Phase.OPEN, Phase.CLOSED, T0));
    assertThat(forced.health(T0).inWindow().total()).isZero();
    assertThat(failing(forced, 9, T0).phase()).isEqualTo(Phase.CLOSED);
    assertThat(failing(forced, 10, T0).phase()).isEqualTo(Phase.OPEN);
  }

  @Test
  void forced_closed_for_a_while_it_stays_closed_whatever_fails() {
    var forced = closed.on(new ForcedClosed(T0, T0.plusSeconds(10)));
    var failing = failing(forced, 100, T0.plusMillis(9_999));
    assertThat(failing.phase()).isEqualTo(Phase.CLOSED);
    assertThat(failing(failing, 1, T0.plusMillis(10_000)).phase()).isEqualTo(Phase.OPEN);
  }

  @Test
  void a_reset_closes_it_and_forgets_everything() {
    var open = closed.on(new ForcedOpen(T0, null));
    var reset = open.on(new Reset(T0.plusSeconds(1)));
    assertThat(reset.state()).isEqualTo(new CircuitState.Closed(null));
    assertThat(reset.transitionFrom(open))
        .contains(new Transition(Phase.OPEN, Phase.CLOSED, T0.plusSeconds(1)));
    var counted = failing(closed, 9, T0).on(new Reset(T0));
    assertThat(counted.health(T0).inWindow().total()).isZero();
    assertThat(counted.transitionFrom(closed)).isEmpty();
    assertThat(counted.epoch()).isEqualTo(1);
  }

  @Test
  void a_configuration_can_open_it_from_the_start() {
    assertThat(CircuitBreaker.fresh(until(HOUR), T0).permit(T0))
        .isEqualTo(new Refused(HOUR, Reason.FORCED_OPEN));
    assertThat(CircuitBreaker.fresh(until(HOUR), HOUR).phase()).isEqualTo(Phase.CLOSED);
    assertThat(CircuitBreaker.fresh(until(HOUR), HOUR.minusMillis(1)).phase())
        .isEqualTo(Phase.OPEN);
  }

  @Test
  void a_changed_configuration_opens_it_once() {
    var open = closed.under(until(HOUR), T0.plusSeconds(1));
    assertThat(open.transitionFrom(closed))
        .contains(new Transition(Phase.CLOSED, Phase.OPEN, T0.plusSeconds(1)));
    // A person's word is not undone by writing the same configuration again.
    var reset = open.on(new Reset(T0.plusSeconds(2)));
    assertThat(reset.under(until(HOUR), T0.plusSeconds(3))).isEqualTo(reset);
  }

  @Test
  void taking_the_end_out_of_the_configuration_closes_what_it_held_open() {
    var open = closed.under(until(HOUR), T0);
    assertThat(open.under(CircuitConfig.DEFAULT, T0).phase()).isEqualTo(Phase.CLOSED);
    assertThat(open.under(until(HOUR.plusSeconds(1)), T0).permit(HOUR))
        .isEqualTo(new Refused(HOUR.plusSeconds(1), Reason.FORCED_OPEN));
    var byHand = open.on(new ForcedOpen(T0, null));
    assertThat(byHand.under(CircuitConfig.DEFAULT, T0).phase()).isEqualTo(Phase.OPEN);
    var plain = CircuitBreakerTest.opened(CircuitConfig.DEFAULT);
    assertThat(plain.under(until(T0), T0).state()).isEqualTo(plain.state());
  }

  private static CircuitConfig until(@Nullable Instant end) {
    return new CircuitConfig(true, 50, 10, Duration.ofSeconds(60), Duration.ofSeconds(30), 3, end);
  }

  private static CircuitBreaker failing(CircuitBreaker breaker, int times, Instant at) {
    for (int i = 0; i < times; i++) {
      breaker = breaker.on(new CallFailed(new Pass(breaker.epoch(), 0), at));
    }
    return breaker;
  }
}
