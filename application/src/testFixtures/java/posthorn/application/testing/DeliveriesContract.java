package posthorn.application.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import posthorn.application.port.ClaimedDelivery;
import posthorn.application.port.Deliveries;
import posthorn.application.port.Deliveries.Settlement;
import posthorn.application.port.DeliveryQuery;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.AttemptId;
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
import posthorn.domain.event.Event;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.retry.AttemptOutcome.Unreachable;
import posthorn.domain.retry.AttemptOutcome.Unreachable.Trouble;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.retry.Failure;
import posthorn.domain.retry.Verdict;
import posthorn.domain.retry.Verdict.GiveUp;
import posthorn.domain.retry.Verdict.RetryAt;
import posthorn.domain.retry.Verdict.Succeed;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;

/** What every implementation of {@link Deliveries} keeps to. */
public abstract class DeliveriesContract {
  private static final Instant NOW = TestTime.START;
  private static final TenantId OTHER = new TenantId("other");

  private final Samples samples = new Samples();
  private final SequentialIds ids = new SequentialIds();
  private Stores stores;
  private Deliveries deliveries;
  private Webhook webhook;

  /** A new, empty store. */
  protected abstract Stores open();

  @BeforeEach
  void setUp() {
    stores = open();
    deliveries = stores.deliveries();
    webhook = samples.webhook(DEFAULT, "*");
    stores.webhooks().add(webhook);
  }

  @Test
  void a_due_delivery_is_claimed_with_its_event_and_webhook() {
    Event event = samples.event(DEFAULT, null, NOW);
    Delivery delivery = accept(event);

    Lease lease = lease(NOW);
    assertThat(deliveries.claimDue(NOW, lease, 10))
        .containsExactly(new ClaimedDelivery(delivery.leased(lease, NOW), event, webhook));
    assertThat(find(delivery).state()).isEqualTo(new InFlight(lease, NOW));
  }

  @Test
  void a_delivery_that_is_not_due_is_not_claimed() {
    accept(samples.event(DEFAULT, null, NOW));

    assertThat(deliveries.claimDue(NOW.minusMillis(1), lease(NOW), 10)).isEmpty();
  }

  @Test
  void no_more_are_claimed_than_asked_for_and_the_longest_due_go_first() {
    Delivery late = accept(samples.event(DEFAULT, null, NOW.plusMillis(2)));
    Delivery early = accept(samples.event(DEFAULT, null, NOW));
    Delivery middle = accept(samples.event(DEFAULT, null, NOW.plusMillis(1)));

    Instant later = NOW.plusSeconds(1);
    assertThat(idsOf(deliveries.claimDue(later, lease(later), 2)))
        .containsExactly(early.id(), middle.id());
    assertThat(find(late)).isEqualTo(late);
    assertThat(idsOf(deliveries.claimDue(later, lease(later), 2))).containsExactly(late.id());
  }

  @Test
  void a_leased_delivery_is_claimed_again_only_when_its_lease_has_expired() {
    Delivery delivery = accept(samples.event(DEFAULT, null, NOW));
    Lease first = lease(NOW);
    claimOne(first, NOW);

    Instant justBefore = first.expiresAt().minusMillis(1);
    assertThat(deliveries.claimDue(justBefore, lease(justBefore), 10)).isEmpty();
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
              batch = idsOf(deliveries.claimDue(NOW, lease(NOW), 7));
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
    assertThat(deliveries.nextDueAt()).isEmpty();
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
    assertThat(deliveries.nextDueAt()).contains(next);
    assertThat(deliveries.claimDue(next.minusMillis(1), lease(next), 10)).isEmpty();
    assertThat(claimOne(lease(next), next).progress().attemptCount()).isEqualTo(1);
    assertThat(deliveries.attemptsOf(settled.id()))
        .containsExactly(attempt(claimed, settled, outcome));
  }

  @Test
  void a_death_is_settled_with_its_reason_and_is_never_due_again() {
    Delivery dead = die(accept(samples.event(DEFAULT, null, NOW)));

    assertThat(find(dead)).isEqualTo(dead);
    assertThat(dead.state()).isEqualTo(new Dead(NOW.plusMillis(20), DeadReason.ATTEMPTS_EXHAUSTED));
    assertThat(deliveries.nextDueAt()).isEmpty();
    assertThat(deliveries.claimDue(NOW.plus(Duration.ofDays(365)), lease(NOW), 10)).isEmpty();
  }

