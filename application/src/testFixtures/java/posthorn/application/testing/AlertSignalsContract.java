package posthorn.application.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import posthorn.application.port.AlertSignals;
import posthorn.application.port.AlertSignals.Activity;
import posthorn.application.port.DueDeliveries.Settlement;
import posthorn.application.port.UntoldDeaths;
import posthorn.application.port.UntoldDeaths.Recipient;
import posthorn.application.port.UntoldDeaths.Untold;
import posthorn.domain.alert.Calls;
import posthorn.domain.alert.OwnerDigest.Kind;
import posthorn.domain.circuit.CircuitBreaker;
import posthorn.domain.circuit.CircuitConfig;
import posthorn.domain.circuit.CircuitEvent;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.Lease;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.retry.Failure;
import posthorn.domain.retry.ReceiverWish;
import posthorn.domain.retry.Verdict;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookStatus;

/**
 * What every implementation of {@link AlertSignals} and {@link UntoldDeaths} keeps to, and of what
 * receivers wish.
 */
public abstract class AlertSignalsContract extends DeliveriesFixture {

  @Test
  void attempts_are_counted_by_webhook_and_time() {
    settle(new Verdict.Succeed(), answered(200), NOW);
    settle(retry(), answered(500), NOW.plusSeconds(60));
    settle(retry(), unknownName(), NOW.plusSeconds(120));

    assertThat(signals().activity(NOW, NOW.plusSeconds(121)))
        .isEqualTo(
            Map.of(
                webhook.id(),
                new Activity(new Calls(1, 2), 1, NOW.plusSeconds(60), NOW.plusSeconds(120), NOW)));
    assertThat(signals().activity(NOW.plusSeconds(70), NOW.plusSeconds(120)))
        .extractingByKey(webhook.id())
        .extracting(Activity::calls)
        .isEqualTo(new Calls(0, 1));
    assertThat(signals().activity(NOW.plusSeconds(180), NOW.plusSeconds(240))).isEmpty();
  }

  @Test
  void deaths_are_counted_by_time_and_dead_letters_no_further_than_asked() {
    for (int i = 0; i < 3; i++) {
      settle(dead(), answered(500), NOW.plusSeconds(60L * i));
    }

    assertThat(signals().dead(NOW, NOW.plusSeconds(61))).isEqualTo(Map.of(webhook.id(), 2L));
    assertThat(signals().dead(NOW.plusSeconds(180), NOW.plusSeconds(240))).isEmpty();
    assertThat(signals().deadLetters(DEFAULT, 10)).isEqualTo(3);
    assertThat(signals().deadLetters(DEFAULT, 2)).isEqualTo(2);
    assertThat(signals().deadLetters(new TenantId("other"), 10)).isZero();
  }

  @Test
  void what_is_due_and_waits_is_counted_no_further_than_asked() {
    for (int i = 0; i < 3; i++) {
      accept(samples.event(DEFAULT, null, NOW));
    }
    assertThat(signals().waiting(NOW, 10)).isEqualTo(3);
    assertThat(signals().waiting(NOW, 2)).isEqualTo(2);
    assertThat(signals().waiting(NOW.minusSeconds(1), 10)).isZero();

    assertThat(claim(lease(NOW), NOW, 1)).hasSize(1);
    assertThat(signals().waiting(NOW, 10)).isEqualTo(2);
  }

  @Test
  void circuits_that_are_not_closed_are_named() {
    Webhook closed = samples.webhook(DEFAULT, "*");
    stores.webhooks().add(closed);
    CircuitBreaker fresh = CircuitBreaker.fresh(CircuitConfig.DEFAULT, NOW);
    stores.circuits().save(closed.id(), fresh.snapshot());
    stores
        .circuits()
        .save(
            webhook.id(),
            fresh.on(new CircuitEvent.ForcedOpen(NOW, NOW.plusSeconds(3_600))).snapshot());

    assertThat(signals().circuitsNotClosed()).containsExactly(webhook.id());
  }

