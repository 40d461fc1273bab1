package posthorn.application.testing;

import static java.util.Comparator.comparing;
import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import posthorn.application.port.ClaimedDelivery;
import posthorn.application.port.Deliveries;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.port.DueDeliveries;
import posthorn.application.port.Page;
import posthorn.domain.deadletter.DeadLetter;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.CancelReason;
import posthorn.domain.delivery.Deferrals;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.delivery.DeliveryState.Dead;
import posthorn.domain.delivery.DeliveryState.InFlight;
import posthorn.domain.delivery.Lease;
import posthorn.domain.dispatch.Work;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventId;
import posthorn.domain.ordering.OnHeadFailure;
import posthorn.domain.ordering.Standing;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/** {@link Deliveries} and {@link DueDeliveries} in memory: one lock, plain maps. */
final class InMemoryDeliveries implements Deliveries, DueDeliveries {
  private static final Comparator<Delivery> LONGEST_DUE_FIRST =
      comparing((Delivery delivery) -> requireNonNull(delivery.state().dueAt()))
          .thenComparing(delivery -> delivery.id().value());

  private final InMemoryWebhooks webhooks;
  final InMemoryStatistics statistics = new InMemoryStatistics();
  final InMemoryOutbox outbox = new InMemoryOutbox();
  final InMemoryUntoldDeaths deaths = new InMemoryUntoldDeaths(outbox);
  final NavigableMap<String, Delivery> byId = new TreeMap<>();
  final Map<EventId, Event> events = new HashMap<>();

  /** In the order they were recorded in, by a number that counts up. */
  final NavigableMap<Long, Attempt> attempts = new TreeMap<>();

  /** When a delivery was last made that repeats a dead one. */
  final Map<DeliveryId, Instant> replayedAt = new HashMap<>();

  /** Those that wait behind another of their lane, however due they are. */
  private final Set<DeliveryId> putOff = new HashSet<>();

  InMemoryDeliveries(InMemoryWebhooks webhooks) {
    this.webhooks = webhooks;
  }

  synchronized void add(Event event, List<Delivery> deliveries) {
    events.put(event.id(), event);
    deliveries.forEach(this::put);
  }

  synchronized int removeOrphans(int limit) {
    List<Delivery> orphans =
        byId.values().stream()
            .filter(delivery -> webhooks.find(delivery.webhook()).isEmpty())
            .limit(limit)
            .toList();
    for (Delivery orphan : orphans) {
      byId.remove(orphan.id().value());
      attempts.values().removeIf(attempt -> attempt.delivery().equals(orphan.id()));
    }
    return orphans.size();
  }

  @Override
  public synchronized List<Waiting> waiting() {
    var earliest = new TreeMap<String, Waiting>();
    waitingDeliveries()
        .sorted(LONGEST_DUE_FIRST)
        .forEach(delivery -> earliest.putIfAbsent(delivery.webhook().value(), waitingOf(delivery)));
    return List.copyOf(earliest.values());
  }

  private static Waiting waitingOf(Delivery delivery) {
    return new Waiting(
        delivery.tenant(), delivery.webhook(), requireNonNull(delivery.state().dueAt()));
  }

  private Stream<Delivery> waitingDeliveries() {
    return byId.values().stream()
        .filter(delivery -> !putOff.contains(delivery.id()))
        .filter(InMemoryDeliveries::waits);
  }

  private static boolean waits(Delivery delivery) {
    return delivery.standing() == Standing.WAITING || delivery.standing() == Standing.FAILED;
  }

  synchronized List<Delivery> snapshot() {
    return List.copyOf(byId.values());
  }

  synchronized int countDue(Instant now, int upTo) {
    return (int) waitingDeliveries().filter(delivery -> delivery.isDue(now)).limit(upTo).count();
  }

  @Override
  public synchronized int unfinished(WebhookId webhook) {
    return (int)
        byId.values().stream()
            .filter(delivery -> delivery.webhook().equals(webhook))
            .filter(delivery -> delivery.state().endedAt() == null)
            .count();
  }

  private Stream<Delivery> waitingOf(WebhookId webhook) {
    return waitingDeliveries().filter(delivery -> delivery.webhook().equals(webhook));
  }

  @Override
  public synchronized List<DueWork> survey(Map<WebhookId, Integer> limits, Instant now) {
    return limits.entrySet().stream()
        .map(entry -> survey(entry.getKey(), entry.getValue(), now))
        .toList();
  }

