package posthorn.application.testing;

import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import posthorn.application.port.UntoldDeaths;
import posthorn.domain.alert.Notice;
import posthorn.domain.alert.OwnerDigest.Kind;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryState;

/** {@link UntoldDeaths} in memory. */
final class InMemoryUntoldDeaths implements UntoldDeaths {
  private final InMemoryOutbox outbox;
  private final Map<Kind, Untold> byKind = new LinkedHashMap<>();
  private final Map<Recipient, Instant> toldAt = new HashMap<>();

  InMemoryUntoldDeaths(InMemoryOutbox outbox) {
    this.outbox = outbox;
  }

  synchronized void count(Delivery settled) {
    if (settled.state() instanceof DeliveryState.Dead(Instant at, var reason)) {
      var kind = new Kind(settled.webhook(), reason);
      byKind.merge(kind, new Untold(kind, 1, at, at), InMemoryUntoldDeaths::sum);
    }
  }

  private static Untold sum(Untold one, Untold other) {
    return new Untold(
        one.kind(),
        one.count() + other.count(),
        one.first().isBefore(other.first()) ? one.first() : other.first(),
        one.last().isAfter(other.last()) ? one.last() : other.last());
  }

  @Override
  public synchronized List<Untold> all() {
    return List.copyOf(byKind.values());
  }

  @Override
  public synchronized Map<Recipient, Instant> toldAt() {
    return Map.copyOf(toldAt);
  }

  @Override
  public synchronized void told(
      Recipient recipient, List<Untold> told, List<Notice> notices, Instant now) {
    forget(told);
    toldAt.put(recipient, now);
    outbox.add(notices);
  }

  @Override
  public synchronized void forget(List<Untold> untold) {
    for (Untold each : untold) {
      byKind.computeIfPresent(
          each.kind(),
          (kind, present) ->
              present.count() <= each.count()
                  ? null
                  : new Untold(kind, present.count() - each.count(), each.last(), present.last()));
    }
  }
}
