package posthorn.application.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import posthorn.application.port.BatchOperations.Step;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.port.DueDeliveries.Waiting;
import posthorn.application.port.Page;
import posthorn.domain.deadletter.BatchOperation;
import posthorn.domain.deadletter.BatchOperationId;
import posthorn.domain.deadletter.BatchPlan;
import posthorn.domain.deadletter.DeadLetterFilter;
import posthorn.domain.deadletter.DeadLetterFilter.Details;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.event.Priority;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.retry.FailureCategory;
import posthorn.domain.tenant.TenantId;

/** What every store does with bulk replays. */
public abstract class BatchOperationsContract extends DeadLettersFixture {
  private static final TenantId OTHER = new TenantId("other");

  @Test
  void all_of_it_is_kept_in_every_state() {
    var filter =
        new DeadLetterFilter(
            Set.of(webhook.id(), samples.webhook(DEFAULT, "*").id()),
            List.of(new EventTypePattern("order.*"), new EventTypePattern("user.created")),
            Set.of(FailureCategory.TIMEOUT, FailureCategory.DNS),
            Set.of(DeadReason.EXPIRED, DeadReason.SSL_LIMIT),
            new Details("a session", "50% of it", NOW, LATER, false));
    BatchOperation planned =
        planned(new BatchPlan(filter, 500, Priority.LOW, LATER, Duration.ofDays(1)));
    operations.add(planned);
    assertThat(find(planned)).contains(planned);

    BatchOperation started = planned.started(newId(LATER), 7, LATER);
    BatchOperation moved = started.advanced(newId(NOW), 3, 1);
    BatchOperation before = planned;
    for (BatchOperation next :
        List.of(
            planned.paused(),
            started,
            moved,
            moved.paused(),
            moved.ended(LATER.plusSeconds(5)),
            moved.cancelled(LATER))) {
      assertThat(operations.replaceIfUnchanged(before, next)).isTrue();
      assertThat(find(next)).contains(next);
      before = next;
    }
  }

  @Test
  void what_is_left_out_of_a_plan_is_kept_so() {
    BatchOperation once = planned(new BatchPlan(DeadLetterFilter.ANY, 1, null, LATER, null));
    operations.add(once);

    assertThat(find(once)).contains(once);
    BatchOperation completed = once.started(newId(LATER), 0, LATER).ended(LATER);
    assertThat(operations.replaceIfUnchanged(once, completed)).isTrue();
    assertThat(find(completed)).contains(completed);
  }

  @Test
  void another_tenant_does_not_find_it() {
    BatchOperation operation = running();

    assertThat(operations.find(OTHER, operation.id())).isEmpty();
    assertThat(operations.page(OTHER, null, 5)).isEqualTo(Page.empty());
    assertThat(operations.unfinished(OTHER)).isZero();
  }

  @Test
  void they_are_listed_newest_first() {
    BatchOperation first = running();
    BatchOperation second = running();
    BatchOperation third = running();

    assertThat(operations.page(DEFAULT, null, 2))
        .isEqualTo(new Page<>(List.of(third, second), second.id(), 0));
    assertThat(operations.page(DEFAULT, second.id(), 2))
        .isEqualTo(new Page<>(List.of(first), null, 0));
  }

  @Test
  void those_that_have_something_to_do_are_active() {
    BatchOperation running = running();
    BatchOperation scheduled = planned(new BatchPlan(UNREPLAYED, 1, null, LATER, null));
    operations.add(scheduled);
    BatchOperation paused = running();
    assertThat(operations.replaceIfUnchanged(paused, paused.paused())).isTrue();
    BatchOperation cancelled = running();
    assertThat(operations.replaceIfUnchanged(cancelled, cancelled.cancelled(LATER))).isTrue();

    assertThat(operations.active()).containsExactly(scheduled, running);
    assertThat(operations.unfinished(DEFAULT)).isEqualTo(3);
  }

  @Test
  void one_that_has_changed_meanwhile_is_not_replaced() {
    BatchOperation seen = running();
    assertThat(operations.replaceIfUnchanged(seen, seen.paused())).isTrue();

    assertThat(operations.replaceIfUnchanged(seen, seen.cancelled(LATER))).isFalse();
    assertThat(find(seen)).contains(seen.paused());
  }

  @Test
  void a_step_makes_the_replays_and_moves_on() {
    Delivery first = dead();
    Delivery second = dead();
    BatchOperation seen = running();
    Delivery replay = replayOf(first);

    Optional<BatchOperation> moved =
        operations.stepIfUnchanged(seen, step(second.id(), 1, false, replay), LATER);

    assertThat(moved).contains(seen.advanced(second.id(), 1, 1));
    assertThat(find(seen)).isEqualTo(moved);
    assertThat(replays()).containsExactly(replay);
    assertThat(find(first)).isEqualTo(first);
    assertThat(letters.count(DEFAULT, UNREPLAYED, LATER)).isEqualTo(1);
    assertThat(due.waiting()).contains(new Waiting(DEFAULT, webhook.id(), LATER));
  }

