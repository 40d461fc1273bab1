package posthorn.domain.dispatch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import posthorn.domain.tenant.TenantId;

/**
 * Which of the due deliveries leave next. Taking turns means going round by id: whoever has work
 * all the time is never passed over twice in favour of the same other, however often others come
 * and go.
 */
public record FairTurns(Shares shares) {

  /**
   * One round. A round with room for n makes the picks that n rounds with room for one would make.
   *
   * @param backlogs every webhook that has work due, each once, in any order
   */
  public Round round(List<Backlog> backlogs, Room room, Cursor cursor) {
    NavigableMap<String, TenantQueue> queues = queues(backlogs, cursor);
    var ready = new TreeMap<>(queues);
    var picks = new ArrayList<Pick>();
    TenantId last = cursor.last();
    int retriesLeft = room.freeForRetries();
    while (picks.size() < room.free()) {
      boolean retriesToo = retriesLeft > 0;
      TenantQueue queue = next(ready, last, retriesToo);
      if (queue == null) {
        break;
      }
      Pick pick = queue.pick(shares, retriesToo);
      picks.add(pick);
      retriesLeft -= pick.work().isRetry() ? 1 : 0;
      last = queue.tenant();
    }
    var places = new HashMap<TenantId, Map<Work, Cursor.Place>>();
    queues.values().forEach(queue -> places.put(queue.tenant(), queue.places()));
    return new Round(picks, new Cursor(last, places));
  }

  private static NavigableMap<String, TenantQueue> queues(List<Backlog> backlogs, Cursor cursor) {
    var queues = new TreeMap<String, TenantQueue>();
    for (Backlog backlog : backlogs) {
      TenantId tenant = backlog.tenant();
      queues
          .computeIfAbsent(
              tenant.value(),
              _ -> new TenantQueue(tenant, cursor.places().getOrDefault(tenant, Map.of())))
          .add(backlog);
    }
    return queues;
  }

  /**
   * The next tenant that has something to pick. Those passed over have nothing for the rest of the
   * round, because room for retries does not come back within it, so they are asked only once.
   */
  private static @Nullable TenantQueue next(
      NavigableMap<String, TenantQueue> ready, @Nullable TenantId last, boolean retriesToo) {
    while (!ready.isEmpty()) {
      Entry<String, TenantQueue> entry = last == null ? null : ready.higherEntry(last.value());
      if (entry == null) {
        entry = ready.firstEntry();
      }
      if (entry.getValue().hasWork(retriesToo)) {
        return entry.getValue();
      }
      ready.remove(entry.getKey());
    }
    return null;
  }
}
