package posthorn.application.testing;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import posthorn.application.dispatch.AttemptDelivery;
import posthorn.application.dispatch.BeginAttempt;
import posthorn.application.dispatch.DispatchSettings;
import posthorn.application.dispatch.Dispatcher;
import posthorn.application.dispatch.Gates;
import posthorn.application.dispatch.PlaceShares;
import posthorn.application.dispatch.SettleAttempt;
import posthorn.application.dispatch.Slot;
import posthorn.application.policy.Policies;
import posthorn.application.port.OperatorEvent;
import posthorn.application.port.Schemas;
import posthorn.application.publish.Admission;
import posthorn.application.publish.Drafts;
import posthorn.application.publish.PublishEvent;
import posthorn.application.publish.TypeRules;
import posthorn.application.quota.DiskReserve;
import posthorn.application.quota.EventQuota;
import posthorn.application.quota.StorageRoom;
import posthorn.application.quota.TenantQuotas;
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
  /** What an event's data may have, unless its tenant's quota says otherwise. */
  public static final int MOST_DATA_BYTES = 256 * 1024;

  public static final Duration LEASE = Duration.ofSeconds(60);
  public static final Duration TIMEOUT = Duration.ofSeconds(30);
  public static final DispatchSettings SETTINGS =
      new DispatchSettings("node", LEASE, 256, Map.of(), PlaceShares.DEFAULT, 0, 64 << 20);

  /** For a webhook, whatever it says. */
  public static final int MOST_IN_FLIGHT = 50;

  private static final double NO_JITTER = 0.5;

  public final TestTime time;
  public final ScriptedSender sender = new ScriptedSender();
  public final List<OperatorEvent> announced = new ArrayList<>();
  public final Stores stores;
  public final RetryPreset retry;
  public final Policies policies;
  public final Gates gates;
  public final Dispatcher dispatcher;
  public final TenantQuotas quotas;
  public final Admission admission;
  public final Drafts drafts;
  public final PublishEvent publishEvent;
  public final BeginAttempt beginAttempt;
  public final AttemptDelivery attemptDelivery;
  public final RetryNow retryNow;

  /** How many bytes are free on the disk; with less than 1 000 of them nothing new is taken. */
  public final AtomicLong diskFree = new AtomicLong(1_000_000);

  public final DiskReserve disk = new DiskReserve(diskFree::get, 1_000, (_, _) -> {});

  /** How many bytes tenants have stored, as a test says. */
  public final Map<TenantId, Long> stored = new HashMap<>();

  public final TestClockTrust clockTrust = new TestClockTrust();

  /** What was started and not yet attempted. */
  public final Deque<Slot> started = new ArrayDeque<>();

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
        new Policies(
            stores.tenants(),
            WebhookPolicy.ofServer(retry, Bounds.DEFAULT_PER_WEBHOOK),
            MOST_IN_FLIGHT);
    var due = stores.dueDeliveries();
    gates = new Gates(stores.circuits(), announced::add, ramp, null);
    dispatcher = new Dispatcher(due, stores.webhooks(), gates, ids, settings, policies, () -> {});
    quotas =
        new TenantQuotas(
            stores.tenants(),
            new TenantQuotas.Defaults(1_000, 1_000, Long.MAX_VALUE, MOST_DATA_BYTES));
    admission =
        new Admission(
            new TypeRules(stores.eventTypes(), schemas, new WorkAtOnce(), () -> 0),
            new EventQuota(stores.tenants()),
            new StorageRoom(tenant -> stored.getOrDefault(tenant, 0L), quotas, disk));
    drafts = new Drafts(stores.webhooks(), ids, dispatcher, policies);
    publishEvent = new PublishEvent(stores.events(), admission, drafts, quotas);
    beginAttempt =
        new BeginAttempt(
            due, stores.webhooks(), gates, announced::add, policies, TIMEOUT, clockTrust);
    attemptDelivery =
        new AttemptDelivery(
            beginAttempt,
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