  @Test
  void the_last_step_ends_the_run() {
    Delivery delivery = dead();
    BatchOperation seen = running();

    assertThat(
            operations.stepIfUnchanged(
                seen, step(delivery.id(), 0, true, replayOf(delivery)), LATER))
        .contains(seen.advanced(delivery.id(), 1, 0).ended(LATER));
    BatchOperation empty = running();
    assertThat(operations.stepIfUnchanged(empty, new Step(null, List.of(), 0, true), LATER))
        .contains(empty.ended(LATER));
    assertThat(operations.active()).isEmpty();
  }

  @Test
  void a_step_from_an_outdated_sight_writes_nothing() {
    Delivery delivery = dead();
    BatchOperation seen = running();
    assertThat(operations.replaceIfUnchanged(seen, seen.paused())).isTrue();

    assertThat(
            operations.stepIfUnchanged(
                seen, step(delivery.id(), 0, false, replayOf(delivery)), LATER))
        .isEmpty();

    assertThat(replays()).isEmpty();
    assertThat(find(seen)).contains(seen.paused());
    assertThat(letters.count(DEFAULT, UNREPLAYED, LATER)).isEqualTo(1);
  }

  @Test
  void a_step_that_is_taken_twice_is_taken_once() {
    Delivery delivery = dead();
    BatchOperation seen = running();
    Step step = step(delivery.id(), 0, false, replayOf(delivery));
    assertThat(operations.stepIfUnchanged(seen, step, LATER)).isPresent();

    Step again = step(delivery.id(), 0, false, replayOf(delivery));
    assertThat(operations.stepIfUnchanged(seen, again, LATER)).isEmpty();
    assertThat(replays()).hasSize(1);
  }

  @Test
  void what_is_no_dead_letter_any_more_is_not_replayed() {
    Delivery restarted = dead();
    Delivery replayed = dead();
    Delivery dead = dead();
    BatchOperation seen = running();
    assertThat(deliveries.restartIfAtRest(restarted.restarted(LATER))).isTrue();
    Delivery byHand = replayOf(replayed);
    assertThat(deliveries.addIfEventRemains(byHand)).isTrue();
    Delivery replay = replayOf(dead);

    Step step = step(dead.id(), 0, true, replayOf(restarted), replayOf(replayed), replay);
    Optional<BatchOperation> moved = operations.stepIfUnchanged(seen, step, LATER);

    assertThat(moved).contains(seen.advanced(dead.id(), 1, 0).ended(LATER));
    assertThat(moved.orElseThrow().skipped()).isEqualTo(2);
    assertThat(replays()).containsExactly(replay, byHand);
  }

  @Test
  void what_has_died_anew_since_the_start_is_not_replayed() {
    Delivery delivery = dead();
    BatchOperation seen = running();
    Delivery restarted = delivery.restarted(LATER);
    assertThat(deliveries.restartIfAtRest(restarted)).isTrue();
    Instant later = LATER.plusMillis(1);
    giveUp(restarted, webhook, 500, DeadReason.ATTEMPTS_EXHAUSTED, later);

    operations.stepIfUnchanged(seen, step(delivery.id(), 0, true, replayOf(delivery)), later);

    assertThat(replays()).isEmpty();
  }

  @Test
  void where_the_plan_says_so_what_was_replayed_is_replayed_again() {
    Delivery delivery = dead();
    assertThat(deliveries.addIfEventRemains(replayOf(delivery))).isTrue();
    BatchOperation seen = running(new BatchPlan(DeadLetterFilter.ANY, 10, null, LATER, null));

    assertThat(
            operations.stepIfUnchanged(
                seen, step(delivery.id(), 0, true, replayOf(delivery)), LATER))
        .contains(seen.advanced(delivery.id(), 1, 0).ended(LATER));
    assertThat(replays()).hasSize(2);
  }

  @Test
  void those_that_were_over_long_ago_are_forgotten() {
    BatchOperation running = running();
    BatchOperation old = running();
    assertThat(operations.replaceIfUnchanged(old, old.cancelled(LATER))).isTrue();

    operations.removeOver(OTHER, LATER.plusMillis(1));
    operations.removeOver(DEFAULT, LATER);
    assertThat(find(old)).isPresent();
    operations.removeOver(DEFAULT, LATER.plusMillis(1));
    assertThat(find(old)).isEmpty();
    assertThat(find(running)).contains(running);
  }

  private BatchOperation planned(BatchPlan plan) {
    var id = new BatchOperationId(ids.next(BatchOperationId.PREFIX, NOW));
    return BatchOperation.planned(id, DEFAULT, plan, 9, NOW);
  }

  private Optional<BatchOperation> find(BatchOperation operation) {
    return operations.find(DEFAULT, operation.id());
  }

  private Delivery replayOf(Delivery delivery) {
    return delivery.replayed(newId(LATER), LATER);
  }

  private static Step step(DeliveryId reached, int failed, boolean last, Delivery... replays) {
    return new Step(reached, List.of(replays), failed, last);
  }

  /** Newest first. */
  private List<Delivery> replays() {
    return deliveries.list(new DeliveryQuery(DEFAULT, null, null, null, 20)).stream()
        .filter(delivery -> delivery.replayOf() != null)
        .toList();
  }
}