  private DueWork survey(WebhookId webhook, int limit, Instant now) {
    var counts = new EnumMap<Work, Integer>(Work.class);
    waitingOf(webhook)
        .filter(delivery -> delivery.isDue(now))
        .forEach(delivery ->
            counts.merge(delivery.work(), 1, (before, one) -> Math.min(limit, before + one)));
    Instant next =
        waitingOf(webhook)
            .filter(delivery -> !delivery.isDue(now))
            .map(delivery -> requireNonNull(delivery.state().dueAt()))
            .min(Comparator.naturalOrder())
            .orElse(Instant.MAX);
    return new DueWork(webhook, counts, next);
  }

  @Override
  public synchronized List<ClaimedDelivery> claim(List<Share> shares, Lease lease, Instant now) {
    var claimed = new ArrayList<ClaimedDelivery>();
    long bytes = 0;
    for (Share share : shares) {
      List<Delivery> candidates =
          waitingOf(share.webhook())
              .filter(delivery -> delivery.work() == share.work() && delivery.isDue(now))
              .sorted(LONGEST_DUE_FIRST)
              .limit(share.count())
              .toList();
      for (Delivery candidate : candidates) {
        if (bytes >= MOST_BYTES) {
          return claimed;
        }
        bytes += withItsParts(candidate).event().data().length();
        if (mayLeave(candidate)) {
          claimed.add(withItsParts(put(candidate.leased(lease, now))));
        } else {
          putOff(candidate, lease, now);
        }
      }
    }
    return claimed;
  }

  private void putOff(Delivery delivery, Lease lease, Instant now) {
    Instant due = requireNonNull(delivery.state().dueAt());
    Delivery deferred = delivery.leased(lease, now).deferred(Deferrals.Reason.ORDERING, due);
    // It stands as it stood, so it lets nobody pass.
    byId.put(delivery.id().value(), deferred);
    putOff.add(delivery.id());
  }

  private boolean mayLeave(Delivery delivery) {
    if (delivery.lane() == null) {
      return true;
    }
    List<Standing> ahead =
        lane(delivery)
            .filter(other -> other.id().value().compareTo(delivery.id().value()) < 0)
            .map(Delivery::standing)
            .toList();
    return onHeadFailure(delivery).mayLeave(ahead)
        && lane(delivery).noneMatch(other -> other.standing() == Standing.IN_FLIGHT);
  }

  private Stream<Delivery> lane(Delivery delivery) {
    return byId.values().stream()
        .filter(other ->
            other.webhook().equals(delivery.webhook())
                && Objects.equals(other.lane(), delivery.lane()));
  }

  private OnHeadFailure onHeadFailure(Delivery delivery) {
    return webhooks.find(delivery.webhook()).orElseThrow().flow().onHeadFailure();
  }

  @Override
  public synchronized Settlement settleIfLeased(Delivery settled, Attempt attempt, Lease lease) {
    if (!isUnder(lease, settled.id())) {
      return Settlement.LEASE_LOST;
    }
    put(settled);
    attempts.put(attempts.isEmpty() ? 1 : attempts.lastKey() + 1, attempt);
    statistics.count(settled, attempt);
    deaths.count(settled);
    return Settlement.RECORDED;
  }

  @Override
  public synchronized Settlement releaseIfLeased(Delivery released, Lease lease) {
    if (!isUnder(lease, released.id())) {
      return Settlement.LEASE_LOST;
    }
    put(released);
    statistics.count(released, null);
    deaths.count(released);
    return Settlement.RECORDED;
  }

  @Override
  public synchronized int endCircuitWait(WebhookId webhook, int limit, Instant now) {
    List<Delivery> blocked =
        waitingOf(webhook)
            .filter(delivery -> delivery.progress().waitsForCircuit() && !delivery.isDue(now))
            .sorted(LONGEST_DUE_FIRST)
            .limit(limit)
            .toList();
    blocked.forEach(delivery -> put(delivery.circuitClosed(now)));
    return blocked.size();
  }

  @Override
  public synchronized List<Waiting> freeExpired(Instant now) {
    List<Delivery> expired =
        byId.values().stream()
            .filter(delivery -> delivery.standing() == Standing.IN_FLIGHT && delivery.isDue(now))
            .map(Delivery::released)
            .toList();
    expired.forEach(this::put);
    return expired.stream().map(InMemoryDeliveries::waitingOf).toList();
  }

