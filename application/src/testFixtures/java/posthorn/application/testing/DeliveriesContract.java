package posthorn.application.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import posthorn.application.port.Deliveries;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.port.DueDeliveries.Waiting;
import posthorn.application.port.Events.Publication;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.CancelReason;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.delivery.Lease;
import posthorn.domain.event.Event;
import posthorn.domain.retry.Verdict.RetryAt;
import posthorn.domain.retry.Verdict.Succeed;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;

/** What every implementation of {@link Deliveries} keeps to. */
public abstract class DeliveriesContract extends DeliveriesFixture {
  private static final TenantId OTHER = new TenantId("other");

  @Test
  void a_dead_delivery_is_restarted_once() {
    Delivery dead = die(accept(samples.event(DEFAULT, null, NOW)));
    Instant later = NOW.plusSeconds(100);
    Delivery restarted = dead.restarted(later);

    assertThat(deliveries.restartIfAtRest(restarted)).isTrue();
    assertThat(find(dead)).isEqualTo(restarted);
    assertThat(due.waiting()).containsExactly(new Waiting(DEFAULT, webhook.id(), later));
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
  void a_replay_knows_what_it_repeats() {
    Event event = samples.event(DEFAULT, null, NOW);
    Delivery original = accept(event);
    Delivery replay =
        original.replayed(
            new DeliveryId(ids.next(DeliveryId.PREFIX, NOW.plusSeconds(1))), NOW.plusSeconds(1));
    Event another = samples.event(DEFAULT, null, NOW);
    stores.events().accept(List.of(new Publication(another, List.of(replay))), NOW);

    assertThat(find(replay)).isEqualTo(replay);
    assertThat(find(replay).replayOf()).isEqualTo(original.id());
  }

  @Test
  void a_replay_is_added_to_the_event_that_is_there() {
    Event event = samples.event(DEFAULT, null, NOW);
    Delivery dead = die(accept(event));
    Delivery replay = replayOf(dead);

    assertThat(deliveries.addIfEventRemains(replay)).isTrue();

    assertThat(find(replay)).isEqualTo(replay);
    assertThat(deliveries.eventOf(replay)).contains(event.numbered(1));
    assertThat(claimOne(lease(NOW.plusSeconds(1)), NOW.plusSeconds(1)).id()).isEqualTo(replay.id());
  }

  @Test
  void a_replay_of_an_event_that_is_gone_is_not_added() {
    Delivery replay = replayOf(samples.delivery(samples.event(DEFAULT, null, NOW), webhook));

    assertThat(deliveries.addIfEventRemains(replay)).isFalse();

    assertThat(deliveries.find(DEFAULT, replay.id())).isEmpty();
    assertThat(deliveries.eventOf(replay)).isEmpty();
    assertThat(nothingWaits()).isTrue();
  }

  private Delivery replayOf(Delivery original) {
    Instant later = NOW.plusSeconds(1);
    return original.replayed(new DeliveryId(ids.next(DeliveryId.PREFIX, later)), later);
  }

  @Test
  void a_delivery_that_waits_is_called_off_as_it_is_then() {
    Delivery pending = accept(samples.event(DEFAULT, null, NOW));

    assertThat(cancel(OTHER, pending)).isEmpty();
    assertThat(cancel(DEFAULT, pending)).contains(pending.cancelled(CancelReason.BY_OPERATOR, NOW));
    assertThat(find(pending)).isEqualTo(pending.cancelled(CancelReason.BY_OPERATOR, NOW));
    assertThat(nothingWaits()).isTrue();
    assertThat(cancel(DEFAULT, pending)).isEmpty();
  }

  @Test
  void a_delivery_in_flight_is_not_called_off_and_one_that_failed_is() {
    accept(samples.event(DEFAULT, null, NOW));
    Lease lease = lease(NOW);
    Delivery claimed = claimOne(lease, NOW);
    assertThat(cancel(DEFAULT, claimed)).isEmpty();
    assertThat(find(claimed)).isEqualTo(claimed);

    Delivery failed =
        settle(claimed, lease, new RetryAt(NOW.plusSeconds(30), failure()), answered(500));

    assertThat(cancel(DEFAULT, failed)).contains(failed.cancelled(CancelReason.BY_OPERATOR, NOW));
  }

  @Test
  void those_that_wait_or_are_on_their_way_are_unfinished() {
    die(accept(samples.event(DEFAULT, null, NOW)));
    assertThat(deliveries.unfinished(webhook.id())).isZero();
    accept(samples.event(DEFAULT, null, NOW));
    Lease lease = lease(NOW);
    Delivery claimed = claimOne(lease, NOW);
    assertThat(deliveries.unfinished(webhook.id())).isEqualTo(1);
    settle(claimed, lease, new RetryAt(NOW.plusSeconds(30), failure()), answered(500));
    accept(samples.event(DEFAULT, null, NOW));

    assertThat(deliveries.unfinished(webhook.id())).isEqualTo(2);
    assertThat(deliveries.unfinished(samples.webhook(DEFAULT, "*").id())).isZero();
  }

  private Optional<Delivery> cancel(TenantId tenant, Delivery delivery) {
    return deliveries.cancelIfWaiting(tenant, delivery.id(), CancelReason.BY_OPERATOR, NOW);
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
  void the_last_attempt_is_the_last_one_of_the_last_cycle() {
    Delivery dead = die(accept(samples.event(DEFAULT, null, NOW)));
    Delivery other = die(accept(samples.event(DEFAULT, null, NOW)));
    Delivery waiting = accept(samples.event(DEFAULT, null, NOW));
    assertThat(cancel(DEFAULT, waiting)).isPresent();
    assertThat(deliveries.restartIfAtRest(dead.restarted(NOW))).isTrue();
    Lease lease = lease(NOW);
    settle(claimOne(lease, NOW), lease, new Succeed(), answered(200));

    Map<DeliveryId, Attempt> last =
        deliveries.lastAttemptsOf(List.of(dead.id(), waiting.id(), other.id()));

    assertThat(last).containsOnlyKeys(dead.id(), other.id());
    assertThat(last.get(dead.id())).isEqualTo(deliveries.attemptsOf(dead.id()).getLast());
    assertThat(last.get(other.id())).isEqualTo(deliveries.attemptsOf(other.id()).getLast());
    assertThat(deliveries.lastAttemptsOf(List.of())).isEmpty();
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
    Delivery elsewhere = accept(event, another);

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

  private static DeliveryQuery query(
      @Nullable String status, @Nullable DeliveryId before, int limit) {
    return new DeliveryQuery(DEFAULT, status, null, before, limit);
  }
}
