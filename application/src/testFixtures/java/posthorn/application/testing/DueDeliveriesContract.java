package posthorn.application.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import posthorn.application.port.ClaimedDelivery;
import posthorn.application.port.DueDeliveries;
import posthorn.application.port.DueDeliveries.DueWork;
import posthorn.application.port.DueDeliveries.Settlement;
import posthorn.application.port.DueDeliveries.Share;
import posthorn.application.port.DueDeliveries.Waiting;
import posthorn.application.port.Events.Publication;
import posthorn.domain.delivery.CancelReason;
import posthorn.domain.delivery.Deferrals;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.delivery.DeliveryState.Dead;
import posthorn.domain.delivery.DeliveryState.Delivered;
import posthorn.domain.delivery.DeliveryState.Failed;
import posthorn.domain.delivery.DeliveryState.InFlight;
import posthorn.domain.delivery.DeliveryState.Pending;
import posthorn.domain.delivery.Lease;
import posthorn.domain.dispatch.Work;
import posthorn.domain.event.Event;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.event.Priority;
import posthorn.domain.retry.AttemptOutcome.Unreachable;
import posthorn.domain.retry.AttemptOutcome.Unreachable.Trouble;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.retry.Failure;
import posthorn.domain.retry.Verdict.RetryAt;
import posthorn.domain.retry.Verdict.Succeed;
import posthorn.domain.webhook.Webhook;

/** What every implementation of {@link DueDeliveries} keeps to. */
public abstract class DueDeliveriesContract extends DeliveriesFixture {

  @Test
  void a_due_delivery_is_claimed_with_its_event_and_webhook() {
    Event event = samples.event(DEFAULT, null, NOW);
    Delivery delivery = accept(event);

    Lease lease = lease(NOW);
    assertThat(claim(lease, NOW, 10))
        .containsExactly(new ClaimedDelivery(delivery.leased(lease, NOW), event, webhook));
    assertThat(find(delivery).state()).isEqualTo(new InFlight(lease, NOW));
  }

  @Test
  void an_event_that_has_come_in_is_claimed_with_how_often() {
    accept(samples.event(samples.event(DEFAULT, null, NOW), 4));

    assertThat(claim(lease(NOW), NOW, 10))
        .singleElement()
        .satisfies(claimed -> assertThat(claimed.event().hops()).isEqualTo(4));
  }

  @Test
  void a_delivery_that_is_not_due_is_not_claimed() {
    accept(samples.event(DEFAULT, null, NOW));

    assertThat(claim(lease(NOW), NOW.minusMillis(1), 10)).isEmpty();
  }

  @Test
  void no_more_are_claimed_than_asked_for_and_the_longest_due_go_first() {
    Delivery late = accept(samples.event(DEFAULT, null, NOW.plusMillis(2)));
    Delivery early = accept(samples.event(DEFAULT, null, NOW));
    Delivery middle = accept(samples.event(DEFAULT, null, NOW.plusMillis(1)));

    Instant later = NOW.plusSeconds(1);
    assertThat(idsOf(claim(lease(later), later, 2))).containsExactly(early.id(), middle.id());
    assertThat(find(late)).isEqualTo(late);
    assertThat(idsOf(claim(lease(later), later, 2))).containsExactly(late.id());
  }

  @Test
  void after_so_many_bytes_no_more_are_claimed_at_a_time() {
    int half = DueDeliveries.MOST_BYTES / 2;
    Delivery small = accept(samples.event(DEFAULT, null, NOW));
    Delivery first = accept(sized(half));
    Delivery second = accept(sized(half));
    Delivery third = accept(sized(half));

    assertThat(idsOf(claim(lease(NOW), NOW, 10)))
        .containsExactly(small.id(), first.id(), second.id());
    assertThat(find(third)).isEqualTo(third);
    assertThat(idsOf(claim(lease(NOW), NOW, 10))).containsExactly(third.id());
  }

  private Event sized(int bytes) {
    Event plain = samples.event(DEFAULT, null, NOW);
    return samples.event(plain, JsonBytes.of('"' + "x".repeat(bytes) + '"'));
  }

  @Test
  void a_leased_delivery_is_claimed_again_only_when_its_lease_has_expired() {
    Delivery delivery = accept(samples.event(DEFAULT, null, NOW));
    Lease first = lease(NOW);
    claimOne(first, NOW);

    assertThat(due.freeExpired(first.expiresAt().minusMillis(1))).isEmpty();
    assertThat(claim(lease(NOW), first.expiresAt(), 10)).isEmpty();
    assertThat(due.freeExpired(first.expiresAt()))
        .containsExactly(new Waiting(DEFAULT, webhook.id(), NOW));
    Lease second = lease(first.expiresAt());
    assertThat(claimOne(second, first.expiresAt()).state()).isEqualTo(new InFlight(second, NOW));
    assertThat(find(delivery).state()).isEqualTo(new InFlight(second, NOW));
  }

