package posthorn.application.testing;

import static java.util.Comparator.comparing;
import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.History.Before;
import posthorn.application.port.Statistics;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.statistics.Tally;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/** {@link Statistics} in memory. */
final class InMemoryStatistics implements Statistics {
  private record Key(TenantId tenant, WebhookId webhook, Instant minute) {
    boolean isIn(Range range) {
      return tenant.equals(range.tenant())
          && (range.webhook() == null || webhook.equals(range.webhook()))
          && !minute.isBefore(range.from().truncatedTo(ChronoUnit.MINUTES))
          && minute.isBefore(range.to());
    }

    Key ofItsHour() {
      return new Key(tenant, webhook, minute.truncatedTo(ChronoUnit.HOURS));
    }
  }

  private final NavigableMap<Key, Tally> tallies =
      new TreeMap<>(comparing(Key::minute).thenComparing(key -> key.webhook().value()));

  synchronized void count(Delivery settled, @Nullable Attempt attempt) {
    Tally tally = Tally.of(settled, attempt);
    if (tally.equals(Tally.NOTHING)) {
      return;
    }
    Instant at = attempt == null ? settled.state().endedAt() : settled.progress().lastAttemptedAt();
    Instant minute = requireNonNull(at).truncatedTo(ChronoUnit.MINUTES);
    tallies.merge(new Key(settled.tenant(), settled.webhook(), minute), tally, Tally::plus);
  }

  @Override
  public synchronized Tally total(Range range) {
    return in(range).map(Map.Entry::getValue).reduce(Tally.NOTHING, Tally::plus);
  }

  @Override
  public synchronized Map<WebhookId, Tally> totalByWebhook(
      TenantId tenant, Instant from, Instant to) {
    return in(new Range(tenant, null, from, to))
        .collect(
            Collectors.toMap(entry -> entry.getKey().webhook(), Map.Entry::getValue, Tally::plus));
  }

  @Override
  public synchronized NavigableMap<Instant, Tally> series(Range range, Duration bucket) {
    var series = new TreeMap<Instant, Tally>();
    in(range)
        .forEach(entry ->
            series.merge(startOf(entry.getKey().minute(), bucket), entry.getValue(), Tally::plus));
    return series;
  }

  private Stream<Map.Entry<Key, Tally>> in(Range range) {
    return tallies.entrySet().stream().filter(entry -> entry.getKey().isIn(range));
  }

  /** Of every webhook that has any, the minutes from the one that the first time is in. */
  synchronized Map<WebhookId, Map<Instant, Tally>> minutes(Instant from, Instant to) {
    var found = new HashMap<WebhookId, Map<Instant, Tally>>();
    tallies.forEach((key, tally) -> {
      boolean isIn =
          !key.minute().isBefore(from.truncatedTo(ChronoUnit.MINUTES)) && key.minute().isBefore(to);
      if (isIn) {
        found.computeIfAbsent(key.webhook(), _ -> new HashMap<>()).put(key.minute(), tally);
      }
    });
    return found;
  }

  private static Instant startOf(Instant minute, Duration bucket) {
    return minute.minusMillis(Math.floorMod(minute.toEpochMilli(), bucket.toMillis()));
  }

  synchronized int rollUp(Instant before, int limit) {
    List<Key> hours =
        tallies.keySet().stream()
            .filter(key -> key.minute().isBefore(before) && !key.equals(key.ofItsHour()))
            .map(Key::ofItsHour)
            .distinct()
            .limit(limit)
            .toList();
    for (Key hour : hours) {
      List<Key> minutes =
          tallies.keySet().stream().filter(key -> key.ofItsHour().equals(hour)).toList();
      Tally sum = minutes.stream().map(tallies::get).reduce(Tally.NOTHING, Tally::plus);
      minutes.forEach(tallies::remove);
      tallies.put(hour, sum);
    }
    return hours.size();
  }

  synchronized int remove(Before before, int limit) {
    List<Key> old =
        tallies.keySet().stream()
            .filter(key -> key.minute().isBefore(before.of(key.tenant())))
            .limit(limit)
            .toList();
    old.forEach(tallies::remove);
    return old.size();
  }
}