  @Override
  public synchronized int releaseAllHeldBy(String holder) {
    List<Delivery> held =
        byId.values().stream()
            .filter(delivery ->
                delivery.state() instanceof InFlight(Lease lease, _)
                    && lease.holder().equals(holder))
            .toList();
    held.forEach(delivery -> put(delivery.released()));
    return held.size();
  }

  @Override
  public synchronized boolean restartIfAtRest(Delivery restarted) {
    Delivery present = byId.get(restarted.id().value());
    if (present == null
        || !present.canRestart()
        || present.progress().cycle() != restarted.progress().cycle() - 1) {
      return false;
    }
    put(restarted);
    return true;
  }

  @Override
  public synchronized boolean addIfEventRemains(Delivery delivery) {
    if (!events.containsKey(delivery.event())) {
      return false;
    }
    put(delivery);
    markReplayed(delivery);
    return true;
  }

  /** Adds it if what it repeats has died by then, and was not replayed since, if that matters. */
  synchronized boolean replayIfDead(Delivery replay, Instant diedBy, boolean evenIfReplayed) {
    Delivery original = byId.get(requireNonNull(replay.replayOf()).value());
    if (original == null
        || !(original.state() instanceof Dead(Instant diedAt, _))
        || diedAt.isAfter(diedBy)
        || (!evenIfReplayed
            && new DeadLetter(original, replayedAt.get(original.id())).isReplayed())) {
      return false;
    }
    put(replay);
    markReplayed(replay);
    return true;
  }

  private void markReplayed(Delivery replay) {
    DeliveryId id = replay.replayOf();
    Delivery original = id == null ? null : byId.get(id.value());
    if (original != null && original.state() instanceof Dead(Instant diedAt, _)) {
      Instant at = replay.createdAt();
      replayedAt.put(original.id(), at.isBefore(diedAt) ? diedAt : at);
    }
  }

  @Override
  public synchronized Optional<Delivery> cancelIfWaiting(
      TenantId tenant, DeliveryId id, CancelReason reason, Instant now) {
    return find(tenant, id)
        .filter(InMemoryDeliveries::waits)
        .map(delivery -> {
          putOff.remove(id);
          return put(delivery.cancelled(reason, now));
        });
  }

  @Override
  public synchronized Optional<Event> eventOf(Delivery delivery) {
    return Optional.ofNullable(events.get(delivery.event()));
  }

  @Override
  public synchronized Optional<Delivery> find(TenantId tenant, DeliveryId id) {
    return Optional.ofNullable(byId.get(id.value()))
        .filter(delivery -> delivery.tenant().equals(tenant));
  }

  @Override
  public synchronized Page<Delivery, DeliveryId> page(DeliveryQuery query) {
    return new InMemoryDeliveryList(query).of(byId.descendingMap().values());
  }

  @Override
  public synchronized List<Attempt> attemptsOf(DeliveryId id) {
    return attempts.values().stream().filter(attempt -> attempt.delivery().equals(id)).toList();
  }

  private Delivery put(Delivery delivery) {
    byId.put(delivery.id().value(), delivery);
    if (delivery.lane() != null && delivery.standing() != Standing.IN_FLIGHT) {
      // If it holds up those behind it still, one ahead of it may have waited for it to come back.
      lane(delivery)
          .filter(
              other -> !holds(delivery) || other.id().value().compareTo(delivery.id().value()) <= 0)
          .filter(other -> putOff.contains(other.id()))
          .findFirst()
          .ifPresent(next -> putOff.remove(next.id()));
    }
    return delivery;
  }

  private boolean holds(Delivery delivery) {
    return onHeadFailure(delivery).holding().contains(delivery.standing());
  }

  private boolean isUnder(Lease lease, DeliveryId id) {
    Delivery present = byId.get(id.value());
    return present != null
        && present.state() instanceof InFlight(Lease held, _)
        && held.token().equals(lease.token());
  }

  private ClaimedDelivery withItsParts(Delivery delivery) {
    return new ClaimedDelivery(
        delivery,
        requireNonNull(events.get(delivery.event())),
        webhooks.find(delivery.webhook()).orElseThrow());
  }
}
