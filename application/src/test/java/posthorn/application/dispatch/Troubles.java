package posthorn.application.dispatch;

import static posthorn.application.dispatch.Trace.tail;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.StoreException;
import posthorn.application.publish.PublishEvent;
import posthorn.domain.circuit.CircuitEvent;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.event.Priority;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookStatus;

/** What the world does to a simulated server: it publishes, meddles, and breaks things. */
final class Troubles {
  private static final List<String> TYPES = List.of("order.created", "order.paid", "user.created");
  private static final JsonBytes DATA = JsonBytes.of("{\"n\": 1}");
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration VERY_LONG = Duration.ofHours(3);

  private final Simulation simulation;
  private final Random random;
  private final Set<Webhook> forcedOpen = new LinkedHashSet<>();

  Troubles(Simulation simulation) {
    this.simulation = simulation;
    this.random = simulation.random;
  }

  void begin() {
    Faults faults = simulation.scenario.faults();
    every(1_500, "publish", true, this::publish);
    every(3_000, "a receiver changes", true, _ -> changeReceiver());
    every(4_000, "retry now", true, this::retryNow);
    every(10_000, "a person changes a webhook", true, this::changeStatus);
    every(15_000, "a person forces a circuit open", false, this::forceOpen);
    every(12_000, "a person closes the circuits again", false, this::closeForced);
    if (faults.crashes()) {
      every(8_000, "crash", false, _ -> simulation.crash());
    }
    if (faults.stops()) {
      every(20_000, "stop", false, this::stop);
    }
    if (faults.clockSteps()) {
      every(8_000, "the clock is set", false, _ -> setClock());
    }
  }

  /** Again and again while the trouble lasts, and only while the server runs. */
  private void every(int meanMillis, String what, boolean overlaps, Consumer<SimulatedNode> work) {
    Runnable once =
        () -> {
          if (simulation.troubled()) {
            every(meanMillis, what, overlaps, work);
            SimulatedNode node = simulation.node();
            if (node != null) {
              work.accept(node);
            }
          }
        };
    simulation.time.after(
        Duration.ofMillis(random.nextInt(2 * meanMillis)),
        Step.ofTheWorld(what, () -> overlaps, once));
  }

  /** Much at once and then nothing: whoever forgets any of it is not reminded. */
  void flood(SimulatedNode node) {
    publish(node, 15);
  }

  private void publish(SimulatedNode node) {
    publish(node, random.nextInt(3) == 0 ? 1 + random.nextInt(10) : 1);
  }

  private void publish(SimulatedNode node, int count) {
    List<PublishEvent.Command> commands =
        IntStream.range(0, count).mapToObj(_ -> command()).toList();
    node.publishEvent
        .publish(commands, simulation.time.clock())
        .forEach(result -> simulation.trace.note(result.toString()));
  }

  private PublishEvent.Command command() {
    Priority[] priorities = Priority.values();
    return new PublishEvent.Command(
        Scenario.TENANTS.get(random.nextInt(Scenario.TENANTS.size())),
        new EventType(TYPES.get(random.nextInt(TYPES.size()))),
        DATA,
        null,
        oneIn(4, "key-" + random.nextInt(10)),
        null,
        null,
        priorities[random.nextInt(priorities.length)],
        oneIn(2, "order-" + random.nextInt(2)),
        random.nextInt(6) == 0
            ? simulation.time.clock().plusMillis(random.nextInt(20_000) - 2_000)
            : null);
  }

  private @Nullable String oneIn(int many, String value) {
    return random.nextInt(many) == 0 ? value : null;
  }

  private void changeReceiver() {
    Webhook webhook = anyWebhook();
    note(webhook, simulation.receivers.change(webhook.id()));
  }

  private void changeStatus(SimulatedNode node) {
    Webhook webhook = anyWebhook();
    WebhookStatus[] all = WebhookStatus.values();
    WebhookStatus status =
        random.nextBoolean() ? WebhookStatus.ACTIVE : all[random.nextInt(all.length)];
    simulation.real.webhooks().changeStatus(webhook.id(), status, simulation.time.clock());
    note(webhook, status);
    if (status != WebhookStatus.ACTIVE) {
      node.dispatcher.recall(webhook.id(), simulation.time.clock());
    }
  }

  /** For longer than anybody has patience, unless it is closed again. */
  private void forceOpen(SimulatedNode node) {
    Webhook webhook = anyWebhook();
    Instant now = simulation.time.clock();
    forcedOpen.add(webhook);
    node.gates.report(webhook, new CircuitEvent.ForcedOpen(now, now.plus(VERY_LONG)));
    note(webhook, "forced open");
  }

  /** As the API does it. What was not done, as the store failed, is done the next time. */
  void closeForced(SimulatedNode node) {
    for (Webhook webhook : List.copyOf(forcedOpen)) {
      Instant now = simulation.time.clock();
      simulation.ledger.circuitUnknown(webhook.id());
      node.gates.report(
          webhook,
          random.nextBoolean()
              ? new CircuitEvent.Reset(now)
              : new CircuitEvent.ForcedClosed(now, null));
      node.dispatcher.expect(webhook.id(), now);
      forcedOpen.remove(webhook);
      note(webhook, "closed again");
    }
  }

  private void note(Webhook webhook, Object what) {
    simulation.trace.note(tail(webhook.id().value()) + " is " + what);
  }

  private Webhook anyWebhook() {
    List<Webhook> all = simulation.scenario.webhooks();
    return all.get(random.nextInt(all.size()));
  }

  private void retryNow(SimulatedNode node) {
    List<Delivery> atRest = simulation.ledger.all().stream().filter(Delivery::canRestart).toList();
    if (!atRest.isEmpty()) {
      Delivery delivery = atRest.get(random.nextInt(atRest.size()));
      var result =
          node.retryNow.retryNow(delivery.tenant(), delivery.id(), simulation.time.clock());
      simulation.trace.note(tail(delivery.id().value()) + ": " + result.getClass().getSimpleName());
    }
  }

  private void stop(SimulatedNode node) {
    node.stop();
    node.plan(
        STOP_TIMEOUT,
        "end",
        () -> false,
        () -> {
          try {
            node.end();
          } catch (StoreException _) {
            simulation.trace.note("it ends all the same");
          }
          simulation.crash();
        });
  }

  private void setClock() {
    Duration ahead =
        random.nextBoolean()
            ? Duration.ofSeconds(1 + random.nextInt(300))
            : Duration.ofSeconds(-1 - random.nextInt(180));
    simulation.time.setClock(ahead);
    simulation.trace.note("by " + ahead);
  }
}
