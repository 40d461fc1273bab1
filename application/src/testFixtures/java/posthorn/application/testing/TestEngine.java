package posthorn.application.testing;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import posthorn.application.dispatch.AttemptDelivery;
import posthorn.application.dispatch.BeginAttempt;
import posthorn.application.dispatch.DispatchSettings;
import posthorn.application.dispatch.Dispatcher;
import posthorn.application.dispatch.Gates;
import posthorn.application.dispatch.SettleAttempt;
import posthorn.application.policy.Policies;
import posthorn.application.port.ClaimedDelivery;
import posthorn.application.port.OperatorEvent;
import posthorn.application.port.Schemas;
import posthorn.application.publish.Admission;
import posthorn.application.publish.Drafts;
import posthorn.application.publish.PublishEvent;
import posthorn.application.publish.TypeRules;
import posthorn.application.quota.EventQuota;
import posthorn.application.replay.RetryNow;
import posthorn.domain.circuit.Ramp;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.dispatch.Bounds;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.event.Priority;
import posthorn.domain.retry.RetryPolicy;
import posthorn.domain.retry.RetryPreset;
import posthorn.domain.retry.TimeoutPolicy;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookPolicy;

/** The whole engine on one thread, run by hand: nothing happens until a test calls for it. */
public final class TestEngine {
  public static final Duration LEASE = Duration.ofSeconds(60);
  public static final Duration TIMEOUT = Duration.ofSeconds(30);
  public static final DispatchSettings SETTINGS =
      new DispatchSettings("node", LEASE, 256, Map.of(), 0);

  private static final double NO_JITTER = 0.5;

  public final TestTime time;
  public final ScriptedSender sender = new ScriptedSender();
  public final List<OperatorEvent> announced = new ArrayList<>();
  public final Stores stores;
  public final RetryPreset retry;
  public final Policies policies;
  public final Gates gates;
  public final Dispatcher dispatcher;
  public final Admission admission;
  public final Drafts drafts;
  public final PublishEvent publishEvent;
  public final AttemptDelivery attemptDelivery;
  public final RetryNow retryNow;

  public final TestClockTrust clockTrust = new TestClockTrust();

  /** What was started and not yet attempted. */
  public final Deque<ClaimedDelivery> started = new ArrayDeque<>();

  public TestEngine(
      Stores stores, RetryPolicy policy, DispatchSettings settings, Ramp ramp, TestTime time) {
    this(stores, policy, settings, ramp, time, new NoSchemas());
  }

  private TestEngine(
      Stores stores,
      RetryPolicy policy,
      DispatchSettings settings,
      Ramp ramp,
      TestTime time,
      Schemas schemas) {
    var ids = new SequentialIds();
    retry = new RetryPreset("test", policy, TimeoutPolicy.of(TIMEOUT));
    this.time = time;
    this.stores = stores;
    policies =
        new Policies(stores.tenants(), WebhookPolicy.ofServer(retry, Bounds.DEFAULT_PER_WEBHOOK));
    var due = stores.dueDeliveries();
    gates = new Gates(stores.circuits(), announced::add, ramp, null);
    dispatcher = new Dispatcher(due, stores.webhooks(), gates, ids, settings, policies, () -> {});
    admission =
        new Admission(
            new TypeRules(stores.eventTypes(), schemas), new EventQuota(stores.tenants()));
    drafts = new Drafts(stores.webhooks(), ids, dispatcher, policies);
    publishEvent = new PublishEvent(stores.events(), admission, drafts);
    attemptDelivery =
        new AttemptDelivery(
            new BeginAttempt(
                due, stores.webhooks(), gates, announced::add, policies, TIMEOUT, clockTrust),
            sender,
            new SettleAttempt(
                due, stores.webhooks(), gates, announced::add, ids, policies, clockTrust),
            dispatcher);
    retryNow = new RetryNow(stores.deliveries(), dispatcher);
    dispatcher.start(started::add, time.now());
  }

  public TestEngine(Stores stores, RetryPolicy policy) {
    this(stores, policy, SETTINGS, Ramp.OFF, new TestTime());
  }

  public TestEngine(Stores stores, RetryPolicy policy, Schemas schemas) {
    this(stores, policy, SETTINGS, Ramp.OFF, new TestTime(), schemas);
  }

  /** An engine with the {@code gateway} policy on a store in memory. */
  public static TestEngine inMemory() {
    return new TestEngine(Stores.inMemory(), RetryPreset.GATEWAY.policy());
  }

  public PublishEvent.Result publish(String type, String data) {
    return publishEvent.publish(
        new PublishEvent.Command(
            TenantId.DEFAULT,
            new EventType(type),
            JsonBytes.of(data),
            null,
            null,
            null,
            "session-1",
            Priority.NORMAL,
            null,
            null),
        time.now());
  }

  /** Attempts everything that is due now, once; how many that were. */
  public int runDue() {
    int attempted = 0;
    Instant now = time.now();
    for (Instant next = now; !next.isAfter(now) || !started.isEmpty(); ) {
      attempted += attemptStarted();
      next = dispatcher.look(now, Integer.MAX_VALUE);
    }
    return attempted;
  }

  /** Attempts what was started; how many that were. */
  public int attemptStarted() {
    int attempted = 0;
    for (; !started.isEmpty(); attempted++) {
      attemptDelivery.attempt(started.remove(), time.now(), NO_JITTER);
    }
    return attempted;
  }

  /** The delivery as it is now. */
  public Delivery reload(Delivery delivery) {
    return stores.deliveries().find(delivery.tenant(), delivery.id()).orElseThrow();
  }
}
