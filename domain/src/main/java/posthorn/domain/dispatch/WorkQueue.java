package posthorn.domain.dispatch;

import java.util.Map.Entry;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A tenant's webhooks that have one kind of work, during a round. */
final class WorkQueue {
  private final Work work;
  private final NavigableMap<String, Remaining> webhooks = new TreeMap<>();
  private int credit;
  private @Nullable String last;

  WorkQueue(Work work, Cursor.Place place) {
    this.work = work;
    this.credit = place.credit();
    this.last = place.last();
  }

  Work work() {
    return work;
  }

  int credit() {
    return credit;
  }

  Cursor.Place place() {
    return new Cursor.Place(credit, last);
  }

  void add(Remaining remaining) {
    if (remaining.has(work) && webhooks.put(remaining.webhook().value(), remaining) != null) {
      throw new IllegalArgumentException(remaining.webhook() + " is there twice");
    }
  }

  boolean ready(boolean retriesToo) {
    return (retriesToo || !work.isRetry()) && !webhooks.isEmpty();
  }

  int earn(Shares shares) {
    credit += shares.weight(work);
    return shares.weight(work);
  }

  void pay(int amount) {
    credit -= amount;
  }

  /** One more of the webhook whose turn it is. */
  Remaining next() {
    Entry<String, Remaining> entry = last == null ? null : webhooks.higherEntry(last);
    if (entry == null) {
      entry = webhooks.firstEntry();
    }
    last = entry.getKey();
    entry.getValue().take(work);
    return entry.getValue();
  }

  void forgetIfEmpty(Remaining remaining) {
    if (!remaining.has(work)) {
      webhooks.remove(remaining.webhook().value());
    }
  }
}
