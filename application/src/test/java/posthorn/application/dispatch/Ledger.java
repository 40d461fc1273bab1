package posthorn.application.dispatch;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Events.Acceptance;
import posthorn.application.port.Events.Publication;
import posthorn.application.port.Ids;
import posthorn.application.port.OperatorEvent.CircuitChanged;
import posthorn.application.testing.Stores;
import posthorn.domain.circuit.Phase;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.delivery.DeliveryState.InFlight;
import posthorn.domain.delivery.Lease;
import posthorn.domain.event.Event;
import posthorn.domain.ordering.Standing;
import posthorn.domain.webhook.WebhookId;
import posthorn.domain.webhook.WebhookStatus;

/** What a simulation knows to have happened, kept apart from what the store says. */
final class Ledger {
  private record CycleOf(DeliveryId delivery, int cycle) {}

  private final Stores real;
  private final Ids ids;
  private final Map<DeliveryId, Delivery> deliveries = new LinkedHashMap<>();
  private final Map<DeliveryId, Delivery> unfinished = new LinkedHashMap<>();
  private final LaneBook lanes = new LaneBook();
  private final Map<CycleOf, Integer> attempts = new HashMap<>();
  private final Map<DeliveryId, Integer> cycles = new HashMap<>();

  /** What a lease would have been called that was taken when the delivery came in. */
  private final Map<DeliveryId, String> cameWith = new HashMap<>();

  private final Map<WebhookId, Instant> openedAt = new HashMap<>();
  private final List<String> wrong = new ArrayList<>();
  private int held;
  private boolean written;

  Ledger(Stores real, Ids ids) {
    this.real = real;
    this.ids = ids;
  }

  /** Something may have been written. */
  void written() {
    written = true;
  }

  /** Whether anything may have been written since this was last asked. */
  boolean takeWritten() {
    boolean any = written;
    written = false;
    return any;
  }

  void accepted(List<Publication> publications, List<Acceptance> answers) {
    written();
    for (int i = 0; i < publications.size(); i++) {
      if (answers.get(i) instanceof Acceptance.Accepted) {
        Event event = publications.get(i).event();
        publications.get(i).deliveries().forEach(delivery -> accepted(event, delivery));
      }
    }
  }

  private void accepted(Event event, Delivery delivery) {
    seen(delivery);
    came(delivery);
    cycles.put(delivery.id(), 1);
    lanes.accepted(event, delivery, real.webhooks().find(delivery.webhook()).orElseThrow());
  }

  /**
   * An attempt was recorded.
   *
   * @param ours whether the store had the delivery under the lease
   */
  void settled(Attempt attempt, boolean ours) {
    int before =
        attempts.merge(new CycleOf(attempt.delivery(), attempt.cycle()), 1, Integer::sum) - 1;
    if (attempt.number() != before + 1) {
      wrong.add(
          attempt.delivery() + " had " + before + " attempts, and then number " + attempt.number());
    }
    if (!ours) {
      wrong.add(attempt.delivery() + " was settled by somebody who had lost the lease");
    }
  }

  void restarted(Delivery restarted) {
    written();
    cycles.merge(restarted.id(), 1, Integer::sum);
    unfinished.put(restarted.id(), deliveries.getOrDefault(restarted.id(), restarted));
    came(restarted);
  }

  private void came(Delivery delivery) {
    cameWith.put(delivery.id(), ids.next("lse_", delivery.progress().startedAt()));
  }

  /** Whether a delivery was accepted or started anew when somebody had that lease already. */
  boolean cameAfter(Lease lease, DeliveryId delivery) {
    return cameWith.getOrDefault(delivery, "").compareTo(lease.token()) > 0;
  }

  /** The server has got hold of so many deliveries more. */
  void held(int more) {
    held += more;
  }

  int held() {
    return held;
  }

  void forgetHeld() {
    held = 0;
  }

  /** The deliveries that were not done after the step before, as they were then. */
  Collection<Delivery> unfinished() {
    return unfinished.values();
  }

  /** In few words, for people. */
  List<String> waiting() {
    return unfinished.values().stream()
        .map(it -> Trace.tail(it.id().value()) + " " + it.progress())
        .toList();
  }

  Collection<Delivery> all() {
    return deliveries.values();
  }

  void seen(Delivery now) {
    deliveries.put(now.id(), now);
    if (now.standing() == Standing.DONE) {
      unfinished.remove(now.id());
    } else {
      unfinished.put(now.id(), now);
    }
  }

  Delivery stored(DeliveryId id) {
    Delivery known = deliveries.get(id);
    if (known == null) {
      throw new AssertionError(id + " was never accepted");
    }
    return real.deliveries()
        .find(known.tenant(), id)
        .orElseThrow(() -> new AssertionError(id + " is lost"));
  }

  boolean holds(DeliveryId id, Lease lease) {
    return stored(id).state() instanceof InFlight(Lease held, _) && held.equals(lease);
  }

  int attempts(DeliveryId delivery, int cycle) {
    return attempts.getOrDefault(new CycleOf(delivery, cycle), 0);
  }

  int attemptsInAll(DeliveryId delivery) {
    return IntStream.rangeClosed(1, cycles(delivery)).map(it -> attempts(delivery, it)).sum();
  }

  /** How many attempts the store has of it, each of them once. */
  long recorded(Delivery delivery) {
    return real.deliveries().attemptsOf(delivery.id()).stream()
        .map(attempt -> attempt.cycle() + "/" + attempt.number())
        .distinct()
        .count();
  }

  int cycles(DeliveryId delivery) {
    return cycles.getOrDefault(delivery, 0);
  }

  List<Delivery> ahead(DeliveryId delivery) {
    return lanes.ahead(delivery).stream().map(this::stored).toList();
  }

  List<Delivery> behind(DeliveryId delivery) {
    return lanes.behind(delivery).stream().map(this::stored).toList();
  }

  void announced(CircuitChanged changed) {
    if (changed.to() == Phase.OPEN) {
      openedAt.put(changed.webhook(), changed.at());
    } else {
      openedAt.remove(changed.webhook());
    }
  }

  boolean takesDeliveries(WebhookId webhook) {
    return real.webhooks().find(webhook).orElseThrow().status() == WebhookStatus.ACTIVE;
  }

  void circuitUnknown(WebhookId webhook) {
    openedAt.remove(webhook);
  }

  /** When the webhook's circuit has opened, if it is known to be open since. */
  @Nullable Instant openedAt(WebhookId webhook) {
    return openedAt.get(webhook);
  }

  /** What could only be noticed in passing. */
  List<String> wrong() {
    return wrong;
  }
}
