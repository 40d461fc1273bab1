package posthorn.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.ClaimedDelivery;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.port.DueDeliveries.Settlement;
import posthorn.application.port.DueDeliveries.Share;
import posthorn.application.port.EventQuery;
import posthorn.application.port.EventQuery.Where;
import posthorn.application.port.Events.Acceptance;
import posthorn.application.port.Events.Publication;
import posthorn.application.port.StoreException;
import posthorn.application.testing.Samples;
import posthorn.application.testing.SequentialIds;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestTime;
import posthorn.domain.circuit.CircuitConfig;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.AttemptId;
import posthorn.domain.delivery.Deferrals;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.delivery.DeliveryState.InFlight;
import posthorn.domain.delivery.Lease;
import posthorn.domain.dispatch.Work;
import posthorn.domain.event.Event;
import posthorn.domain.ordering.OnHeadFailure;
import posthorn.domain.ordering.OrderingGuarantee;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.retry.Failure;
import posthorn.domain.retry.Verdict;
import posthorn.domain.webhook.Flow;
import posthorn.domain.webhook.Webhook;

/**
 * A bit of everything that a store does for deliveries, remembering what it acknowledged. An
 * operation that fails is passed over, as the engine would.
 */
final class DayOfWork {
  static final int OPERATIONS = 14;

  private static final Instant NOW = TestTime.START;
  private static final Answered ANSWER =
      new Answered(500, Map.of("a", "b"), "sample", "192.0.2.7", Duration.ofMillis(20));

  private final Samples samples = new Samples();
  private final SequentialIds ids = new SequentialIds();
  private final Stores stores;
  private final Webhook webhook = samples.webhook(DEFAULT, "*");
  private final Webhook strict =
      samples.webhook(
          new Flow(
              OrderingGuarantee.STRICT, OnHeadFailure.BLOCK, null, null, CircuitConfig.DEFAULT));
  private final Map<DeliveryId, Delivery> acknowledged = new HashMap<>();

  DayOfWork(Stores stores) {
    this.stores = stores;
  }

  void work() {
    if (tried(() -> add(webhook)) == null || tried(() -> add(strict)) == null) {
      return;
    }
    publish(webhook, "key");
    publish(webhook, null);
    publish(strict, null);
    publish(strict, null);
    for (Delivery claimed : claim(webhook)) {
      settle(claimed, new Verdict.RetryAt(NOW, Failure.of(ANSWER)));
    }
    for (Delivery claimed : claim(webhook)) {
      settle(claimed, new Verdict.GiveUp(DeadReason.ATTEMPTS_EXHAUSTED, Failure.of(ANSWER)));
      restart(claimed);
    }
    for (Delivery claimed : claim(strict)) {
      release(claimed);
    }
    for (Delivery claimed : claim(strict)) {
      settle(claimed, new Verdict.Succeed());
    }
    claim(strict).forEach(claimed -> settle(claimed, new Verdict.Succeed()));
  }

  private Boolean add(Webhook added) {
    stores.webhooks().add(added);
    return true;
  }

  private void publish(Webhook receiver, @Nullable String key) {
    Event event = samples.event(DEFAULT, key, NOW);
    List<Delivery> deliveries =
        List.of(samples.delivery(event, receiver), samples.delivery(event, receiver));
    List<Acceptance> accepted =
        tried(() -> stores.events().accept(List.of(new Publication(event, deliveries)), NOW));
    if (accepted != null) {
      deliveries.forEach(this::acknowledge);
    }
  }

  private List<Delivery> claim(Webhook receiver) {
    var lease = new Lease("node", ids.next("lse_", NOW), NOW.plusSeconds(60));
    List<Share> shares =
        Arrays.stream(Work.values()).map(work -> new Share(receiver.id(), work, 1)).toList();
    List<ClaimedDelivery> claimed = tried(() -> stores.dueDeliveries().claim(shares, lease, NOW));
    if (claimed == null) {
      return List.of();
    }
    List<Delivery> deliveries = claimed.stream().map(ClaimedDelivery::delivery).toList();
    deliveries.forEach(this::acknowledge);
    return deliveries;
  }

  private void settle(Delivery claimed, Verdict verdict) {
    Delivery settled = claimed.settled(verdict, 5, NOW);
    InFlight inFlight = (InFlight) claimed.state();
    var id = new AttemptId(ids.next(AttemptId.PREFIX, NOW));
    Attempt attempt = Attempt.of(id, inFlight, Map.of("x", "y"), ANSWER, NOW, settled);
    if (tried(() -> stores.dueDeliveries().settleIfLeased(settled, attempt, inFlight.lease()))
        == Settlement.RECORDED) {
      acknowledge(settled);
    }
  }

  private void release(Delivery claimed) {
    Delivery deferred = claimed.deferred(Deferrals.Reason.RATE_LIMITED, NOW);
    Lease lease = ((InFlight) claimed.state()).lease();
    if (tried(() -> stores.dueDeliveries().releaseIfLeased(deferred, lease))
        == Settlement.RECORDED) {
      acknowledge(deferred);
    }
  }

  private void restart(Delivery claimed) {
    Delivery present = acknowledged.getOrDefault(claimed.id(), claimed);
    if (!present.canRestart()) {
      return;
    }
    Delivery restarted = present.restarted(NOW);
    if (Boolean.TRUE.equals(tried(() -> stores.deliveries().restartIfAtRest(restarted)))) {
      acknowledge(restarted);
    }
  }

  private void acknowledge(Delivery delivery) {
    acknowledged.put(delivery.id(), delivery);
  }

  private static <T> @Nullable T tried(Supplier<T> operation) {
    try {
      return operation.get();
    } catch (StoreException _) {
      return null;
    }
  }

  /** All that was acknowledged is there as it was last acknowledged, and nothing is half done. */
  void check(Stores reopened) {
    var found = new ArrayList<DeliveryId>();
    for (Delivery expected : acknowledged.values()) {
      Delivery delivery = reopened.deliveries().find(DEFAULT, expected.id()).orElseThrow();
      found.add(delivery.id());
      // A lane may have put it off since; that is nobody's acknowledgement.
      assertThat(delivery.state()).isIn(expected.state(), asItWaited(expected).state());
      assertThat(delivery.progress().attemptCount()).isEqualTo(expected.progress().attemptCount());
      List<Attempt> attempts = reopened.deliveries().attemptsOf(delivery.id());
      long ofThisCycle =
          attempts.stream()
              .filter(attempt -> attempt.cycle() == delivery.progress().cycle())
              .count();
      assertThat(ofThisCycle).isEqualTo(delivery.progress().attemptCount());
    }
    assertThat(all(reopened)).containsExactlyInAnyOrderElementsOf(found);
    List<Long> numbers =
        reopened
            .eventHistory()
            .list(new EventQuery(DEFAULT, Where.ANY, null, 0, 100, true))
            .items()
            .stream()
            .map(Event::sequence)
            .sorted()
            .toList();
    assertThat(numbers).isEqualTo(LongStream.rangeClosed(1, numbers.size()).boxed().toList());
  }

  /** Who had one has it no more: it waits again, unless its lease was written. */
  private static Delivery asItWaited(Delivery acknowledged) {
    return acknowledged.state() instanceof InFlight ? acknowledged.released() : acknowledged;
  }

  /** An event whose publication failed left no delivery behind. */
  private static List<DeliveryId> all(Stores stores) {
    return stores.deliveries().list(new DeliveryQuery(DEFAULT, null, null, null, 1_000)).stream()
        .map(Delivery::id)
        .toList();
  }
}
