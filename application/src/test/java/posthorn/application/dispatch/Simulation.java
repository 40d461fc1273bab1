package posthorn.application.dispatch;

import java.time.Duration;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.StoreException;
import posthorn.application.testing.Stores;
import posthorn.domain.webhook.WebhookStatus;

/**
 * The real engine on ports in memory, in a world made up from a seed: step by step, with faults,
 * and with a look at every invariant after each step.
 */
final class Simulation {
  private static final Duration RESTART = Duration.ofSeconds(1);
  private static final Duration MEANWHILE = Duration.ofMillis(50);

  /** By then everything has ended that is ever going to; a stepped clock may cost the most. */
  private static final Duration PATIENCE = Duration.ofHours(1);

  final Random random;
  final VirtualTime time = new VirtualTime();
  final Trace trace = new Trace(time);
  final Scenario scenario;
  final Stores real = Stores.inMemory();
  final Ledger ledger;
  final Receivers receivers;
  private final MonotonicTestIds ids = new MonotonicTestIds();
  private final PortCalls calls;
  private final Stores stores;
  private final Invariants invariants;
  private final SimulatedAttempt.Surroundings surroundings;
  private final Troubles troubles;
  private @Nullable SimulatedNode node;
  private boolean troubled = true;
  private boolean nested;

  Simulation(long seed, Sabotage sabotage) {
    random = new Random(seed);
    scenario = Scenario.of(random, ids);
    ledger = new Ledger(real, ids);
    receivers = new Receivers(random, scenario.timeout());
    calls = new PortCalls(random, trace, scenario.faults(), this::meanwhile);
    stores = new WatchedStores(real, calls, ledger, sabotage).stores();
    invariants = new Invariants(ledger, receivers, scenario.policy().maxAttempts());
    surroundings = new SimulatedAttempt.Surroundings(time, random, trace, receivers, scenario);
    troubles = new Troubles(this);
    trace.note(scenario.toString());
  }

  void run() {
    scenario.webhooks().forEach(real.webhooks()::add);
    plan(Duration.ZERO, "start", this::start);
    troubles.begin();
    plan(scenario.trouble(), "all is well again", this::recover);
    while (!isOver()) {
      Step next = time.next();
      if (next == null) {
        throw new AssertionError("nothing happens any more, but these wait: " + ledger.waiting());
      }
      if (time.sinceStart().compareTo(scenario.trouble().plus(PATIENCE)) > 0) {
        throw new AssertionError("these never end: " + ledger.waiting());
      }
      if (isAlive(next)) {
        perform(next);
      }
    }
    if (node != null) {
      invariants.checkEnd(node);
    }
  }

  private boolean isOver() {
    return !troubled && node != null && ledger.unfinished().isEmpty() && ledger.held() == 0;
  }

  private boolean isAlive(Step step) {
    return step.of() == null || step.of() == node;
  }

  private void perform(Step step) {
    trace.step(step.what());
    try {
      work(step);
    } catch (Crash _) {
      crash();
    }
    invariants.checkStore();
    invariants.checkHeld(node);
  }

  private void work(Step step) {
    try {
      step.work().run();
    } catch (StoreException _) {
      trace.note("and so it fails");
    }
  }

  /** While one step waits for the store, another happens. */
  private void meanwhile() {
    if (nested || random.nextBoolean()) {
      return;
    }
    Step step = time.next(MEANWHILE, it -> isAlive(it) && it.overlaps().getAsBoolean());
    if (step != null) {
      nested = true;
      trace.step("meanwhile: " + step.what());
      try {
        work(step);
      } finally {
        nested = false;
      }
    }
  }

  private void plan(Duration delay, String what, Runnable work) {
    time.after(delay, Step.ofTheWorld(what, () -> false, work));
  }

  boolean troubled() {
    return troubled;
  }

  /** The server, while it runs. */
  @Nullable SimulatedNode node() {
    return node;
  }

  private void start() {
    ledger.forgetHeld();
    try {
      var next = new SimulatedNode(scenario, stores, ids, ledger, surroundings);
      node = next;
      next.start();
      if (!troubled) {
        troubles.closeForced(next);
      }
    } catch (StoreException _) {
      crash();
    }
  }

  void crash() {
    node = null;
    plan(RESTART, "start", this::start);
  }

  private void recover() {
    troubled = false;
    calls.faultsAreOver();
    receivers.recover();
    scenario
        .webhooks()
        .forEach(webhook ->
            real.webhooks().changeStatus(webhook.id(), WebhookStatus.ACTIVE, time.clock()));
    if (node != null) {
      troubles.closeForced(node);
      troubles.flood(node);
    }
  }
}