  @Test
  void a_stale_lease_settles_nothing() {
    accept(samples.event(DEFAULT, null, NOW));
    Lease stale = lease(NOW);
    Delivery claimed = claimOne(stale, NOW);
    Lease current = lease(stale.expiresAt());
    Delivery reclaimed = claimOne(current, stale.expiresAt());

    Delivery settled = claimed.settled(new Succeed(), 5, NOW);
    assertThat(deliveries.settleIfLeased(settled, attempt(claimed, settled, answered(200)), stale))
        .isEqualTo(Settlement.LEASE_LOST);
    assertThat(deliveries.releaseIfLeased(claimed.released(), stale))
        .isEqualTo(Settlement.LEASE_LOST);
    assertThat(find(claimed)).isEqualTo(reclaimed);
    assertThat(deliveries.attemptsOf(claimed.id())).isEmpty();
  }

  @Test
  void a_released_delivery_is_as_due_as_it_was() {
    Delivery delivery = accept(samples.event(DEFAULT, null, NOW));
    Lease lease = lease(NOW);
    Delivery claimed = claimOne(lease, NOW);

    assertThat(deliveries.releaseIfLeased(claimed.released(), lease))
        .isEqualTo(Settlement.RECORDED);

    assertThat(find(delivery)).isEqualTo(delivery);
    assertThat(idsOf(deliveries.claimDue(NOW, lease(NOW), 10))).containsExactly(delivery.id());
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

    assertThat(deliveries.releaseAllHeldBy("node")).isEqualTo(2);

    assertThat(untried.id()).isEqualTo(tried.id());
    assertThat(find(tried)).isEqualTo(tried);
    assertThat(find(pending).state()).isEqualTo(new Pending(NOW.plusSeconds(1)));
    assertThat(find(others)).isEqualTo(others);
  }

  @Test
  void a_dead_delivery_is_restarted_once() {
    Delivery dead = die(accept(samples.event(DEFAULT, null, NOW)));
    Instant later = NOW.plusSeconds(100);
    Delivery restarted = dead.restarted(later);

    assertThat(deliveries.restartIfAtRest(restarted)).isTrue();
    assertThat(find(dead)).isEqualTo(restarted);
    assertThat(deliveries.nextDueAt()).contains(later);
    assertThat(deliveries.restartIfAtRest(restarted)).isFalse();
  }

  @Test
  void a_delivery_in_flight_is_not_restarted() {
    accept(samples.event(DEFAULT, null, NOW));
    Lease lease = lease(NOW);
    Delivery claimed = claimOne(lease, NOW);
    Instant next = NOW.plusSeconds(30);
    Delivery failed = settle(claimed, lease, new RetryAt(next, failure()), answered(500));
    Delivery inFlight = claimOne(lease(next), next);

    assertThat(deliveries.restartIfAtRest(failed.restarted(next))).isFalse();
    assertThat(find(failed)).isEqualTo(inFlight);
  }

  @Test
  void a_deferral_is_kept_and_a_cancelled_delivery_is_never_due_and_can_be_restarted() {
    Delivery delivery = accept(samples.event(DEFAULT, null, NOW));
    Lease lease = lease(NOW);
    Instant later = NOW.plusSeconds(5);
    Delivery deferred = claimOne(lease, NOW).deferred(Deferrals.Reason.RATE_LIMITED, later);
    assertThat(deliveries.releaseIfLeased(deferred, lease)).isEqualTo(Settlement.RECORDED);
    assertThat(find(delivery)).isEqualTo(deferred);

    Lease second = lease(later);
    Delivery cancelled = claimOne(second, later).cancelled(CancelReason.ENDPOINT_INACTIVE, later);
    assertThat(deliveries.releaseIfLeased(cancelled, second)).isEqualTo(Settlement.RECORDED);
    assertThat(find(delivery)).isEqualTo(cancelled);
    assertThat(deliveries.nextDueAt()).isEmpty();

    assertThat(deliveries.restartIfAtRest(cancelled.restarted(later))).isTrue();
    assertThat(find(delivery).progress().deferrals()).isEqualTo(deferred.progress().deferrals());
  }

  @Test
  void a_replay_knows_what_it_repeats() {
    Event event = samples.event(DEFAULT, null, NOW);
    Delivery original = accept(event);
    Delivery replay =
        original.replayed(
            new DeliveryId(ids.next(DeliveryId.PREFIX, NOW.plusSeconds(1))), NOW.plusSeconds(1));
    Event another = samples.event(DEFAULT, null, NOW);
    stores.events().accept(another, List.of(replay), NOW);

    assertThat(find(replay)).isEqualTo(replay);
    assertThat(find(replay).replayOf()).isEqualTo(original.id());
  }

  @Test
  void the_attempts_of_every_cycle_are_kept() {
    Delivery dead = die(accept(samples.event(DEFAULT, null, NOW)));
    assertThat(deliveries.restartIfAtRest(dead.restarted(NOW))).isTrue();
    Lease lease = lease(NOW);
    settle(claimOne(lease, NOW), lease, new Succeed(), answered(200));

    assertThat(deliveries.attemptsOf(dead.id()))
        .extracting(Attempt::cycle, Attempt::number, Attempt::status)
        .containsExactly(
            tuple(1, 1, Attempt.Status.EXHAUSTED), tuple(2, 1, Attempt.Status.SUCCESS));
  }

