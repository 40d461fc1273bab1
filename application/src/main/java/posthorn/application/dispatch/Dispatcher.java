package posthorn.application.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import posthorn.application.policy.Policies;
import posthorn.application.port.ClaimedDelivery;
import posthorn.application.port.DispatchBell;
import posthorn.application.port.DueDeliveries;
import posthorn.application.port.DueDeliveries.DueWork;
import posthorn.application.port.DueDeliveries.Share;
import posthorn.application.port.DueDeliveries.Waiting;
import posthorn.application.port.Ids;
import posthorn.application.port.Webhooks;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryState.InFlight;
import posthorn.domain.delivery.Lease;
import posthorn.domain.event.Event;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;
import posthorn.domain.webhook.WebhookStatus;

/**
 * Decides which due deliveries are attempted next: takes them from the store, a bounded number at a
 * time, by fair turns and as far as each webhook's gate lets them, and starts each as soon as there
 * is a place for it. {@link #look} and {@link #tidy} are for one thread at a time, all else is for
 * any.
 */
public final class Dispatcher {
  /** The pool of the tenants that have none of their own. */
  public static final String SHARED_POOL = "default";

  private static final String LEASE_PREFIX = "lse_";

  /** How many webhooks are looked at together. */
  private static final int LOOKED_AT = 200;

