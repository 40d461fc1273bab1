package posthorn.domain.dispatch;

import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import posthorn.domain.tenant.TenantId;

/** One tenant's work during a round; lives only inside it. */
final class TenantQueue {
  private final TenantId tenant;
  private final List<WorkQueue> queues;

  TenantQueue(TenantId tenant, Map<Work, Cursor.Place> places) {
    this.tenant = tenant;
    this.queues =
        Arrays.stream(Work.values())
            .map(work -> new WorkQueue(work, places.getOrDefault(work, Cursor.Place.FIRST)))
            .toList();
  }

  TenantId tenant() {
    return tenant;
  }

  Map<Work, Cursor.Place> places() {
    var places = new EnumMap<Work, Cursor.Place>(Work.class);
    queues.forEach(queue -> places.put(queue.work(), queue.place()));
    return places;
  }

  void add(Backlog backlog) {
    var remaining = new Remaining(backlog);
    queues.forEach(queue -> queue.add(remaining));
  }

  boolean hasWork(boolean retriesToo) {
    return queues.stream().anyMatch(queue -> queue.ready(retriesToo));
  }

  /**
   * The next pick; there has to be work. Each kind that has some earns its weight, the richest goes
   * and pays what all have earned. So each goes as often as its weight says, spread evenly; and one
   * that waits gets richer until it goes.
   */
  Pick pick(Shares shares, boolean retriesToo) {
    List<WorkQueue> ready = queues.stream().filter(queue -> queue.ready(retriesToo)).toList();
    int earned = ready.stream().mapToInt(queue -> queue.earn(shares)).sum();
    WorkQueue richest = Collections.max(ready, Comparator.comparingInt(WorkQueue::credit));
    richest.pay(earned);
    Remaining picked = richest.next();
    queues.forEach(queue -> queue.forgetIfEmpty(picked));
    return new Pick(picked.webhook(), richest.work());
  }
}