  @Test
  void claiming_by_many_threads_never_yields_a_delivery_twice() throws Exception {
    int count = 200;
    for (int i = 0; i < count; i++) {
      accept(samples.event(DEFAULT, null, NOW));
    }

    var claimed = new ArrayList<DeliveryId>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Callable<List<DeliveryId>> claimUntilNoneIsLeft =
          () -> {
            var mine = new ArrayList<DeliveryId>();
            List<DeliveryId> batch;
            do {
              batch = idsOf(claim(lease(NOW), NOW, 7));
              mine.addAll(batch);
            } while (!batch.isEmpty());
            return mine;
          };
      List<Future<List<DeliveryId>>> claims =
          threads.invokeAll(IntStream.range(0, 8).mapToObj(_ -> claimUntilNoneIsLeft).toList());
      for (Future<List<DeliveryId>> claim : claims) {
        claimed.addAll(claim.get());
      }
    }
    assertThat(claimed).hasSize(count).doesNotHaveDuplicates();
  }

  @Test
  void a_success_is_settled_with_its_attempt() {
    accept(samples.event(DEFAULT, null, NOW));
    Lease lease = lease(NOW);
    Delivery claimed = claimOne(lease, NOW);

    Delivery settled = settle(claimed, lease, new Succeed(), answered(200));

    assertThat(find(settled)).isEqualTo(settled);
    assertThat(settled.state()).isEqualTo(new Delivered(NOW.plusMillis(20)));
    assertThat(deliveries.attemptsOf(settled.id()))
        .singleElement()
        .isEqualTo(attempt(claimed, settled, answered(200)));
    assertThat(nothingWaits()).isTrue();
  }

  @Test
  void a_failure_is_settled_with_its_reason_and_next_time() {
    accept(samples.event(DEFAULT, null, NOW));
    Lease lease = lease(NOW);
    Delivery claimed = claimOne(lease, NOW);
    var outcome = new Unreachable(Trouble.NAME, "no such host", null, Duration.ofMillis(20));
    Instant next = NOW.plusSeconds(30);

    Delivery settled = settle(claimed, lease, new RetryAt(next, Failure.of(outcome)), outcome);

    assertThat(find(settled)).isEqualTo(settled);
    assertThat(settled.state()).isEqualTo(new Failed(next));
    assertThat(due.waiting()).containsExactly(new Waiting(DEFAULT, webhook.id(), next));
    assertThat(claim(lease(next), next.minusMillis(1), 10)).isEmpty();
    assertThat(claimOne(lease(next), next).progress().attemptCount()).isEqualTo(1);
    assertThat(deliveries.attemptsOf(settled.id()))
        .containsExactly(attempt(claimed, settled, outcome));
  }

  @Test
  void a_death_is_settled_with_its_reason_and_is_never_due_again() {
    Delivery dead = die(accept(samples.event(DEFAULT, null, NOW)));

    assertThat(find(dead)).isEqualTo(dead);
    assertThat(dead.state()).isEqualTo(new Dead(NOW.plusMillis(20), DeadReason.ATTEMPTS_EXHAUSTED));
    assertThat(nothingWaits()).isTrue();
    assertThat(claim(lease(NOW), NOW.plus(Duration.ofDays(365)), 10)).isEmpty();
  }

  @Test
  void a_stale_lease_settles_nothing() {
    accept(samples.event(DEFAULT, null, NOW));
    Lease stale = lease(NOW);
    Delivery claimed = claimOne(stale, NOW);
    assertThat(due.freeExpired(stale.expiresAt())).hasSize(1);
    Lease current = lease(stale.expiresAt());
    Delivery reclaimed = claimOne(current, stale.expiresAt());

    Delivery settled = claimed.settled(new Succeed(), 5, NOW);
    assertThat(due.settleIfLeased(settled, attempt(claimed, settled, answered(200)), stale))
        .isEqualTo(Settlement.LEASE_LOST);
    assertThat(due.releaseIfLeased(claimed.released(), stale)).isEqualTo(Settlement.LEASE_LOST);
    assertThat(find(claimed)).isEqualTo(reclaimed);
    assertThat(deliveries.attemptsOf(claimed.id())).isEmpty();
  }

  @Test
  void a_released_delivery_is_as_due_as_it_was() {
    Delivery delivery = accept(samples.event(DEFAULT, null, NOW));
    Lease lease = lease(NOW);
    Delivery claimed = claimOne(lease, NOW);

    assertThat(due.releaseIfLeased(claimed.released(), lease)).isEqualTo(Settlement.RECORDED);

    assertThat(find(delivery)).isEqualTo(delivery);
    assertThat(idsOf(claim(lease(NOW), NOW, 10))).containsExactly(delivery.id());
  }

  @Test
  void all_that_a_node_held_is_released_at_once_and_nobody_elses() {
    Delivery untried = accept(samples.event(DEFAULT, null, NOW));
    Lease mine = lease(NOW);
    Delivery claimed = claimOne(mine, NOW);
    settle(claimed, mine, new RetryAt(NOW.plusSeconds(1), failure()), answered(500));
    Delivery tried = find(claimed);
    claimOne(lease(NOW.plusSeconds(1)), NOW.plusSeconds(1));
    Delivery pending = accept(samples.event(DEFAULT, null, NOW.plusSeconds(1)));
    claimOne(lease(NOW.plusSeconds(1)), NOW.plusSeconds(1));
    accept(samples.event(DEFAULT, null, NOW.plusSeconds(1)));
    Delivery others = claimOne(leaseOf("another", NOW), NOW.plusSeconds(1));

    assertThat(due.releaseAllHeldBy("node")).isEqualTo(2);

    assertThat(untried.id()).isEqualTo(tried.id());
    assertThat(find(tried)).isEqualTo(tried);
    assertThat(find(pending).state()).isEqualTo(new Pending(NOW.plusSeconds(1)));
    assertThat(find(others)).isEqualTo(others);
  }

  @Test
  void a_deferral_is_kept_and_a_cancelled_delivery_is_never_due_and_can_be_restarted() {
    Delivery delivery = accept(samples.event(DEFAULT, null, NOW));
    Lease lease = lease(NOW);
    Instant later = NOW.plusSeconds(5);
    Delivery deferred = claimOne(lease, NOW).deferred(Deferrals.Reason.RATE_LIMITED, later);
    assertThat(due.releaseIfLeased(deferred, lease)).isEqualTo(Settlement.RECORDED);
    assertThat(find(delivery)).isEqualTo(deferred);

    Lease second = lease(later);
    Delivery cancelled = claimOne(second, later).cancelled(CancelReason.ENDPOINT_INACTIVE, later);
    assertThat(due.releaseIfLeased(cancelled, second)).isEqualTo(Settlement.RECORDED);
    assertThat(find(delivery)).isEqualTo(cancelled);
    assertThat(nothingWaits()).isTrue();

    assertThat(deliveries.restartIfAtRest(cancelled.restarted(later))).isTrue();
    assertThat(find(delivery).progress().deferrals()).isEqualTo(deferred.progress().deferrals());
  }

  @Test
  void those_that_wait_for_a_circuit_are_made_due_a_part_at_a_time() {
    Instant reopens = NOW.plusSeconds(60);
    for (int i = 0; i < 5; i++) {
      accept(samples.event(DEFAULT, null, NOW));
    }
    Lease lease = lease(NOW);
    claim(lease, NOW, 9).forEach(each -> waitForCircuit(each.delivery(), lease, reopens));
    // The longest due of all are taken; what is made due after that is found all the same.
    Delivery beside = accept(samples.event(DEFAULT, null, NOW.plusSeconds(2)));
    claimOne(lease(NOW.plusSeconds(2)), NOW.plusSeconds(2));

    Instant closed = NOW.plusSeconds(3);
    assertThat(due.endCircuitWait(webhook.id(), 3, closed)).isEqualTo(3);
    assertThat(due.waiting()).containsExactly(new Waiting(DEFAULT, webhook.id(), closed));
    List<ClaimedDelivery> first = claim(lease(closed), closed, 9);
    assertThat(first).hasSize(3);
    assertThat(due.endCircuitWait(webhook.id(), 3, closed)).isEqualTo(2);
    assertThat(due.endCircuitWait(webhook.id(), 3, closed)).isZero();
    List<ClaimedDelivery> rest = claim(lease(closed), closed, 9);
    assertThat(rest)
        .hasSize(2)
        .allSatisfy(each -> {
          assertThat(each.delivery().progress().deferrals())
              .isEqualTo(new Deferrals(1, 1, Deferrals.Reason.CIRCUIT_OPEN));
          assertThat(((InFlight) each.delivery().state()).scheduledAt()).isEqualTo(closed);
        });
    assertThat(idsOf(first)).doesNotContainAnyElementsOf(idsOf(rest)).doesNotContain(beside.id());
    assertThat(nothingWaits()).isTrue();
  }

  @Test
  void what_waits_by_its_schedule_or_for_another_reason_waits_on_when_a_circuit_closes() {
    Instant later = NOW.plusSeconds(60);
    Delivery scheduled =
        accept(samples.event(samples.event(DEFAULT, null, NOW), Priority.LOW, null, later));
    Delivery limited = accept(samples.event(DEFAULT, null, NOW));
    Lease lease = lease(NOW);
    Delivery deferred = claimOne(lease, NOW).deferred(Deferrals.Reason.RATE_LIMITED, later);
    assertThat(due.releaseIfLeased(deferred, lease)).isEqualTo(Settlement.RECORDED);
    accept(samples.event(DEFAULT, null, NOW));
    Lease second = lease(NOW);
    Delivery blocked = waitForCircuit(claimOne(second, NOW), second, NOW.plusSeconds(1));
    Lease third = lease(NOW.plusSeconds(1));
    Delivery failed =
        settle(
            claimOne(third, NOW.plusSeconds(1)),
            third,
            new RetryAt(later, failure()),
            answered(500));
    Webhook other = samples.webhook(DEFAULT, "*");
    stores.webhooks().add(other);
    accept(samples.event(DEFAULT, null, NOW), other);
    Lease fourth = lease(NOW);
    Delivery ofAnother = claim(other, fourth, NOW, 9).getFirst().delivery();
    Delivery blockedThere = waitForCircuit(ofAnother, fourth, later);

    assertThat(due.endCircuitWait(webhook.id(), 9, NOW.plusSeconds(3))).isZero();

    assertThat(find(scheduled)).isEqualTo(scheduled);
    assertThat(find(limited)).isEqualTo(deferred);
    assertThat(find(blocked)).isEqualTo(failed);
    assertThat(find(blockedThere)).isEqualTo(blockedThere);
  }

  @Test
  void a_cancelled_delivery_waits_for_no_circuit_any_more() {
    Delivery delivery = accept(samples.event(DEFAULT, null, NOW));
    Lease lease = lease(NOW);
    waitForCircuit(claimOne(lease, NOW), lease, NOW.plusSeconds(60));

    assertThat(deliveries.cancelIfWaiting(DEFAULT, delivery.id(), CancelReason.BY_OPERATOR, NOW))
        .isPresent();

    assertThat(due.endCircuitWait(webhook.id(), 9, NOW.plusSeconds(3))).isZero();
    assertThat(nothingWaits()).isTrue();
  }

  private Delivery waitForCircuit(Delivery claimed, Lease lease, Instant until) {
    Delivery deferred = claimed.deferred(Deferrals.Reason.CIRCUIT_OPEN, until);
    assertThat(due.releaseIfLeased(deferred, lease)).isEqualTo(Settlement.RECORDED);
    assertThat(find(deferred)).isEqualTo(deferred);
    return deferred;
  }

  @Test
  void a_survey_counts_what_is_due_of_each_kind_up_to_the_limit_and_says_when_more_is() {
    Event normal = samples.event(DEFAULT, null, NOW);
    for (int i = 0; i < 3; i++) {
      accept(samples.event(DEFAULT, null, NOW));
    }
    accept(samples.event(normal, Priority.HIGH, null, null));
    Instant later = NOW.plusSeconds(9);
    accept(samples.event(samples.event(DEFAULT, null, NOW), Priority.LOW, null, later));

    assertThat(due.survey(Map.of(webhook.id(), 2), NOW))
        .containsExactly(
            new DueWork(webhook.id(), Map.of(Work.NORMAL_FIRST, 2, Work.HIGH_FIRST, 1), later));
    assertThat(due.survey(Map.of(webhook.id(), 5), later))
        .containsExactly(
            new DueWork(
                webhook.id(),
                Map.of(Work.NORMAL_FIRST, 3, Work.HIGH_FIRST, 1, Work.LOW_FIRST, 1),
                Instant.MAX));
  }

  @Test
  void what_is_claimed_is_neither_surveyed_nor_waiting() {
    accept(samples.event(DEFAULT, null, NOW));
    accept(samples.event(DEFAULT, null, NOW));
    Delivery later = accept(samples.event(DEFAULT, null, NOW.plusSeconds(1)));
    assertThat(claim(lease(NOW), NOW, 1)).hasSize(1);

    assertThat(due.survey(Map.of(webhook.id(), 9), NOW))
        .containsExactly(
            new DueWork(webhook.id(), Map.of(Work.NORMAL_FIRST, 1), NOW.plusSeconds(1)));
    assertThat(claim(lease(NOW), NOW, 9)).hasSize(1);
    assertThat(due.survey(Map.of(webhook.id(), 9), NOW))
        .containsExactly(new DueWork(webhook.id(), Map.of(), NOW.plusSeconds(1)));
    assertThat(due.waiting())
        .containsExactly(new Waiting(DEFAULT, webhook.id(), NOW.plusSeconds(1)));
    assertThat(claimOne(lease(NOW.plusSeconds(1)), NOW.plusSeconds(1)).id()).isEqualTo(later.id());
    assertThat(nothingWaits()).isTrue();
  }

  @Test
  void one_that_comes_late_and_was_due_before_those_that_are_taken_is_found() {
    accept(samples.event(DEFAULT, null, NOW.plusSeconds(5)));
    Instant then = NOW.plusSeconds(5);
    claimOne(lease(then), then);

    Delivery late = accept(samples.event(DEFAULT, null, NOW));

    assertThat(due.waiting()).containsExactly(new Waiting(DEFAULT, webhook.id(), NOW));
    assertThat(due.survey(Map.of(webhook.id(), 9), then))
        .singleElement()
        .satisfies(found -> assertThat(found.due()).containsKey(Work.NORMAL_FIRST));
    assertThat(idsOf(claim(lease(then), then, 9))).containsExactly(late.id());
  }

  @Test
  void one_that_is_released_behind_those_that_are_taken_is_found_again() {
    Delivery first = accept(samples.event(DEFAULT, null, NOW));
    Lease lease = lease(NOW);
    Delivery claimed = claimOne(lease, NOW);
    accept(samples.event(DEFAULT, null, NOW));
    assertThat(claim(lease(NOW), NOW, 9)).hasSize(1);

    assertThat(due.releaseIfLeased(claimed.released(), lease)).isEqualTo(Settlement.RECORDED);

    assertThat(idsOf(claim(lease(NOW), NOW, 9))).containsExactly(first.id());
    assertThat(claim(lease(NOW), NOW, 9)).isEmpty();
  }

  @Test
  void one_that_is_restarted_while_others_are_taken_is_found() {
    Delivery dead = die(accept(samples.event(DEFAULT, null, NOW)));
    Instant then = NOW.plusSeconds(5);
    accept(samples.event(DEFAULT, null, then));
    claimOne(lease(then), then);

    assertThat(deliveries.restartIfAtRest(dead.restarted(NOW.plusSeconds(1)))).isTrue();

    assertThat(idsOf(claim(lease(then), then, 9))).containsExactly(dead.id());
  }

  @Test
  void a_share_is_taken_of_its_webhook_and_its_kind_alone() {
    Webhook another = samples.webhook(DEFAULT, "*");
    stores.webhooks().add(another);
    Delivery wanted = accept(samples.event(DEFAULT, null, NOW));
    accept(samples.event(DEFAULT, null, NOW), another);
    accept(samples.event(samples.event(DEFAULT, null, NOW), Priority.HIGH, null, null));

    assertThat(
            idsOf(
                due.claim(List.of(new Share(webhook.id(), Work.NORMAL_FIRST, 9)), lease(NOW), NOW)))
        .containsExactly(wanted.id());
  }

  @Test
  void a_webhook_waits_with_its_earliest_delivery() {
    accept(samples.event(DEFAULT, null, NOW.plusSeconds(2)));
    accept(samples.event(DEFAULT, null, NOW.plusSeconds(1)));

    assertThat(due.waiting())
        .containsExactly(new Waiting(DEFAULT, webhook.id(), NOW.plusSeconds(1)));
  }

  @Test
  void a_delivery_accepted_under_a_lease_is_in_flight_and_not_waiting() {
    Event event = samples.event(DEFAULT, null, NOW);
    Lease lease = lease(NOW);
    Delivery leased = samples.delivery(event, webhook).leased(lease, NOW);
    stores.events().accept(List.of(new Publication(event, List.of(leased))), NOW);

    assertThat(find(leased)).isEqualTo(leased);
    assertThat(nothingWaits()).isTrue();
    settle(leased, lease, new Succeed(), answered(200));
  }
}
