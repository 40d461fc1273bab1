package posthorn.domain.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import posthorn.domain.deadletter.BatchState.Cancelled;
import posthorn.domain.deadletter.BatchState.Completed;
import posthorn.domain.deadletter.BatchState.Paused;
import posthorn.domain.deadletter.BatchState.Running;
import posthorn.domain.deadletter.BatchState.Scheduled;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.id.IdForm;
import posthorn.domain.tenant.TenantId;

class BatchOperationTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final DeliveryId CEILING = id(100);

  @Test
  void it_waits_for_its_start_and_starts_then() {
    BatchOperation planned = planned(NOW.plusSeconds(60), null);

    assertThat(planned.state()).isEqualTo(new Scheduled(NOW.plusSeconds(60)));
    assertThat(planned.remaining()).isEqualTo(3);
    assertThat(planned.isDue(NOW.plusSeconds(59))).isFalse();
    assertThat(planned.isDue(NOW.plusSeconds(60))).isTrue();
    assertThatThrownBy(() -> planned.started(CEILING, 4, NOW))
        .isInstanceOf(IllegalStateException.class);

    BatchOperation started = planned.started(CEILING, 4, NOW.plusSeconds(61));
    assertThat(started.state()).isEqualTo(new Running());
    assertThat(started.run())
        .isEqualTo(new BatchRun(1, NOW.plusSeconds(61), CEILING, null, 4, 0, 0));
    assertThat(started.version()).isEqualTo(planned.version() + 1);
    assertThat(started.isDue(NOW.plusSeconds(61))).isFalse();
  }

  @Test
  void each_step_counts_and_moves_on() {
    BatchOperation moved = running().advanced(id(7), 2, 1);

    assertThat(moved.run()).isEqualTo(new BatchRun(1, NOW, CEILING, id(7), 4, 2, 1));
    assertThat(moved.remaining()).isEqualTo(1);
    assertThat(moved.skipped()).isZero();
    assertThat(moved.totalReplayed()).isEqualTo(2);
    assertThat(moved.advanced(id(8), 1, 0).totalReplayed()).isEqualTo(3);
    assertThat(moved.version()).isEqualTo(running().version() + 1);
  }

  @Test
  void more_than_were_counted_are_counted() {
    BatchOperation moved = running().advanced(id(7), 4, 1);

    assertThat(moved.run().matched()).isEqualTo(5);
    assertThat(moved.remaining()).isZero();
  }

  @Test
  void at_the_end_it_is_completed_and_what_was_not_there_any_more_was_skipped() {
    BatchOperation ended = running().advanced(id(7), 2, 1).ended(NOW.plusSeconds(9));

    assertThat(ended.state()).isEqualTo(new Completed(NOW.plusSeconds(9)));
    assertThat(ended.state().endedAt()).isEqualTo(NOW.plusSeconds(9));
    assertThat(ended.remaining()).isZero();
    assertThat(ended.skipped()).isEqualTo(1);
    assertThat(ended.isOver()).isTrue();
  }

  @Test
  void what_recurs_starts_again_a_period_after_its_start() {
    Duration hour = Duration.ofHours(1);
    BatchOperation first = planned(NOW, hour).started(CEILING, 4, NOW).advanced(id(7), 3, 0);
    BatchOperation between = first.ended(NOW.plusSeconds(9));

    assertThat(between.state()).isEqualTo(new Scheduled(NOW.plus(hour)));
    assertThat(between.remaining()).isZero();
    assertThat(between.skipped()).isEqualTo(1);
    assertThat(between.paused().skipped()).isEqualTo(1);

    BatchOperation second = between.started(id(200), 5, NOW.plus(hour)).advanced(id(150), 2, 0);
    assertThat(second.run().number()).isEqualTo(2);
    assertThat(second.run().replayed()).isEqualTo(2);
    assertThat(second.remaining()).isEqualTo(3);
    assertThat(second.totalReplayed()).isEqualTo(5);
    // It took so long that it missed two starts.
    assertThat(second.ended(NOW.plus(hour.multipliedBy(3)).plusSeconds(1)).state())
        .isEqualTo(new Scheduled(NOW.plus(hour.multipliedBy(4))));
  }

  @Test
  void a_run_that_ended_before_its_time_by_the_clock_is_followed_by_the_next() {
    Duration hour = Duration.ofHours(1);
    BatchOperation run = planned(NOW, hour).started(CEILING, 0, NOW);

    assertThat(run.ended(NOW.minus(hour.multipliedBy(5))).state())
        .isEqualTo(new Scheduled(NOW.plus(hour)));
  }

  @Test
  void a_pause_keeps_where_it_was() {
    BatchOperation moved = running().advanced(id(7), 2, 0);
    BatchOperation paused = moved.paused();

    assertThat(paused.state()).isEqualTo(new Paused(null));
    assertThat(paused.run()).isEqualTo(moved.run());
    assertThat(paused.remaining()).isEqualTo(2);
    assertThat(paused.isRunning()).isFalse();
    assertThat(paused.paused()).isEqualTo(paused);
    assertThatThrownBy(() -> paused.advanced(id(8), 1, 0))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> paused.ended(NOW)).isInstanceOf(IllegalStateException.class);

    BatchOperation resumed = paused.resumed();
    assertThat(resumed.state()).isEqualTo(new Running());
    assertThat(resumed.run()).isEqualTo(moved.run());
    assertThat(resumed.resumed()).isEqualTo(resumed);
  }

  @Test
  void a_pause_before_the_start_keeps_the_start() {
    BatchOperation paused = planned(NOW.plusSeconds(60), null).paused();

    assertThat(paused.state()).isEqualTo(new Paused(NOW.plusSeconds(60)));
    assertThat(paused.isDue(NOW.plusSeconds(60))).isFalse();
    assertThat(paused.resumed().state()).isEqualTo(new Scheduled(NOW.plusSeconds(60)));
    assertThat(planned(NOW, null).resumed().state()).isEqualTo(new Scheduled(NOW));
  }

  @Test
  void whatever_is_not_over_can_be_cancelled() {
    for (BatchOperation operation : List.of(planned(NOW, null), running(), running().paused())) {
      BatchOperation cancelled = operation.cancelled(NOW.plusSeconds(1));
      assertThat(cancelled.state()).isEqualTo(new Cancelled(NOW.plusSeconds(1)));
      assertThat(cancelled.isOver()).isTrue();
      assertThat(cancelled.cancelled(NOW.plusSeconds(2))).isEqualTo(cancelled);
    }
  }

  @Test
  void what_is_over_stays_as_it_is() {
    BatchOperation completed = running().ended(NOW);
    BatchOperation cancelled = running().cancelled(NOW);

    assertThatThrownBy(() -> completed.cancelled(NOW)).isInstanceOf(IllegalStateException.class);
    for (BatchOperation over : List.of(completed, cancelled)) {
      assertThatThrownBy(over::paused).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(over::resumed).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(() -> over.started(CEILING, 1, NOW))
          .isInstanceOf(IllegalStateException.class);
    }
    assertThat(running().isOver()).isFalse();
  }

  @Test
  void its_states_have_names() {
    assertThat(
            List.of(
                    new Scheduled(NOW),
                    new Running(),
                    new Paused(null),
                    new Completed(NOW),
                    new Cancelled(NOW))
                .stream()
                .map(BatchState::wireName))
        .containsExactly("scheduled", "running", "paused", "completed", "cancelled");
    assertThat(new Running().startAt()).isNull();
    assertThat(new Running().endedAt()).isNull();
    assertThat(new BatchOperationId(IdForm.first("bop_", NOW))).asString().startsWith("bop_");
  }

  @Test
  void a_plan_has_bounds() {
    var unreplayed = filter(false);
    for (int rate : new int[] {0, BatchPlan.MAX_RATE + 1}) {
      assertThatThrownBy(() -> new BatchPlan(unreplayed, rate, null, NOW, null))
          .isInstanceOf(IllegalArgumentException.class);
    }
    for (Duration every :
        List.of(BatchPlan.SHORTEST_PERIOD.minusMillis(1), BatchPlan.LONGEST_PERIOD.plusMillis(1))) {
      assertThatThrownBy(() -> new BatchPlan(unreplayed, 1, null, NOW, every))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(new BatchPlan(unreplayed, BatchPlan.MAX_RATE, null, NOW, BatchPlan.LONGEST_PERIOD))
        .extracting(BatchPlan::includesReplayed)
        .isEqualTo(false);
    assertThat(new BatchPlan(unreplayed, 1, null, NOW, BatchPlan.SHORTEST_PERIOD)).isNotNull();
  }

  @Test
  void only_what_runs_once_may_repeat_what_was_replayed() {
    assertThat(new BatchPlan(filter(null), 1, null, NOW, null).includesReplayed()).isTrue();
    assertThatThrownBy(() -> new BatchPlan(filter(null), 1, null, NOW, Duration.ofDays(1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static BatchOperation running() {
    return planned(NOW, null).started(CEILING, 4, NOW);
  }

  private static BatchOperation planned(Instant startAt, @Nullable Duration every) {
    return BatchOperation.planned(
        new BatchOperationId(IdForm.first(BatchOperationId.PREFIX, NOW)),
        TenantId.DEFAULT,
        new BatchPlan(filter(false), 10, null, startAt, every),
        3,
        NOW);
  }

  private static DeadLetterFilter filter(@Nullable Boolean replayed) {
    return new DeadLetterFilter(
        Set.of(),
        List.of(),
        Set.of(),
        Set.of(),
        new DeadLetterFilter.Details(null, null, null, null, replayed));
  }

  private static DeliveryId id(long low) {
    return new DeliveryId(IdForm.of(DeliveryId.PREFIX, NOW, 0, low));
  }
}
