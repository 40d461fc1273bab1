package posthorn.application.dispatch;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import posthorn.domain.webhook.WebhookId;

/**
 * When to look at which webhook: no later than its next delivery is due. It has an entry for a
 * webhook, not for a delivery, so a backlog of any size costs it nothing. Not safe for threads.
 */
final class Agenda {
  private record Entry(Instant at, WebhookId webhook) implements Comparable<Entry> {
    @Override
    public int compareTo(Entry other) {
      int byTime = at.compareTo(other.at);
      return byTime == 0 ? webhook.value().compareTo(other.webhook.value()) : byTime;
    }
  }

  private final Map<WebhookId, Instant> times = new HashMap<>();
  private final TreeSet<Entry> entries = new TreeSet<>();

  /** Something of it is due then; an earlier entry stays. */
  void expect(WebhookId webhook, Instant at) {
    Instant before = times.get(webhook);
    if (at.equals(Instant.MAX) || (before != null && !at.isBefore(before))) {
      return;
    }
    if (before != null) {
      entries.remove(new Entry(before, webhook));
    }
    times.put(webhook, at);
    entries.add(new Entry(at, webhook));
  }

  /** Whether there is anything to look at. */
  boolean isAnyDue(Instant now) {
    return !entries.isEmpty() && !entries.first().at.isAfter(now);
  }

  boolean isDue(WebhookId webhook, Instant now) {
    Instant at = times.get(webhook);
    return at != null && !at.isAfter(now);
  }

  /**
   * Takes the entries that are due and wanted, the earliest first, at most so many. Whoever takes
   * one looks, and expects the webhook anew by what was found.
   */
  List<WebhookId> takeDue(Instant now, int limit, Predicate<WebhookId> wanted) {
    var taken = new ArrayList<Entry>();
    for (Entry entry : entries) {
      if (entry.at.isAfter(now) || taken.size() == limit) {
        break;
      }
      if (wanted.test(entry.webhook)) {
        taken.add(entry);
      }
    }
    taken.forEach(entry -> {
      entries.remove(entry);
      times.remove(entry.webhook);
    });
    return taken.stream().map(Entry::webhook).toList();
  }

  /** When the first entry is due, if there is any. */
  @Nullable Instant first() {
    return entries.isEmpty() ? null : entries.first().at;
  }

  /**
   * When to look next, if ever: at once for what is due and wanted, and else when the next becomes
   * due, as it may be wanted by then.
   */
  @Nullable Instant next(Instant now, Predicate<WebhookId> wanted) {
    for (Entry entry : entries) {
      if (entry.at.isAfter(now) || wanted.test(entry.webhook)) {
        return entry.at;
      }
    }
    return null;
  }
}
