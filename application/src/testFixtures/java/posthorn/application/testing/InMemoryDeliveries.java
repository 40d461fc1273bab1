package posthorn.application.testing;

import static java.util.Comparator.comparing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import posthorn.application.port.ClaimedDelivery;
import posthorn.application.port.Deliveries;
import posthorn.application.port.DeliveryQuery;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.delivery.DeliveryState.InFlight;
import posthorn.domain.delivery.Lease;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventId;
import posthorn.domain.tenant.TenantId;

/** {@link Deliveries} in memory: one lock, plain maps. */
final class InMemoryDeliveries implements Deliveries {
  private static final Comparator<Delivery> LONGEST_DUE_FIRST =
      comparing((Delivery delivery) -> Objects.requireNonNull(delivery.state().dueAt()))
          .thenComparing(delivery -> delivery.id().value());

  private final InMemoryWebhooks webhooks;
  private final NavigableMap<String, Delivery> byId = new TreeMap<>();
  private final Map<EventId, Event> events = new HashMap<>();
  private final List<Attempt> attempts = new ArrayList<>();

  InMemoryDeliveries(InMemoryWebhooks webhooks) {
    this.webhooks = webhooks;
  }

  synchronized void add(Event event, List<Delivery> deliveries) {
    events.put(event.id(), event);
    deliveries.forEach(this::put);
  }

  @Override
  public synchronized List<ClaimedDelivery> claimDue(Instant now, Lease lease, int limit) {
    return byId.values().stream()
        .filter(delivery -> delivery.isDue(now))
        .sorted(LONGEST_DUE_FIRST)
        .limit(limit)
        .toList()
        .stream()
        .map(delivery -> put(delivery.leased(lease, now)))
        .map(this::withItsParts)
        .toList();
  }

  @Override
  public synchronized Settlement settleIfLeased(Delivery settled, Attempt attempt, Lease lease) {
    if (!isUnder(lease, settled.id())) {
      return Settlement.LEASE_LOST;
    }
    put(settled);
    attempts.add(attempt);
    return Settlement.RECORDED;
  }

  @Override
  public synchronized Settlement releaseIfLeased(Delivery released, Lease lease) {
    if (!isUnder(lease, released.id())) {
      return Settlement.LEASE_LOST;
    }
    put(released);
    return Settlement.RECORDED;
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
  public synchronized Optional<Instant> nextDueAt() {
    return byId.values().stream()
        .map(delivery -> delivery.state().dueAt())
        .filter(Objects::nonNull)
        .min(Comparator.naturalOrder());
  }

  @Override
  public synchronized Optional<Delivery> find(TenantId tenant, DeliveryId id) {
    return Optional.ofNullable(byId.get(id.value()))
        .filter(delivery -> delivery.tenant().equals(tenant));
  }

  @Override
  public synchronized List<Delivery> list(DeliveryQuery query) {
    DeliveryId before = query.before();
    NavigableMap<String, Delivery> older =
        before == null ? byId : byId.headMap(before.value(), false);
    return older.descendingMap().values().stream()
        .filter(delivery -> delivery.tenant().equals(query.tenant()))
        .filter(delivery ->
            query.status() == null || delivery.state().wireName().equals(query.status()))
        .filter(delivery -> query.webhook() == null || delivery.webhook().equals(query.webhook()))
        .limit(query.limit())
        .toList();
  }

  @Override
  public synchronized List<Attempt> attemptsOf(DeliveryId id) {
    return attempts.stream().filter(attempt -> attempt.delivery().equals(id)).toList();
  }

  private Delivery put(Delivery delivery) {
    byId.put(delivery.id().value(), delivery);
    return delivery;
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
        Objects.requireNonNull(events.get(delivery.event())),
        webhooks.find(delivery.webhook()).orElseThrow());
  }
}
