package posthorn.application.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import posthorn.application.port.DueDeliveries.Settlement;
import posthorn.application.port.Statistics;
import posthorn.application.port.Statistics.Range;
import posthorn.domain.delivery.Deferrals;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.Lease;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.retry.FailureCategory;
import posthorn.domain.retry.Verdict;
import posthorn.domain.retry.Verdict.GiveUp;
import posthorn.domain.retry.Verdict.RetryAt;
import posthorn.domain.retry.Verdict.Succeed;
import posthorn.domain.statistics.DurationHistogram;
import posthorn.domain.statistics.Tally;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;

/** What every implementation of {@link Statistics} keeps to. */
public abstract class StatisticsContract extends DeliveriesFixture {
  private static final Duration A_MINUTE = Duration.ofMinutes(1);
  private static final Duration AN_HOUR = Duration.ofHours(1);
  private static final Duration TOOK = answered(200).took();

  @Test
  void what_was_settled_is_counted() {
    succeed(webhook, NOW);
    Instant later = NOW.plusSeconds(10);
    Delivery failed = fail(webhook, NOW.plusSeconds(5), new RetryAt(later, failure()));
    die(webhook, failed, later);

    assertThat(total(null, NOW, later.plusSeconds(1)))
        .isEqualTo(
            new Tally(
                1,
                2,
                1,
                1,
                TOOK.multipliedBy(3),
                Map.of(FailureCategory.SERVER_ERROR, 2L),
                DurationHistogram.of(TOOK)
                    .plus(DurationHistogram.of(TOOK))
                    .plus(DurationHistogram.of(TOOK)),
                NOW,
                later));
  }

  @Test
  void what_ends_without_an_attempt_counts_as_dead_alone_and_what_is_put_off_does_not_count() {
    accept(samples.event(DEFAULT, null, NOW));
    Lease first = lease(NOW);
    Delivery deferred = claimOne(first, NOW).deferred(Deferrals.Reason.PAUSED, NOW);
    assertThat(due.releaseIfLeased(deferred, first)).isEqualTo(Settlement.RECORDED);
    assertThat(total(null, NOW, NOW.plusSeconds(1))).isEqualTo(Tally.NOTHING);

    Lease second = lease(NOW);
    Delivery expired = claimOne(second, NOW).expired(NOW);
    assertThat(due.releaseIfLeased(expired, second)).isEqualTo(Settlement.RECORDED);

    Tally total = total(null, NOW, NOW.plusSeconds(1));
    assertThat(total.dead()).isEqualTo(1);
    assertThat(total.attempts()).isZero();
  }

  @Test
  void who_has_lost_the_lease_counts_nothing() {
    accept(samples.event(DEFAULT, null, NOW));
    Delivery claimed = claimOne(lease(NOW), NOW);
    Delivery settled = claimed.settled(new Succeed(), 5, NOW);

    assertThat(due.settleIfLeased(settled, attempt(claimed, settled, answered(200)), lease(NOW)))
        .isEqualTo(Settlement.LEASE_LOST);

    assertThat(total(null, NOW, NOW.plusSeconds(1))).isEqualTo(Tally.NOTHING);
  }

  @Test
  void a_series_has_what_there_was_by_times_of_equal_length() {
    succeed(webhook, NOW);
    succeed(webhook, NOW.plusSeconds(59));
    succeed(webhook, NOW.plusSeconds(60));
    succeed(webhook, NOW.plusSeconds(3_600));

    var range = new Range(DEFAULT, webhook.id(), NOW, NOW.plus(AN_HOUR.multipliedBy(2)));
    var minutes = statistics().series(range, A_MINUTE);
    assertThat(minutes.keySet()).containsExactly(NOW, NOW.plusSeconds(60), NOW.plusSeconds(3_600));
    assertThat(minutes.values()).extracting(Tally::succeeded).containsExactly(2L, 1L, 1L);
    assertThat(statistics().series(range, AN_HOUR).values())
        .extracting(Tally::delivered)
        .containsExactly(3L, 1L);
  }

  @Test
  void a_range_begins_with_a_whole_minute_and_ends_before_its_end() {
    succeed(webhook, NOW.plusSeconds(10));
    succeed(webhook, NOW.plusSeconds(60));

    assertThat(total(null, NOW.plusSeconds(30), NOW.plusSeconds(60)).succeeded()).isEqualTo(1);
    assertThat(total(null, NOW.plusSeconds(60), NOW.plusSeconds(61)).succeeded()).isEqualTo(1);
    assertThat(total(null, NOW.plusSeconds(120), NOW.plusSeconds(180))).isEqualTo(Tally.NOTHING);
  }

