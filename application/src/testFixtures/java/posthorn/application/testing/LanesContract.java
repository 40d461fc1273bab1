package posthorn.application.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import posthorn.application.port.ClaimedDelivery;
import posthorn.application.port.DueDeliveries.Settlement;
import posthorn.application.port.DueDeliveries.Share;
import posthorn.domain.circuit.CircuitConfig;
import posthorn.domain.delivery.CancelReason;
import posthorn.domain.delivery.Deferrals;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryState.Pending;
import posthorn.domain.delivery.Lease;
import posthorn.domain.dispatch.Work;
import posthorn.domain.event.Event;
import posthorn.domain.event.Priority;
import posthorn.domain.ordering.OnHeadFailure;
import posthorn.domain.ordering.OrderingGuarantee;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.retry.Verdict.GiveUp;
import posthorn.domain.retry.Verdict.RetryAt;
import posthorn.domain.retry.Verdict.Succeed;
import posthorn.domain.webhook.Flow;
import posthorn.domain.webhook.Webhook;

/** What every store keeps to where deliveries of a lane wait for one another. */
public abstract class LanesContract extends DeliveriesFixture {
  private static final Instant RETRY = NOW.plusSeconds(30);

  @Test
  void only_the_head_of_a_lane_is_taken_and_the_others_count_a_deferral() {
    Webhook strict = strict(OnHeadFailure.BLOCK);
    Delivery first = accept(samples.event(DEFAULT, null, NOW), strict);
    Delivery second = accept(samples.event(DEFAULT, null, NOW), strict);

    assertThat(idsOf(claim(strict, lease(NOW), NOW, 10))).containsExactly(first.id());
    assertThat(find(second).progress().deferrals())
        .isEqualTo(new Deferrals(1, 0, Deferrals.Reason.ORDERING));
    assertThat(find(second).state()).isEqualTo(new Pending(NOW));
    assertThat(nothingWaits()).isTrue();
    assertThat(deliveries.unfinished(strict.id())).isEqualTo(2);
  }

  @Test
  void the_next_may_leave_when_the_one_before_it_is_delivered() {
    Webhook strict = strict(OnHeadFailure.BLOCK);
    accept(samples.event(DEFAULT, null, NOW), strict);
    Delivery second = accept(samples.event(DEFAULT, null, NOW), strict);
    Delivery third = accept(samples.event(DEFAULT, null, NOW), strict);
    Lease lease = lease(NOW);
    Delivery head = onlyOf(claim(strict, lease, NOW, 10));

    settle(head, lease, new Succeed(), answered(200));

    Lease next = lease(NOW);
    Delivery claimed = onlyOf(claim(strict, next, NOW, 10));
    assertThat(claimed.id()).isEqualTo(second.id());
    settle(claimed, next, new GiveUp(DeadReason.ATTEMPTS_EXHAUSTED, failure()), answered(500));
    assertThat(onlyOf(claim(strict, lease(NOW), NOW, 10)).id()).isEqualTo(third.id());
  }

  @Test
  void a_failed_head_blocks_its_lane() {
    Webhook strict = strict(OnHeadFailure.BLOCK);
    Delivery head = accept(samples.event(DEFAULT, null, NOW), strict);
    accept(samples.event(DEFAULT, null, NOW), strict);
    fail(strict);

    assertThat(claim(strict, lease(NOW), NOW, 10)).isEmpty();
    assertThat(onlyOf(claim(strict, lease(RETRY), RETRY, 10)).id()).isEqualTo(head.id());
  }

  @Test
  void a_failed_head_is_overtaken_where_that_is_asked_for() {
    Webhook strict = strict(OnHeadFailure.SKIP);
    Delivery head = accept(samples.event(DEFAULT, null, NOW), strict);
    Delivery second = accept(samples.event(DEFAULT, null, NOW), strict);
    fail(strict);

    Lease lease = lease(NOW);
    Delivery claimed = onlyOf(claim(strict, lease, NOW, 10));
    assertThat(claimed.id()).isEqualTo(second.id());
    settle(claimed, lease, new Succeed(), answered(200));
    assertThat(onlyOf(claim(strict, lease(RETRY), RETRY, 10)).id()).isEqualTo(head.id());
  }

