package posthorn.application.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import posthorn.application.dispatch.AttemptDelivery;
import posthorn.application.dispatch.ClaimDueDeliveries;
import posthorn.application.port.ClaimedDelivery;
import posthorn.application.port.OperatorEvent;
import posthorn.application.publish.PublishEvent;
import posthorn.application.replay.RetryNow;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.retry.RetryPolicy;
import posthorn.domain.retry.RetryPreset;
import posthorn.domain.tenant.TenantId;

/** The whole engine on one thread, run by hand: nothing happens until a test calls for it. */
public final class TestEngine {
  public static final Duration LEASE = Duration.ofSeconds(60);
  public static final Duration TIMEOUT = Duration.ofSeconds(30);

  private static final double NO_JITTER = 0.5;

  public final TestTime time = new TestTime();
  public final ScriptedSender sender = new ScriptedSender();
  public final List<OperatorEvent> announced = new ArrayList<>();
  public final Stores stores;
  public final PublishEvent publishEvent;
  public final ClaimDueDeliveries claimDueDeliveries;
  public final AttemptDelivery attemptDelivery;
  public final RetryNow retryNow;

  public TestEngine(Stores stores, RetryPolicy policy) {
    var ids = new SequentialIds();
    this.stores = stores;
    publishEvent = new PublishEvent(stores.webhooks(), stores.events(), ids, () -> {}, policy);
    claimDueDeliveries = new ClaimDueDeliveries(stores.deliveries(), ids, "node", LEASE);
    attemptDelivery =
        new AttemptDelivery(stores.deliveries(), sender, announced::add, ids, policy, TIMEOUT);
    retryNow = new RetryNow(stores.deliveries(), () -> {});
  }

  /** An engine with the {@code gateway} policy on a store in memory. */
  public static TestEngine inMemory() {
    return new TestEngine(Stores.inMemory(), RetryPreset.GATEWAY.policy());
  }

  public PublishEvent.Result publish(String type, String data) {
    return publishEvent.publish(
        new PublishEvent.Command(
            TenantId.DEFAULT, new EventType(type), JsonBytes.of(data), null, null, "session-1"),
        time.now());
  }

  /** Attempts everything that is due now, once; how many that were. */
  public int runDue() {
    List<ClaimedDelivery> claimed = claimDueDeliveries.claim(time.now(), Integer.MAX_VALUE);
    claimed.forEach(each -> attemptDelivery.attempt(each, time.now(), NO_JITTER));
    return claimed.size();
  }

  /** The delivery as it is now. */
  public Delivery reload(Delivery delivery) {
    return stores.deliveries().find(delivery.tenant(), delivery.id()).orElseThrow();
  }
}