  @Test
  void a_list_is_newest_first_and_continues_where_a_page_ended() {
    Delivery first = accept(samples.event(DEFAULT, null, NOW));
    Delivery second = accept(samples.event(DEFAULT, null, NOW.plusMillis(1)));
    Delivery third = accept(samples.event(DEFAULT, null, NOW.plusMillis(2)));

    assertThat(deliveries.list(query(null, null, 2))).containsExactly(third, second);
    assertThat(deliveries.list(query(null, second.id(), 2))).containsExactly(first);
  }

  @Test
  void a_list_is_filtered_by_status_and_webhook() {
    Webhook another = samples.webhook(DEFAULT, "*");
    stores.webhooks().add(another);
    Delivery dead = die(accept(samples.event(DEFAULT, null, NOW)));
    Event event = samples.event(DEFAULT, null, NOW);
    Delivery elsewhere = samples.delivery(event, another);
    stores.events().accept(event, List.of(elsewhere), NOW);

    assertThat(deliveries.list(query("dead", null, 10))).containsExactly(dead);
    assertThat(deliveries.list(new DeliveryQuery(DEFAULT, null, another.id(), null, 10)))
        .containsExactly(elsewhere);
    assertThat(deliveries.list(new DeliveryQuery(DEFAULT, "dead", another.id(), null, 10)))
        .isEmpty();
  }

  @Test
  void nothing_crosses_tenants() {
    Delivery delivery = accept(samples.event(DEFAULT, null, NOW));

    assertThat(deliveries.find(OTHER, delivery.id())).isEmpty();
    assertThat(deliveries.list(new DeliveryQuery(OTHER, null, null, null, 10))).isEmpty();
  }

  private Delivery accept(Event event) {
    Delivery delivery = samples.delivery(event, webhook);
    stores.events().accept(event, List.of(delivery), NOW);
    return delivery;
  }

  private Delivery claimOne(Lease lease, Instant now) {
    List<ClaimedDelivery> claimed = deliveries.claimDue(now, lease, 10);
    assertThat(claimed).hasSize(1);
    return claimed.getFirst().delivery();
  }

  private Delivery die(Delivery delivery) {
    Lease lease = lease(NOW);
    Delivery claimed = claimOne(lease, NOW);
    assertThat(claimed.id()).isEqualTo(delivery.id());
    return settle(
        claimed, lease, new GiveUp(DeadReason.ATTEMPTS_EXHAUSTED, failure()), answered(500));
  }

  private Delivery settle(Delivery claimed, Lease lease, Verdict verdict, AttemptOutcome outcome) {
    Delivery settled = claimed.settled(verdict, 5, NOW.plus(outcome.took()));
    assertThat(deliveries.settleIfLeased(settled, attempt(claimed, settled, outcome), lease))
        .isEqualTo(Settlement.RECORDED);
    return settled;
  }

  /** The same attempt for the same arguments, so that it can be compared with what was stored. */
  private static Attempt attempt(Delivery claimed, Delivery settled, AttemptOutcome outcome) {
    var id =
        new AttemptId(
            claimed
                .id()
                .value()
                .replace(DeliveryId.PREFIX, AttemptId.PREFIX)
                .replaceFirst(".$", Integer.toString(settled.progress().cycle())));
    return Attempt.of(
        id,
        (InFlight) claimed.state(),
        Map.of("webhook-id", "evt", "X-Custom", "a: b"),
        outcome,
        NOW,
        settled);
  }

  private Delivery find(Delivery delivery) {
    return deliveries.find(delivery.tenant(), delivery.id()).orElseThrow();
  }

  private Lease lease(Instant now) {
    return leaseOf("node", now);
  }

  private Lease leaseOf(String holder, Instant now) {
    return new Lease(holder, ids.next("lse_", now), now.plusSeconds(60));
  }

  private static AttemptOutcome answered(int status) {
    return new Answered(
        status,
        Map.of("retry-after", "7", "x-empty", ""),
        "sample",
        "192.0.2.7",
        Duration.ofMillis(20));
  }

  private static Failure failure() {
    return Failure.of(answered(500));
  }

  private static List<DeliveryId> idsOf(List<ClaimedDelivery> claimed) {
    return claimed.stream().map(each -> each.delivery().id()).toList();
  }

  private static DeliveryQuery query(
      @Nullable String status, @Nullable DeliveryId before, int limit) {
    return new DeliveryQuery(DEFAULT, status, null, before, limit);
  }
}