  @Test
  void failed_ones_behind_one_on_its_way_do_not_let_one_another_pass() {
    Webhook strict = strict(OnHeadFailure.SKIP);
    accept(samples.event(DEFAULT, null, NOW), strict);
    Delivery second = accept(samples.event(DEFAULT, null, NOW), strict);
    accept(samples.event(DEFAULT, null, NOW), strict);
    fail(strict);
    fail(strict);
    fail(strict);
    Lease lease = lease(RETRY);
    List<Share> one = List.of(new Share(strict.id(), Work.NORMAL_RETRY, 1));
    Delivery head = onlyOf(due.claim(one, lease, RETRY));

    assertThat(claim(strict, lease(RETRY), RETRY, 10)).isEmpty();
    assertThat(nothingWaits()).isTrue();

    settle(head, lease, new Succeed(), answered(200));
    assertThat(onlyOf(claim(strict, lease(RETRY), RETRY, 10)).id()).isEqualTo(second.id());
  }

  @Test
  void a_waiting_head_that_a_person_calls_off_lets_the_next_one_pass() {
    Webhook strict = strict(OnHeadFailure.BLOCK);
    Delivery head = accept(samples.event(DEFAULT, null, NOW), strict);
    Delivery second = accept(samples.event(DEFAULT, null, NOW), strict);
    fail(strict);
    assertThat(claim(strict, lease(NOW), NOW, 10)).isEmpty();

    assertThat(deliveries.cancelIfWaiting(DEFAULT, head.id(), CancelReason.BY_OPERATOR, NOW))
        .isPresent();

    assertThat(onlyOf(claim(strict, lease(NOW), NOW, 10)).id()).isEqualTo(second.id());
  }

  @Test
  void one_that_was_put_off_and_is_called_off_does_not_stand_in_the_way() {
    Webhook strict = strict(OnHeadFailure.BLOCK);
    accept(samples.event(DEFAULT, null, NOW), strict);
    Delivery second = accept(samples.event(DEFAULT, null, NOW), strict);
    Delivery third = accept(samples.event(DEFAULT, null, NOW), strict);
    Lease lease = lease(NOW);
    Delivery head = onlyOf(claim(strict, lease, NOW, 10));

    assertThat(deliveries.cancelIfWaiting(DEFAULT, second.id(), CancelReason.BY_OPERATOR, NOW))
        .isPresent();
    // The third is let pass too early, and finds the head on its way.
    assertThat(claim(strict, lease(NOW), NOW, 10)).isEmpty();

    settle(head, lease, new Succeed(), answered(200));
    assertThat(onlyOf(claim(strict, lease(NOW), NOW, 10)).id()).isEqualTo(third.id());
  }

  @Test
  void a_delivery_that_is_called_off_lets_the_next_one_pass() {
    Webhook strict = strict(OnHeadFailure.BLOCK);
    accept(samples.event(DEFAULT, null, NOW), strict);
    Delivery second = accept(samples.event(DEFAULT, null, NOW), strict);
    Lease lease = lease(NOW);
    Delivery head = onlyOf(claim(strict, lease, NOW, 10));

    Delivery cancelled = head.cancelled(CancelReason.ENDPOINT_INACTIVE, NOW);
    assertThat(due.releaseIfLeased(cancelled, lease)).isEqualTo(Settlement.RECORDED);

    assertThat(onlyOf(claim(strict, lease(NOW), NOW, 10)).id()).isEqualTo(second.id());
  }