  @Test
  void deaths_are_untold_until_they_are_told() {
    settle(dead(), answered(500), NOW);
    settle(dead(), answered(500), NOW.plusSeconds(10));
    settle(
        new Verdict.GiveUp(DeadReason.PERMANENT_STATUS, failure()),
        answered(404),
        NOW.plusSeconds(20));
    settle(new Verdict.Succeed(), answered(200), NOW.plusSeconds(30));

    var exhausted = new Kind(webhook.id(), DeadReason.ATTEMPTS_EXHAUSTED);
    var permanent = new Kind(webhook.id(), DeadReason.PERMANENT_STATUS);
    List<Untold> all = deaths().all();
    assertThat(all)
        .containsExactlyInAnyOrder(
            new Untold(exhausted, 2, NOW, NOW.plusSeconds(10)),
            new Untold(permanent, 1, NOW.plusSeconds(20), NOW.plusSeconds(20)));

    settle(dead(), answered(500), NOW.plusSeconds(40));
    var recipient = new Recipient(DEFAULT, "owner@example.com");
    deaths().told(recipient, all, List.of(), NOW.plusSeconds(50));

    assertThat(deaths().all())
        .containsExactly(new Untold(exhausted, 1, NOW.plusSeconds(10), NOW.plusSeconds(40)));
    assertThat(deaths().toldAt()).isEqualTo(Map.of(recipient, NOW.plusSeconds(50)));

    deaths().forget(deaths().all());
    assertThat(deaths().all()).isEmpty();
  }

  @Test
  void what_is_given_up_without_an_attempt_is_untold_too() {
    accept(samples.event(DEFAULT, null, NOW));
    Lease lease = lease(NOW);
    due.releaseIfLeased(claimOne(lease, NOW).expired(NOW), lease);

    assertThat(deaths().all())
        .containsExactly(new Untold(new Kind(webhook.id(), DeadReason.EXPIRED), 1, NOW, NOW));
  }

  @Test
  void why_a_receiver_disabled_its_webhook_is_known_until_it_is_active_again() {
    stores.webhooks().disable(webhook.id(), ReceiverWish.GONE, NOW);

    Webhook disabled = stores.webhooks().find(webhook.id()).orElseThrow();
    assertThat(disabled.status()).isEqualTo(WebhookStatus.INACTIVE);
    assertThat(stores.webhooks().disabled()).isEqualTo(Map.of(webhook.id(), ReceiverWish.GONE));

    stores.webhooks().changeStatus(webhook.id(), WebhookStatus.ACTIVE, NOW.plusSeconds(1));
    stores.webhooks().changeStatus(webhook.id(), WebhookStatus.INACTIVE, NOW.plusSeconds(2));
    assertThat(stores.webhooks().disabled()).isEmpty();

    stores.webhooks().disable(samples.webhook(DEFAULT, "*").id(), ReceiverWish.GONE, NOW);
    assertThat(stores.webhooks().disabled()).isEmpty();
  }

  private AlertSignals signals() {
    return stores.alerting().signals();
  }

  private UntoldDeaths deaths() {
    return stores.alerting().deaths();
  }

  private static Verdict retry() {
    return new Verdict.RetryAt(NOW.plusSeconds(100_000), failure());
  }

  private static Verdict dead() {
    return new Verdict.GiveUp(DeadReason.ATTEMPTS_EXHAUSTED, failure());
  }

  private static AttemptOutcome unknownName() {
    return new AttemptOutcome.Unreachable(
        AttemptOutcome.Unreachable.Trouble.NAME, "no such host", null, Duration.ofMillis(20));
  }

  private void settle(Verdict verdict, AttemptOutcome outcome, Instant at) {
    accept(samples.event(DEFAULT, null, NOW));
    Lease lease = lease(at);
    Delivery claimed = claim(lease, at, 1).getFirst().delivery();
    Verdict judged =
        verdict instanceof Verdict.RetryAt(Instant next, _)
            ? new Verdict.RetryAt(next, Failure.of(outcome))
            : verdict;
    Delivery settled = claimed.settled(judged, 5, at);
    assertThat(due.settleIfLeased(settled, attempt(claimed, settled, outcome), lease))
        .isEqualTo(Settlement.RECORDED);
  }
}
