package posthorn.application.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.function.BooleanSupplier;
import posthorn.application.policy.Policies;
import posthorn.application.port.Ids;
import posthorn.application.port.OperatorEvent;
import posthorn.application.port.StoreException;
import posthorn.application.publish.Admission;
import posthorn.application.publish.Drafts;
import posthorn.application.publish.PublishEvent;
import posthorn.application.publish.TypeRules;
import posthorn.application.quota.DiskReserve;
import posthorn.application.quota.EventQuota;
import posthorn.application.quota.StorageRoom;
import posthorn.application.quota.TenantQuotas;
import posthorn.application.replay.RetryNow;
import posthorn.application.testing.NoSchemas;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestClockTrust;
import posthorn.application.testing.WorkAtOnce;
import posthorn.domain.retry.RetryPreset;
import posthorn.domain.retry.TimeoutPolicy;
import posthorn.domain.webhook.WebhookPolicy;

/** One run of the server, from a start to a crash: all that a crash loses. */
final class SimulatedNode {
  private static final Duration TIDY_INTERVAL = Duration.ofSeconds(5);
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);

  /** A loop that looks so often without time passing looks for ever. */
  private static final int MOST_LOOKS_AT_ONCE = 300;

  final BeginAttempt beginAttempt;
  final SettleAttempt settleAttempt;
  final Dispatcher dispatcher;
  final PublishEvent publishEvent;
  final RetryNow retryNow;
  final Gates gates;
  final Wire wire;

  private final Scenario scenario;
  private final Stores stores;
  private final VirtualTime time;
  private final Random random;
  private final SimulatedAttempt.Surroundings surroundings;
  private boolean stopping;
  private boolean looking;
  private long lookedAt = -1;
  private int looks;
  private long nextLook = Long.MAX_VALUE;

  SimulatedNode(
      Scenario scenario,
      Stores stores,
      Ids ids,
      Ledger ledger,
      SimulatedAttempt.Surroundings surroundings) {
    this.scenario = scenario;
    this.stores = stores;
    this.surroundings = surroundings;
    this.time = surroundings.time();
    this.random = surroundings.random();
    this.wire = new Wire(scenario, ledger, time);
    var due = stores.dueDeliveries();
    var retry =
        new RetryPreset("simulated", scenario.policy(), TimeoutPolicy.of(scenario.timeout()));
    var policies =
        new Policies(
            stores.tenants(), WebhookPolicy.ofServer(retry, scenario.maxInFlightPerWebhook()), 50);
    gates = new Gates(stores.circuits(), this::announced, scenario.ramp(), scenario.tenantLimit());
    dispatcher =
        new Dispatcher(
            due, stores.webhooks(), gates, ids, scenario.settings(), policies, this::rung);
    beginAttempt =
        new BeginAttempt(
            due,
            stores.webhooks(),
            gates,
            this::announced,
            policies,
            scenario.timeout(),
            new TestClockTrust());
    settleAttempt =
        new SettleAttempt(
            due, stores.webhooks(), gates, this::announced, ids, policies, new TestClockTrust());
    var quotas = new TenantQuotas(stores.tenants(), new TenantQuotas.Defaults(1, 1, 1, 256 * 1024));
    publishEvent =
        new PublishEvent(
            stores.events(),
            new Admission(
                new TypeRules(stores.eventTypes(), new NoSchemas(), new WorkAtOnce(), () -> 0),
                new EventQuota(stores.tenants()),
                new StorageRoom(_ -> 0, quotas, new DiskReserve(() -> 1, 0, (_, _) -> {}))),
            new Drafts(stores.webhooks(), ids, dispatcher, policies),
            quotas);
    retryNow = new RetryNow(stores.deliveries(), dispatcher);
  }

  /** As the server does it. */
  void start() {
    int _ = stores.dueDeliveries().releaseAllHeldBy(scenario.settings().node());
    wire.startsSlowly(stores.dueDeliveries().waiting());
    dispatcher.start(this::attempt, time.clock());
    if (scenario.polls() > 0) {
      plan(Duration.ZERO, "poll", this::mayLook, this::poll);
    } else {
      planLook(Duration.ZERO);
    }
    if (scenario.faults().tidies()) {
      plan(TIDY_INTERVAL, "tidy", () -> true, this::tidy);
    }
  }

  /** Starts nothing more, as the server does before it ends. */
  void stop() {
    stopping = true;
    dispatcher.stop();
  }

  /** Ends well; the store is for the next run. */
  void end() {
    gates.save();
    int _ = stores.dueDeliveries().releaseAllHeldBy(scenario.settings().node());
  }

  void plan(Duration delay, String what, BooleanSupplier overlaps, Runnable work) {
    time.after(delay, new Step(this, what, overlaps, work));
  }

  private void announced(OperatorEvent event) {
    surroundings.trace().note("announced: " + event.type());
    wire.announced(event);
  }

  private void attempt(Slot slot) {
    new SimulatedAttempt(this, slot, surroundings).start();
  }

  private void rung() {
    if (scenario.polls() == 0) {
      planLook(Duration.ofMillis(random.nextInt(2)));
    }
  }

  /** The loop waits only once: the earliest time that anybody wants is what it waits for. */
  private void planLook(Duration delay) {
    long at = time.sinceStart().plus(delay).toMillis();
    if (at >= nextLook) {
      return;
    }
    nextLook = at;
    plan(
        delay,
        "look",
        this::mayLook,
        () -> {
          if (at == nextLook) {
            nextLook = Long.MAX_VALUE;
            look();
          }
        });
  }

  private void look() {
    if (stopping) {
      return;
    }
    long now = time.sinceStart().toMillis();
    looks = lookedAt == now ? looks + 1 : 0;
    lookedAt = now;
    if (looks > MOST_LOOKS_AT_ONCE) {
      throw new AssertionError("the server looks for due deliveries again and again");
    }
    Instant next = lookFor(Integer.MAX_VALUE);
    if (!next.equals(Instant.MAX)) {
      Duration wait = Duration.between(time.clock(), next);
      planLook(wait.isNegative() ? Duration.ZERO : wait);
    }
  }

  private void poll() {
    plan(Scenario.POLL_INTERVAL, "poll", this::mayLook, this::poll);
    if (!stopping) {
      int before = wire.held();
      Instant _ = lookFor(scenario.polls());
      if (wire.held() - before > scenario.polls()) {
        throw new AssertionError("more than a batch was taken");
      }
    }
  }

  private Instant lookFor(int limit) {
    looking = true;
    try {
      return dispatcher.look(time.clock(), limit);
    } catch (StoreException _) {
      return time.clock().plus(PAUSE_AFTER_FAILURE);
    } finally {
      looking = false;
    }
  }

  /** There is but one loop that looks. */
  private boolean mayLook() {
    return !looking;
  }

  private void tidy() {
    plan(TIDY_INTERVAL, "tidy", () -> true, this::tidy);
    dispatcher.tidy(time.clock());
  }
}
