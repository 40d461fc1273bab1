package posthorn.application.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import posthorn.application.port.ClaimedDelivery;
import posthorn.application.port.Deliveries;
import posthorn.application.port.DueDeliveries;
import posthorn.application.port.DueDeliveries.Settlement;
import posthorn.application.port.DueDeliveries.Share;
import posthorn.application.port.Events.Publication;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.AttemptId;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.delivery.DeliveryState.InFlight;
import posthorn.domain.delivery.Lease;
import posthorn.domain.dispatch.Work;
import posthorn.domain.event.Event;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.retry.Failure;
import posthorn.domain.retry.Verdict;
import posthorn.domain.retry.Verdict.GiveUp;
import posthorn.domain.webhook.Webhook;

/** What the contracts about deliveries have in common: a store with a webhook, and few words. */
abstract class DeliveriesFixture {
  static final Instant NOW = TestTime.START;

  final Samples samples = new Samples();
  final SequentialIds ids = new SequentialIds();
  Stores stores;
  Deliveries deliveries;
  DueDeliveries due;
  Webhook webhook;

  /** A new, empty store. */
  protected abstract Stores open();

  @BeforeEach
  void setUp() {
    stores = open();
    deliveries = stores.deliveries();
    due = stores.dueDeliveries();
    webhook = samples.webhook(DEFAULT, "*");
    stores.webhooks().add(webhook);
  }

  Delivery accept(Event event) {
    return accept(event, webhook);
  }

  Delivery accept(Event event, Webhook receiver) {
    Delivery delivery = samples.delivery(event, receiver);
    stores.events().accept(List.of(new Publication(event, List.of(delivery))), NOW);
    return delivery;
  }

  /** All that the webhook has due, whatever its kind, at most so many of each. */
  List<ClaimedDelivery> claim(Lease lease, Instant now, int limit) {
    return claim(webhook, lease, now, limit);
  }

  List<ClaimedDelivery> claim(Webhook receiver, Lease lease, Instant now, int limit) {
    List<Share> shares =
        Arrays.stream(Work.values()).map(work -> new Share(receiver.id(), work, limit)).toList();
    return due.claim(shares, lease, now);
  }

  Delivery claimOne(Lease lease, Instant now) {
    List<ClaimedDelivery> claimed = claim(lease, now, 10);
    assertThat(claimed).hasSize(1);
    return claimed.getFirst().delivery();
  }

  boolean nothingWaits() {
    return due.waiting().isEmpty();
  }

  Delivery die(Delivery delivery) {
    Lease lease = lease(NOW);
    Delivery claimed = claimOne(lease, NOW);
    assertThat(claimed.id()).isEqualTo(delivery.id());
    return settle(
        claimed, lease, new GiveUp(DeadReason.ATTEMPTS_EXHAUSTED, failure()), answered(500));
  }

  Delivery settle(Delivery claimed, Lease lease, Verdict verdict, AttemptOutcome outcome) {
    Delivery settled = claimed.settled(verdict, 5, NOW.plus(outcome.took()));
    assertThat(due.settleIfLeased(settled, attempt(claimed, settled, outcome), lease))
        .isEqualTo(Settlement.RECORDED);
    return settled;
  }

  /** The same attempt for the same arguments, so that it can be compared with what was stored. */
  static Attempt attempt(Delivery claimed, Delivery settled, AttemptOutcome outcome) {
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

  Delivery find(Delivery delivery) {
    return deliveries.find(delivery.tenant(), delivery.id()).orElseThrow();
  }

  Lease lease(Instant now) {
    return leaseOf("node", now);
  }

  Lease leaseOf(String holder, Instant now) {
    return new Lease(holder, ids.next("lse_", now), now.plusSeconds(60));
  }

  static AttemptOutcome answered(int status) {
    return new Answered(
        status,
        Map.of("retry-after", "7", "x-empty", ""),
        "sample",
        "192.0.2.7",
        Duration.ofMillis(20));
  }

  static Failure failure() {
    return Failure.of(answered(500));
  }

  static List<DeliveryId> idsOf(List<ClaimedDelivery> claimed) {
    return claimed.stream().map(each -> each.delivery().id()).toList();
  }
}
