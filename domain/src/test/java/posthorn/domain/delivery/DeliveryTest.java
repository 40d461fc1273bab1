package posthorn.domain.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import posthorn.domain.delivery.DeliveryState.Cancelled;
import posthorn.domain.delivery.DeliveryState.Dead;
import posthorn.domain.delivery.DeliveryState.Delivered;
import posthorn.domain.delivery.DeliveryState.Failed;
import posthorn.domain.delivery.DeliveryState.InFlight;
import posthorn.domain.delivery.DeliveryState.Pending;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventId;
import posthorn.domain.event.EventType;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.event.Priority;
import posthorn.domain.id.IdForm;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.retry.Failure;
import posthorn.domain.retry.Verdict.GiveUp;
import posthorn.domain.retry.Verdict.RetryAt;
import posthorn.domain.retry.Verdict.Succeed;
import posthorn.domain.signing.RotatingSecret;
import posthorn.domain.signing.SigningSecret;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.testing.Law;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;
import posthorn.domain.webhook.WebhookSettings;
import posthorn.domain.webhook.WebhookStatus;

class DeliveryTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Lease LEASE = new Lease("node", "token", NOW.plusSeconds(60));
  private static final Answered ANSWER_500 =
      new Answered(500, Map.of("retry-after", "7"), "oops", "192.0.2.1", Duration.ZERO);
  private static final Map<String, String> SENT = Map.of("webhook-id", "evt_1");
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
  void a_deferral_is_no_attempt_and_is_counted_with_its_reason() {
    Delivery once =
        delivery.leased(LEASE, NOW).deferred(Deferrals.Reason.CIRCUIT_OPEN, NOW.plusSeconds(5));
    assertThat(once.state()).isEqualTo(new Pending(NOW.plusSeconds(5)));
    assertThat(once.progress().attemptCount()).isZero();
    assertThat(once.progress().deferrals())
        .isEqualTo(new Deferrals(1, 1, Deferrals.Reason.CIRCUIT_OPEN));

    Delivery twice =
        fail(delivery)
            .leased(LEASE, NOW.plusSeconds(30))
            .deferred(Deferrals.Reason.RATE_LIMITED, NOW.plusSeconds(31))
            .leased(LEASE, NOW.plusSeconds(31))
            .deferred(Deferrals.Reason.ORDERING, NOW.plusSeconds(32));
    assertThat(twice.state()).isEqualTo(new Failed(NOW.plusSeconds(32)));
    assertThat(twice.progress().attemptCount()).isEqualTo(1);
    assertThat(twice.progress().deferrals())
        .isEqualTo(new Deferrals(2, 0, Deferrals.Reason.ORDERING));
    assertThatThrownBy(() -> delivery.deferred(Deferrals.Reason.PAUSED, NOW))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void deferrals_by_the_circuit_are_counted_apart_in_all_cycles() {
    Delivery deferred =
        delivery
            .leased(LEASE, NOW)
            .deferred(Deferrals.Reason.CIRCUIT_OPEN, NOW.plusSeconds(5))
            .leased(LEASE, NOW.plusSeconds(5))
            .deferred(Deferrals.Reason.RATE_LIMITED, NOW.plusSeconds(6))
            .leased(LEASE, NOW.plusSeconds(6))
            .deferred(Deferrals.Reason.CIRCUIT_OPEN, NOW.plusSeconds(9));
    assertThat(deferred.progress().deferrals())
        .isEqualTo(new Deferrals(3, 2, Deferrals.Reason.CIRCUIT_OPEN));
    Delivery restarted = die(deferred.circuitClosed(NOW)).restarted(NOW.plusSeconds(20));
    assertThat(restarted.progress().deferrals()).isEqualTo(deferred.progress().deferrals());
    assertThatThrownBy(() -> new Deferrals(1, 2, Deferrals.Reason.CIRCUIT_OPEN))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void what_waits_for_its_circuit_is_due_at_once_when_that_closes() {
    Instant reopens = NOW.plusSeconds(60);
    Delivery fresh = delivery.leased(LEASE, NOW).deferred(Deferrals.Reason.CIRCUIT_OPEN, reopens);
    assertThat(fresh.circuitClosed(NOW.plusSeconds(3)).state())
        .isEqualTo(new Pending(NOW.plusSeconds(3)));

    Instant retry = NOW.plusSeconds(30);
    Delivery failed =
        fail(delivery).leased(LEASE, retry).deferred(Deferrals.Reason.CIRCUIT_OPEN, reopens);
    assertThat(failed.circuitClosed(retry.plusSeconds(3)).state())
        .isEqualTo(new Failed(retry.plusSeconds(3)));
  }

  @Test
  void what_waits_by_its_schedule_or_for_another_reason_does_not_wait_for_its_circuit() {
    Delivery blocked =
        delivery.leased(LEASE, NOW).deferred(Deferrals.Reason.CIRCUIT_OPEN, NOW.plusSeconds(5));
    Delivery claimed = blocked.leased(LEASE, NOW.plusSeconds(5));
    assertThat(claimed.released()).isEqualTo(blocked);
    for (Delivery other :
        List.of(
            claimed.settled(new RetryAt(NOW.plusSeconds(30), FAILURE), 5, NOW.plusSeconds(5)),
            claimed,
            claimed.deferred(Deferrals.Reason.PAUSED, NOW.plusSeconds(9)),
            claimed.expired(NOW.plusSeconds(5)),
            claimed.expired(NOW.plusSeconds(5)).restarted(NOW.plusSeconds(9)),
            blocked.circuitClosed(NOW))) {
      assertThatThrownBy(() -> other.circuitClosed(NOW)).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void deferrals_have_a_reason_if_and_only_if_there_are_any() {
    assertThatThrownBy(() -> new Deferrals(1, 0, null))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Deferrals(0, 0, Deferrals.Reason.PAUSED))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Deferrals(-1, 0, Deferrals.Reason.PAUSED))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(Deferrals.Reason.CIRCUIT_OPEN.wireName()).isEqualTo("circuit_open");
  }

  @Test
  void what_waited_too_long_dies_without_another_attempt() {
    Delivery expired =
        fail(delivery).leased(LEASE, NOW.plusSeconds(30)).expired(NOW.plusSeconds(31));
    assertThat(expired.state()).isEqualTo(new Dead(NOW.plusSeconds(31), DeadReason.EXPIRED));
    assertThat(expired.progress().attemptCount()).isEqualTo(1);
    assertThat(expired.progress().lastFailure()).isEqualTo(FAILURE);
    assertThatThrownBy(() -> delivery.expired(NOW)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void what_is_not_over_can_be_cancelled() {
    for (Delivery open : new Delivery[] {delivery, fail(delivery), delivery.leased(LEASE, NOW)}) {
      assertThat(open.canCancel()).isTrue();
      assertThat(open.cancelled(CancelReason.BY_OPERATOR, NOW).state())
          .isEqualTo(new Cancelled(NOW, CancelReason.BY_OPERATOR));
    }
    Delivery cancelled = delivery.cancelled(CancelReason.ENDPOINT_INACTIVE, NOW);
    Delivery delivered = delivery.leased(LEASE, NOW).settled(new Succeed(), 5, NOW);
    for (Delivery over : new Delivery[] {cancelled, delivered, die(delivery)}) {
      assertThat(over.canCancel()).isFalse();
      assertThatThrownBy(() -> over.cancelled(CancelReason.BY_OPERATOR, NOW))
          .isInstanceOf(IllegalStateException.class);
    }
    assertThat(CancelReason.ENDPOINT_INACTIVE.wireName()).isEqualTo("endpoint_inactive");
  }

  @Test
  void a_replay_is_a_new_delivery_of_the_same_event() {
    Delivery dead = die(delivery);
    var id = new DeliveryId(IdForm.of(DeliveryId.PREFIX, NOW, 0, 2));
    Delivery replay = dead.replayed(id, NOW.plusSeconds(9));
    assertThat(replay.id()).isEqualTo(id);
    assertThat(replay.replayOf()).isEqualTo(dead.id());
    assertThat(replay.event()).isEqualTo(dead.event());
    assertThat(replay.webhook()).isEqualTo(dead.webhook());
    assertThat(replay.createdAt()).isEqualTo(NOW.plusSeconds(9));
    assertThat(replay.progress()).isEqualTo(Progress.starting(5, NOW.plusSeconds(9)));
  }

  @Test
  void the_time_it_may_wait_is_counted_from_the_start_of_its_cycle() {
    assertThat(delivery.progress().startedAt()).isEqualTo(NOW);
    assertThat(fail(delivery).progress().startedAt()).isEqualTo(NOW);
    assertThat(die(delivery).restarted(NOW.plusSeconds(9)).progress().startedAt())
        .isEqualTo(NOW.plusSeconds(9));
  }

  @Test
  void no_path_leads_into_two_terminal_states() {
    Law.holds(random -> {
      Delivery current = delivery;
      Instant now = NOW;
      for (int step = 0; step < 30; step++) {
        Delivery before = current;
        now = now.plusSeconds(random.nextInt(100));
        try {
          current = Transitions.any(random).apply(current, now);
        } catch (IllegalStateException _) {
          assertThat(current).isEqualTo(before);
          continue;
        }
        // Out of a terminal state only a person's restart leads, and into a new cycle.
        if (before.state().dueAt() == null) {
          assertThat(current.state()).isInstanceOf(Pending.class);
          assertThat(current.progress().cycle()).isEqualTo(before.progress().cycle() + 1);
          assertThat(before.state()).isNotInstanceOf(Delivered.class);
        }
        assertThat(current.progress().attemptCount())
            .isBetween(0, before.progress().attemptCount() + 1);
      }
    });
  }

  @Test
  void only_what_was_not_delivered_and_is_at_rest_can_be_restarted() {
    assertThat(fail(delivery).canRestart()).isTrue();
    assertThat(die(delivery).canRestart()).isTrue();
    assertThat(delivery.cancelled(CancelReason.BY_OPERATOR, NOW).canRestart()).isTrue();
    Delivery leased = delivery.leased(LEASE, NOW);
    Delivery delivered = leased.settled(new Succeed(), 5, NOW);
    for (Delivery other : new Delivery[] {delivery, leased, delivered}) {
      assertThat(other.canRestart()).isFalse();
      assertThatThrownBy(() -> other.restarted(NOW)).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void only_what_is_over_has_an_end() {
    Delivery leased = delivery.leased(LEASE, NOW);

    assertThat(leased.settled(new Succeed(), 5, NOW).state().endedAt()).isEqualTo(NOW);
    assertThat(leased.expired(NOW).state().endedAt()).isEqualTo(NOW);
    assertThat(leased.cancelled(CancelReason.BY_OPERATOR, NOW).state().endedAt()).isEqualTo(NOW);
    assertThat(delivery.state().endedAt()).isNull();
    assertThat(leased.state().endedAt()).isNull();
    assertThat(fail(delivery).state().endedAt()).isNull();
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
    assertThat(Attempt.of(id, inFlight, SENT, ANSWER_500, NOW, failed))
        .isEqualTo(
            new Attempt(
                id,
                delivery.id(),
                1,
                1,
                Attempt.Status.FAILED,
                FAILURE,
                SENT,
                500,
                Map.of("retry-after", "7"),
                "oops",
                "192.0.2.1",
                Duration.ZERO,
                NOW.minusSeconds(1),
                NOW,
                NOW.plusSeconds(30)));
    assertThat(Attempt.of(id, inFlight, SENT, ANSWER_500, NOW, die(delivery)).status())
        .isEqualTo(Attempt.Status.EXHAUSTED);
    for (Delivery unsettled :
        new Delivery[] {
          delivery, delivery.leased(LEASE, NOW), delivery.cancelled(CancelReason.BY_OPERATOR, NOW)
        }) {
      assertThatThrownBy(() -> Attempt.of(id, inFlight, SENT, ANSWER_500, NOW, unsettled))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(Attempt.Status.EXHAUSTED.wireName()).isEqualTo("exhausted");
  }

  @Test
  void of_the_headers_that_prove_something_an_attempt_keeps_the_names() {
    Map<String, String> sent =
        Map.of(
            "Authorization", "Bearer t0p",
            "webhook-signature", "v1,abc",
            "X-Webhook-Signature", "t=1,v1=abc",
            "webhook-id", "evt_1",
            "X-Webhook-Attempt", "1",
            "User-Agent", "Posthorn/1");
    var inFlight = new InFlight(LEASE, NOW);
    var id = new AttemptId(IdForm.of(AttemptId.PREFIX, NOW, 0, 1));

    assertThat(Attempt.of(id, inFlight, sent, ANSWER_500, NOW, fail(delivery)).requestHeaders())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "Authorization", "(hidden)",
                "webhook-signature", "(hidden)",
                "X-Webhook-Signature", "(hidden)",
                "User-Agent", "Posthorn/1",
                "webhook-id", "evt_1",
                "X-Webhook-Attempt", "1"));
  }

  private static Delivery fail(Delivery delivery) {
    return delivery.leased(LEASE, NOW).settled(new RetryAt(NOW.plusSeconds(30), FAILURE), 5, NOW);
  }

  private static Delivery die(Delivery delivery) {
    return delivery
        .leased(LEASE, NOW)
        .settled(new GiveUp(DeadReason.ATTEMPTS_EXHAUSTED, FAILURE), 5, NOW);
  }

  private static Webhook webhook() {
    return Webhook.registered(
        new WebhookId(IdForm.of(WebhookId.PREFIX, NOW, 0, 1)),
        TenantId.DEFAULT,
        WebhookSettings.of(
            new WebhookUrl(URI.create("https://receiver.example/")),
            List.of(new EventTypePattern("*"))),
        RotatingSecret.of(new SigningSecret("a-secret-of-mine")),
        WebhookStatus.ACTIVE,
        NOW);
  }

  static Delivery newDelivery() {
    var event =
        new Event(
            new EventId(IdForm.of(EventId.PREFIX, NOW, 0, 1)),
            TenantId.DEFAULT,
            new EventType("user.created"),
            JsonBytes.of("{}"),
            NOW,
            NOW,
            null,
            null,
            "session",
            Priority.NORMAL,
            null,
            null);
    return Delivery.of(
        new DeliveryId(IdForm.of(DeliveryId.PREFIX, NOW, 0, 1)), event, webhook(), 5);
  }
}
