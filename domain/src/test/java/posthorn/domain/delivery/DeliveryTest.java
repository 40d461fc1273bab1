package posthorn.domain.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import posthorn.domain.delivery.DeliveryState.Dead;
import posthorn.domain.delivery.DeliveryState.Delivered;
import posthorn.domain.delivery.DeliveryState.Failed;
import posthorn.domain.delivery.DeliveryState.InFlight;
import posthorn.domain.delivery.DeliveryState.Pending;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventId;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.id.IdForm;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.retry.Failure;
import posthorn.domain.retry.Verdict.GiveUp;
import posthorn.domain.retry.Verdict.RetryAt;
import posthorn.domain.retry.Verdict.Succeed;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

class DeliveryTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Lease LEASE = new Lease("node", "token", NOW.plusSeconds(60));
  private static final Answered ANSWER_500 = new Answered(500, "oops", "192.0.2.1", Duration.ZERO);
  private static final Failure FAILURE = Failure.of(ANSWER_500);

  private final Delivery delivery = newDelivery();

  @Test
  void a_new_delivery_is_pending_and_due_at_once() {
    assertThat(delivery.state()).isEqualTo(new Pending(NOW));
    assertThat(delivery.isDue(NOW)).isTrue();
    assertThat(delivery.isDue(NOW.minusMillis(1))).isFalse();
    assertThat(delivery.progress().cycle()).isEqualTo(1);
    assertThat(delivery.progress().attemptCount()).isZero();
  }

  @Test
  void a_lease_keeps_others_away_until_it_expires() {
    Delivery leased = delivery.leased(LEASE, NOW);
    assertThat(leased.state()).isEqualTo(new InFlight(LEASE, NOW));
    assertThat(leased.isDue(LEASE.expiresAt().minusMillis(1))).isFalse();
    assertThat(leased.isDue(LEASE.expiresAt())).isTrue();

    var next = new Lease("node", "other", LEASE.expiresAt().plusSeconds(60));
    assertThat(leased.leased(next, LEASE.expiresAt()).state()).isEqualTo(new InFlight(next, NOW));
  }

  @Test
  void a_success_ends_it() {
    Delivery settled = delivery.leased(LEASE, NOW).settled(new Succeed(), 5, NOW.plusSeconds(1));
    assertThat(settled.state()).isEqualTo(new Delivered(NOW.plusSeconds(1)));
    assertThat(settled.progress().attemptCount()).isEqualTo(1);
    assertThat(settled.progress().lastAttemptedAt()).isEqualTo(NOW.plusSeconds(1));
    assertThat(settled.progress().lastFailure()).isNull();
    assertThat(settled.isDue(Instant.MAX)).isFalse();
  }

  @Test
  void a_failure_is_counted_and_waits_for_its_next_attempt() {
    Delivery failed = fail(delivery);
    assertThat(failed.state()).isEqualTo(new Failed(NOW.plusSeconds(30)));
    assertThat(failed.progress().attemptCount()).isEqualTo(1);
    assertThat(failed.progress().lastFailure()).isEqualTo(FAILURE);
  }

  @Test
  void a_death_keeps_its_reason() {
    Delivery dead = die(delivery);
    assertThat(dead.state()).isEqualTo(new Dead(NOW, DeadReason.ATTEMPTS_EXHAUSTED));
    assertThat(dead.isDue(Instant.MAX)).isFalse();
  }

  @Test
  void a_released_delivery_is_as_it_was() {
    assertThat(delivery.leased(LEASE, NOW).released()).isEqualTo(delivery);
    Delivery failed = fail(delivery);
    assertThat(failed.leased(LEASE, NOW.plusSeconds(40)).released()).isEqualTo(failed);
  }

  @Test
  void a_restart_begins_a_new_cycle_with_all_its_attempts() {
    Delivery restarted = die(delivery).restarted(NOW.plusSeconds(9));
    assertThat(restarted.state()).isEqualTo(new Pending(NOW.plusSeconds(9)));
    assertThat(restarted.progress().cycle()).isEqualTo(2);
    assertThat(restarted.progress().attemptCount()).isZero();
    assertThat(restarted.progress().lastFailure()).isNull();
    assertThat(restarted.progress().lastAttemptedAt()).isEqualTo(NOW);
  }

  @Test
  void only_what_failed_and_is_at_rest_can_be_restarted() {
    assertThat(fail(delivery).canRestart()).isTrue();
    assertThat(die(delivery).canRestart()).isTrue();
    Delivery leased = delivery.leased(LEASE, NOW);
    Delivery delivered = leased.settled(new Succeed(), 5, NOW);
    for (Delivery other : new Delivery[] {delivery, leased, delivered}) {
      assertThat(other.canRestart()).isFalse();
      assertThatThrownBy(() -> other.restarted(NOW)).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void what_is_not_in_flight_cannot_be_settled_or_released() {
    assertThatThrownBy(() -> delivery.settled(new Succeed(), 5, NOW))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(delivery::released).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void what_is_not_due_cannot_be_leased() {
    assertThatThrownBy(() -> fail(delivery).leased(LEASE, NOW))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> die(delivery).leased(LEASE, NOW))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void an_attempt_tells_what_it_left_behind() {
    Delivery failed = fail(delivery);
    var id = new AttemptId(IdForm.of(AttemptId.PREFIX, NOW, 0, 1));
    var inFlight = new InFlight(LEASE, NOW.minusSeconds(1));
    assertThat(Attempt.of(id, inFlight, ANSWER_500, NOW, failed))
        .isEqualTo(
            new Attempt(
                id,
                delivery.id(),
                1,
                1,
                Attempt.Status.FAILED,
                FAILURE,
                500,
                "oops",
                "192.0.2.1",
                Duration.ZERO,
                NOW.minusSeconds(1),
                NOW,
                NOW.plusSeconds(30)));
    assertThat(Attempt.of(id, inFlight, ANSWER_500, NOW, die(delivery)).status())
        .isEqualTo(Attempt.Status.EXHAUSTED);
    assertThatThrownBy(() -> Attempt.of(id, inFlight, ANSWER_500, NOW, delivery))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Delivery fail(Delivery delivery) {
    return delivery.leased(LEASE, NOW).settled(new RetryAt(NOW.plusSeconds(30), FAILURE), 5, NOW);
  }

  private static Delivery die(Delivery delivery) {
    return delivery
        .leased(LEASE, NOW)
        .settled(new GiveUp(DeadReason.ATTEMPTS_EXHAUSTED, FAILURE), 5, NOW);
  }

  private static Delivery newDelivery() {
    var event =
        new Event(
            new EventId(IdForm.of(EventId.PREFIX, NOW, 0, 1)),
            TenantId.DEFAULT,
            new EventType("user.created"),
            JsonBytes.of("{}"),
            NOW,
            NOW,
            null,
            "session");
    return Delivery.of(
        new DeliveryId(IdForm.of(DeliveryId.PREFIX, NOW, 0, 1)),
        event,
        new WebhookId(IdForm.of(WebhookId.PREFIX, NOW, 0, 1)),
        5);
  }
}
