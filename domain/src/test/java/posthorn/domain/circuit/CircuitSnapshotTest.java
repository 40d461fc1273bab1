package posthorn.domain.circuit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import posthorn.domain.circuit.CircuitEvent.CallFailed;
import posthorn.domain.circuit.CircuitEvent.CallSucceeded;
import posthorn.domain.circuit.CircuitEvent.ForcedClosed;
import posthorn.domain.circuit.CircuitEvent.ForcedOpen;
import posthorn.domain.circuit.CircuitEvent.PermitReturned;
import posthorn.domain.circuit.CircuitEvent.PermitTaken;
import posthorn.domain.circuit.CircuitEvent.Reset;
import posthorn.domain.circuit.Permit.Allowed;
import posthorn.domain.testing.Law;

class CircuitSnapshotTest {
  private static final Instant T0 = Instant.parse("2025-03-01T12:00:00Z");
  private static final CircuitConfig CONFIG =
      new CircuitConfig(true, 50, 3, Duration.ofSeconds(6), Duration.ofSeconds(3), 3, null);

  @Test
  void a_snapshot_is_flat_and_small() {
    var breaker = CircuitBreaker.fresh(CircuitConfig.DEFAULT, T0);
    breaker = CircuitBreakerTest.failed(breaker, 10, T0);
    assertThat(breaker.snapshot())
        .isEqualTo(
            new CircuitSnapshot(
                Phase.OPEN, false, T0, 1, T0.plusSeconds(30), "", "1000;1740830400/0/10"));
    Instant later = T0.plusSeconds(30);
    breaker = breaker.on(new PermitTaken(later)).on(new PermitTaken(later.plusMillis(1)));
    breaker = breaker.on(new CallSucceeded(new Pass(2, 1), later.plusMillis(2)));
    assertThat(breaker.snapshot())
        .isEqualTo(
            new CircuitSnapshot(
                Phase.HALF_OPEN,
                false,
                later,
                2,
                null,
                "2,1,0,2@1740830430001",
                "1000;1740830400/0/10,1740830430/1/0"));
  }

  @Test
  void what_a_person_forced_is_stored_too() {
    var breaker = CircuitBreaker.fresh(CircuitConfig.DEFAULT, T0);
    assertRestored(breaker.on(new ForcedOpen(T0, null)));
    assertRestored(breaker.on(new ForcedOpen(T0, T0.plusSeconds(1))));
    assertRestored(breaker.on(new ForcedClosed(T0, T0.plusSeconds(1))));
  }

  @Test
  void an_open_circuit_without_an_end_is_no_snapshot_of_ours() {
    var snapshot = new CircuitSnapshot(Phase.OPEN, false, T0, 1, null, "", "");
    assertThatThrownBy(() -> CircuitBreaker.restored(CircuitConfig.DEFAULT, snapshot))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void storing_and_restoring_between_any_two_events_changes_nothing() {
    Law.holds(random -> {
      var kept = CircuitBreaker.fresh(CONFIG, T0);
      var stored = kept;
      for (CircuitEvent event : events(random)) {
        kept = kept.on(event);
        stored = stored.on(event);
        if (random.nextInt(3) == 0) {
          stored = CircuitBreaker.restored(CONFIG, stored.snapshot());
        }
        assertThat(stored).isEqualTo(kept);
      }
    });
  }

  @Test
  void in_any_history_no_more_probes_report_than_there_are_places() {
    Law.holds(random -> {
      var breaker = CircuitBreaker.fresh(CONFIG, T0);
      for (CircuitEvent event : events(random)) {
        var next = breaker.on(event);
        if (next.state() instanceof HalfOpen halfOpen) {
          assertThat(halfOpen.settled()).isLessThan(CONFIG.halfOpenMaxCalls());
          assertThat(halfOpen.settled() + halfOpen.out().size())
              .isBetween(0, CONFIG.halfOpenMaxCalls());
        }
        assertThat(next.epoch() - breaker.epoch()).isBetween(0L, 1L);
        if (next.epoch() == breaker.epoch()) {
          assertThat(next.transitionFrom(breaker)).isEmpty();
        }
        breaker = next;
      }
    });
  }

  @Test
  void whatever_the_clock_does_a_circuit_nobody_forced_lets_something_through_in_a_while() {
    Law.holds(random -> {
      var breaker = CircuitBreaker.fresh(CONFIG, T0);
      for (CircuitEvent event : events(random)) {
        breaker = breaker.on(event);
      }
      Instant now = T0.plusMillis(random.nextInt(100_000) - 50_000L);
      if (breaker.forcedOpen()) {
        return;
      }
      Permit after = breaker.permit(now.plus(HalfOpen.PROBE_LEASE.multipliedBy(3)));
      assertThat(after).isInstanceOf(Allowed.class);
    });
  }

  /** Calls, results in and out of order, people's words, and a clock that now and then jumps. */
  private static List<CircuitEvent> events(Random random) {
    var events = new ArrayList<CircuitEvent>();
    Instant now = T0;
    for (int i = 0; i < 100; i++) {
      now = now.plusNanos(random.nextInt(1_500_000_000));
      if (random.nextInt(30) == 0) {
        now = now.minusMillis(random.nextInt(20_000));
      }
      var pass = new Pass(random.nextInt(8), random.nextInt(4));
      events.add(event(random, pass, now));
    }
    return events;
  }

  private static CircuitEvent event(Random random, Pass pass, Instant now) {
    return switch (random.nextInt(40)) {
      case 0 -> new Reset(now);
      case 1 -> new ForcedOpen(now, end(random, now));
      case 2 -> new ForcedClosed(now, end(random, now));
      case 3 -> new PermitReturned(pass, now);
      default ->
          switch (random.nextInt(3)) {
            case 0 -> new PermitTaken(now);
            case 1 -> new CallSucceeded(pass, now);
            default -> new CallFailed(pass, now);
          };
    };
  }

  private static @Nullable Instant end(Random random, Instant now) {
    return random.nextInt(4) == 0 ? null : now.plusNanos(random.nextInt(1_000_000_000) * 4L);
  }

  private static void assertRestored(CircuitBreaker breaker) {
    assertThat(CircuitBreaker.restored(breaker.config(), breaker.snapshot())).isEqualTo(breaker);
  }
}