  @Test
  void a_restarted_delivery_goes_before_those_behind_it() {
    Webhook strict = strict(OnHeadFailure.BLOCK);
    accept(samples.event(DEFAULT, null, NOW), strict);
    Lease lease = lease(NOW);
    Delivery head = onlyOf(claim(strict, lease, NOW, 10));
    Delivery dead =
        settle(head, lease, new GiveUp(DeadReason.ATTEMPTS_EXHAUSTED, failure()), answered(500));
    accept(samples.event(DEFAULT, null, NOW), strict);
    assertThat(deliveries.restartIfAtRest(dead.restarted(NOW))).isTrue();

    assertThat(onlyOf(claim(strict, lease(NOW), NOW, 10)).id()).isEqualTo(dead.id());
  }

  @Test
  void one_that_comes_up_while_one_behind_it_is_on_its_way_waits_for_that() {
    Webhook strict = strict(OnHeadFailure.BLOCK);
    Delivery dead = deadHead(strict);
    accept(samples.event(DEFAULT, null, NOW), strict);
    Lease behind = lease(NOW);
    Delivery onItsWay = onlyOf(claim(strict, behind, NOW, 10));
    assertThat(deliveries.restartIfAtRest(dead.restarted(NOW))).isTrue();

    assertThat(claim(strict, lease(NOW), NOW, 10)).isEmpty();
    settle(onItsWay, behind, new RetryAt(RETRY, failure()), answered(500));
    assertThat(onlyOf(claim(strict, lease(NOW), NOW, 10)).id()).isEqualTo(dead.id());
  }

  @Test
  void one_that_waits_for_a_lost_lease_goes_first_when_that_is_freed() {
    Webhook strict = strict(OnHeadFailure.BLOCK);
    Delivery dead = deadHead(strict);
    accept(samples.event(DEFAULT, null, NOW), strict);
    Lease lost = lease(NOW);
    onlyOf(claim(strict, lost, NOW, 10));
    assertThat(deliveries.restartIfAtRest(dead.restarted(NOW))).isTrue();
    assertThat(claim(strict, lease(NOW), NOW, 10)).isEmpty();

    assertThat(due.freeExpired(lost.expiresAt())).hasSize(1);

    assertThat(onlyOf(claim(strict, lease(NOW), lost.expiresAt(), 10)).id()).isEqualTo(dead.id());
  }

  @Test
  void lanes_do_not_wait_for_one_another() {
    Event plain = samples.event(DEFAULT, null, NOW);
    Delivery free = accept(plain);
    Delivery one =
        accept(samples.event(samples.event(DEFAULT, null, NOW), Priority.NORMAL, "a", null));
    Delivery two =
        accept(samples.event(samples.event(DEFAULT, null, NOW), Priority.NORMAL, "b", null));
    accept(samples.event(samples.event(DEFAULT, null, NOW), Priority.NORMAL, "a", null));

    assertThat(idsOf(claim(lease(NOW), NOW, 10)))
        .containsExactlyInAnyOrder(free.id(), one.id(), two.id());
  }

  /** One that came first and died. */
  private Delivery deadHead(Webhook strict) {
    accept(samples.event(DEFAULT, null, NOW), strict);
    Lease lease = lease(NOW);
    Delivery head = onlyOf(claim(strict, lease, NOW, 10));
    return settle(head, lease, new GiveUp(DeadReason.ATTEMPTS_EXHAUSTED, failure()), answered(500));
  }

  private void fail(Webhook strict) {
    Lease lease = lease(NOW);
    Delivery head = onlyOf(claim(strict, lease, NOW, 10));
    settle(head, lease, new RetryAt(RETRY, failure()), answered(500));
  }

  private static Delivery onlyOf(List<ClaimedDelivery> claimed) {
    assertThat(claimed).hasSize(1);
    return claimed.getFirst().delivery();
  }

  private Webhook strict(OnHeadFailure onHeadFailure) {
    Webhook strict =
        samples.webhook(
            new Flow(OrderingGuarantee.STRICT, onHeadFailure, null, null, CircuitConfig.DEFAULT));
    stores.webhooks().add(strict);
    return strict;
  }
}