  @Test
  void webhooks_are_counted_apart_and_tenants_see_their_own() {
    Webhook another = samples.webhook(DEFAULT, "*");
    stores.webhooks().add(another);
    succeed(webhook, NOW);
    succeed(another, NOW);
    Instant end = NOW.plusSeconds(1);

    assertThat(total(webhook.id(), NOW, end).succeeded()).isEqualTo(1);
    assertThat(total(another.id(), NOW, end).succeeded()).isEqualTo(1);
    assertThat(total(null, NOW, end).succeeded()).isEqualTo(2);
    assertThat(statistics().totalByWebhook(DEFAULT, NOW, end))
        .containsOnly(
            entry(webhook.id(), total(webhook.id(), NOW, end)),
            entry(another.id(), total(another.id(), NOW, end)));
    assertThat(statistics().totalByWebhook(DEFAULT, NOW.plusSeconds(60), NOW.plusSeconds(61)))
        .isEmpty();
    var other = new TenantId("other");
    assertThat(statistics().totalByWebhook(other, NOW, end)).isEmpty();
    assertThat(statistics().total(new Range(other, null, NOW, end))).isEqualTo(Tally.NOTHING);
    assertThat(statistics().total(new Range(other, webhook.id(), NOW, end)))
        .isEqualTo(Tally.NOTHING);
    assertThat(statistics().series(new Range(other, null, NOW, end), A_MINUTE)).isEmpty();
  }

  @Test
  void old_minutes_become_hours_and_nothing_is_lost() {
    succeed(webhook, NOW);
    succeed(webhook, NOW.plusSeconds(60));
    succeed(webhook, NOW.plusSeconds(3_720));
    succeed(webhook, NOW.plusSeconds(7_260));
    Instant end = NOW.plus(AN_HOUR.multipliedBy(3));
    Tally before = total(null, NOW, end);
    Instant young = NOW.plus(AN_HOUR.multipliedBy(2));

    assertThat(stores.history().rollUpStatistics(young, 1)).isEqualTo(1);
    assertThat(stores.history().rollUpStatistics(young, 10)).isEqualTo(1);
    assertThat(stores.history().rollUpStatistics(young, 10)).isZero();

    assertThat(total(null, NOW, end)).isEqualTo(before);
    assertThat(statistics().series(new Range(DEFAULT, null, NOW, end), A_MINUTE).keySet())
        .containsExactly(NOW, NOW.plus(AN_HOUR), NOW.plusSeconds(7_260));
  }

  @Test
  void what_is_old_is_removed() {
    succeed(webhook, NOW);
    succeed(webhook, NOW.plusSeconds(60));
    succeed(webhook, NOW.plusSeconds(120));
    Instant end = NOW.plusSeconds(180);

    assertThat(stores.history().removeStatistics(_ -> NOW.plusSeconds(120), 1)).isEqualTo(1);
    assertThat(stores.history().removeStatistics(_ -> NOW.plusSeconds(120), 10)).isEqualTo(1);
    assertThat(stores.history().removeStatistics(_ -> NOW.plusSeconds(120), 10)).isZero();
    assertThat(total(null, NOW, end).succeeded()).isEqualTo(1);
  }

  private Statistics statistics() {
    return stores.statistics();
  }

  private Tally total(@Nullable WebhookId of, Instant from, Instant to) {
    return statistics().total(new Range(DEFAULT, of, from, to));
  }

  private void succeed(Webhook receiver, Instant at) {
    accept(samples.event(DEFAULT, null, NOW), receiver);
    settleNext(receiver, new Succeed(), 200, at);
  }

  private Delivery fail(Webhook receiver, Instant at, Verdict verdict) {
    accept(samples.event(DEFAULT, null, NOW), receiver);
    return settleNext(receiver, verdict, 500, at);
  }

  private void die(Webhook receiver, Delivery failed, Instant at) {
    Delivery dead =
        settleNext(receiver, new GiveUp(DeadReason.ATTEMPTS_EXHAUSTED, failure()), 500, at);
    assertThat(dead.id()).isEqualTo(failed.id());
  }

  private Delivery settleNext(Webhook receiver, Verdict verdict, int status, Instant at) {
    Lease lease = lease(at);
    Delivery claimed = claim(receiver, lease, at, 1).getFirst().delivery();
    Delivery settled = claimed.settled(verdict, 5, at);
    assertThat(due.settleIfLeased(settled, attempt(claimed, settled, answered(status)), lease))
        .isEqualTo(Settlement.RECORDED);
    return settled;
  }
}