  /** How many deliveries are made due in one write, when the circuit they waited for closes. */
  private static final int MADE_DUE = 1_000;

  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);

  /** When the places for its kind of work were all taken. */
  private static final Duration PAUSE_WITHOUT_TURN = Duration.ofMillis(20);

  private final DueDeliveries due;
  private final Webhooks webhooks;
  private final Gates gates;
  private final Ids ids;
  private final DispatchSettings settings;
  private final Floor floor;

  public Dispatcher(
      DueDeliveries due,
      Webhooks webhooks,
      Gates gates,
      Ids ids,
      DispatchSettings settings,
      Policies policies,
      DispatchBell bell) {
    this.due = due;
    this.webhooks = webhooks;
    this.gates = gates;
    this.ids = ids;
    this.settings = settings;
    this.floor = new Floor(settings, policies, bell);
  }

  /** Learns what waits; what is due already starts slowly. */
  public void start(AttemptStarter starter, Instant now) {
    floor.open(starter);
    for (Waiting waiting : due.waiting()) {
      if (!waiting.dueAt().isAfter(now)) {
        webhooks
            .find(waiting.webhook())
            .ifPresent(webhook -> gates.of(webhook, now).startSlowly(now));
      }
      expect(waiting, now);
    }
  }

  /** At once, if its circuit has closed and what waited for that may not be due yet. */
  private void expect(Waiting waiting, Instant now) {
    boolean atOnce = gates.isCircuitWaitOver(waiting.webhook(), now);
    expect(waiting.webhook(), atOnce ? now : waiting.dueAt());
  }

  /** Starts nothing more; what is held and not started is for the next run. */
  public void stop() {
    floor.close();
  }

  /** Stores every circuit with what it has counted so far, for the next start. */
  public void saveCircuits() {
    gates.save();
  }

  /**
   * Learns of what was missed: leases that ran out, and what came to wait unannounced; forgets
   * webhooks that are gone.
   */
  public void tidy(Instant now) {
    due.freeExpired(now).forEach(freed -> expect(freed.webhook(), freed.dueAt()));
    due.waiting().forEach(waiting -> expect(waiting, now));
    forgetGone();
  }

  /** A delivery of that webhook is due then. */
  public void expect(WebhookId webhook, Instant at) {
    floor.expect(webhook, at);
  }

  /**
   * Takes due deliveries and has them attempted.
   *
   * @param limit how many to take, at most
   * @return when to look again, unless the bell rings before
   */
  public Instant look(Instant now, int limit) {
    List<WebhookId> taken = floor.takeDue(now, LOOKED_AT);
    try {
      Map<WebhookId, Board.Candidate> candidates = candidates(taken, now);
      if (!candidates.isEmpty()) {
        take(candidates, now, limit);
      }
    } catch (RuntimeException e) {
      taken.forEach(webhook -> floor.expect(webhook, now.plus(PAUSE_AFTER_FAILURE)));
      floor.planNextLook(now);
      throw e;
    }
    return floor.planNextLook(now);
  }

  private Map<WebhookId, Board.Candidate> candidates(List<WebhookId> taken, Instant now) {
    var candidates = new LinkedHashMap<WebhookId, Board.Candidate>();
    for (WebhookId id : taken) {
      // One that is gone took its deliveries with it.
      webhooks
          .find(id)
          .flatMap(webhook -> candidate(webhook, now))
          .ifPresent(candidate -> candidates.put(id, candidate));
    }
    return candidates;
  }

  private Optional<Board.Candidate> candidate(Webhook webhook, Instant now) {
    if (webhook.status() == WebhookStatus.ACTIVE) {
      endCircuitWait(webhook, now);
    }
    return floor.candidate(webhook, Allowance.of(webhook, gates, now), now);
  }

  /**
   * Makes up to {@link #MADE_DUE} deliveries due that waited for the webhook's circuit; if more may
   * wait, the webhook is looked at again at once.
   */
  private void endCircuitWait(Webhook webhook, Instant now) {
    Gate gate = gates.of(webhook, now);
    if (!gate.isCircuitWaitOver(now)) {
      return;
    }
    // Before the rest, as more may come to wait meanwhile.
    gate.forgetCircuitWait();
    // Also where the write's end is not known.
    boolean moreMayWait = true;
    try {
      moreMayWait = due.endCircuitWait(webhook.id(), MADE_DUE, now) == MADE_DUE;
    } finally {
      if (moreMayWait) {
        boolean _ = gate.noteCircuitWait(now);
      }
    }
    if (moreMayWait) {
      floor.expect(webhook.id(), now);
    }
  }

  /** Forgets what is known of webhooks that are gone. */
  private void forgetGone() {
    var known = new HashSet<>(floor.webhooks());
    known.addAll(gates.webhooks());
    for (WebhookId webhook : known) {
      if (webhooks.find(webhook).isEmpty()) {
        floor.forget(webhook);
        gates.forget(webhook);
      }
    }
  }

  private void take(Map<WebhookId, Board.Candidate> candidates, Instant now, int limit) {
    Map<WebhookId, Integer> limits =
        candidates.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().room()));
    List<DueWork> found = due.survey(limits, now);
    List<Share> shares = floor.shares(candidates, found, limit);
    List<ClaimedDelivery> claimed = shares.isEmpty() ? List.of() : claim(shares, now);
    claimed.stream()
        .collect(Collectors.groupingBy(each -> each.webhook().id(), Collectors.counting()))
        .forEach((webhook, count) -> gates.leaving(webhook, Math.toIntExact(count), now));
    floor.claimed(shares, claimed, lookAgain(found, shares, now));
  }

  private static Map<WebhookId, Instant> lookAgain(
      List<DueWork> found, List<Share> shares, Instant now) {
    Set<WebhookId> served = shares.stream().map(Share::webhook).collect(Collectors.toSet());
    var lookAgain = new HashMap<WebhookId, Instant>();
    for (DueWork work : found) {
      // After a turn there may be more, or some were put off behind another of their lane.
      Instant more = served.contains(work.webhook()) ? now : now.plus(PAUSE_WITHOUT_TURN);
      lookAgain.put(work.webhook(), work.due().isEmpty() ? work.nextDueAt() : more);
    }
    return lookAgain;
  }

  private List<ClaimedDelivery> claim(List<Share> shares, Instant now) {
    try {
      return due.claim(shares, newLease(now), now);
    } catch (RuntimeException e) {
      floor.giveBack(shares);
      throw e;
    }
  }

  private Lease newLease(Instant now) {
    return new Lease(settings.node(), ids.next(LEASE_PREFIX, now), now.plus(settings.lease()));
  }

  /**
   * A delivery's request is over, or was never made: the next of its webhook may be sent.
   *
   * @param outcome null where no request was made
   */
  void sent(Slot slot, @Nullable AttemptOutcome outcome, Instant at) {
    floor.sent(slot, outcome, at);
  }

  /**
   * A delivery is settled, or given up.
   *
   * @param dueAgain when something of its webhook is due by that; {@link Instant#MAX} if nothing
   */
  void ended(Slot slot, Instant dueAgain, Instant now) {
    floor.ended(slot, dueAgain, now);
  }

  /**
   * A webhook takes nothing any more, for now or for good, and that is durable: requests under way
   * to it are cut off, and nothing of it leaves any more.
   */
  public void recall(WebhookId webhook, Instant now) {
    floor.recall(webhook);
    // What waits in the store is put off or cancelled.
    expect(webhook, now);
  }

  /**
   * A fresh delivery, leased to this node already if it may leave as soon as it is committed: there
   * is room for it beside those who wait, and nothing holds it up.
   */
  public Delivery offer(Delivery fresh, Event event, Webhook webhook, Instant now) {
    if (!settings.handsOver()
        || fresh.lane() != null
        || !fresh.isDue(now)
        || webhook.status() != WebhookStatus.ACTIVE) {
      return fresh;
    }
    Gate gate = gates.of(webhook, now);
    if (gate.room(now) == 0 || !floor.keepRoom(new ClaimedDelivery(fresh, event, webhook), now)) {
      return fresh;
    }
    gate.leaving(1, now);
    return fresh.leased(newLease(now), now);
  }

  /** A delivery that went through {@link #offer} is durable now. */
  public void committed(Delivery delivery, Event event, Webhook webhook) {
    if (delivery.state() instanceof InFlight) {
      floor.add(new ClaimedDelivery(delivery, event, webhook));
    } else {
      expect(webhook.id(), event.dueAt());
    }
  }

  /** A delivery that went through {@link #offer} was not written after all. */
  public void withdrawn(Delivery delivery, Event event, Webhook webhook) {
    if (delivery.state() instanceof InFlight) {
      floor.giveBack(new ClaimedDelivery(delivery, event, webhook));
    }
  }

  /** By the pools' names, how many percent of its places each has taken. */
  public Map<String, Double> loads() {
    return floor.loads();
  }

  /** The webhooks that have a desk. */
  Set<WebhookId> webhooks() {
    return floor.webhooks();
  }

  /** How many deliveries are held: waiting for a place, being sent, or being settled. */
  int held() {
    return floor.held();
  }

  /** Whether nothing is held and every place is free. */
  boolean holdsNothing() {
    return floor.holdsNothing();
  }
}
