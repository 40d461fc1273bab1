package posthorn.application.dispatch;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedSet;
import posthorn.domain.tenant.TenantId;

/**
 * A number of places, and the lines that wait for one of them. A free place goes to the waiting
 * tenant that has the fewest, so none keeps more than its part while others wait. Within a tenant
 * lines take turns, and so do first attempts and retries. Not safe for threads.
 */
final class Quota {
  private final int most;

  /** Whether it is only for those that do not answer now. */
  final boolean dependsOnTrust;

  private final Map<TenantId, Party> parties = new HashMap<>();
  private final SequencedSet<Party> waiting = new LinkedHashSet<>();
  private int taken;

  Quota(int most, boolean dependsOnTrust) {
    this.most = most;
    this.dependsOnTrust = dependsOnTrust;
  }

  /** One tenant's part in it. */
  private static final class Party {
    private final SequencedSet<Line> first = new LinkedHashSet<>();
    private final SequencedSet<Line> retries = new LinkedHashSet<>();
    private boolean retriesTurn;
    private int taken;

    SequencedSet<Line> lines(boolean ofRetries) {
      return ofRetries ? retries : first;
    }

    boolean isWaiting() {
      return !first.isEmpty() || !retries.isEmpty();
    }

    Line next() {
      boolean retry = !retries.isEmpty() && (retriesTurn || first.isEmpty());
      retriesTurn = !retry;
      return lines(retry).removeFirst();
    }
  }

  int taken() {
    return taken;
  }

  boolean isFull() {
    return taken >= most;
  }

  void take(TenantId tenant) {
    party(tenant).taken++;
    taken++;
  }

  void giveBack(TenantId tenant, ReadyLines ready) {
    party(tenant).taken--;
    taken--;
    wake(ready);
  }

  private Party party(TenantId tenant) {
    return parties.computeIfAbsent(tenant, _ -> new Party());
  }

  /** The line wants a place, and all are taken. */
  void await(Line line) {
    Party party = party(line.desk.tenant);
    party.lines(line.retries).add(line);
    waiting.add(party);
    line.waitingAt = this;
  }

  /** The line wants nothing more. */
  void leave(Line line) {
    Party party = party(line.desk.tenant);
    party.lines(line.retries).remove(line);
    if (!party.isWaiting()) {
      waiting.remove(party);
    }
    line.waitingAt = null;
  }

  /**
   * Has the next line looked at if there is a place for it. That line may not be able to use it; so
   * after it was looked at, this is called again.
   */
  void wake(ReadyLines ready) {
    if (waiting.isEmpty() || isFull()) {
      return;
    }
    Party party = fewest();
    Line line = party.next();
    // Another tenant that has as few goes first the next time.
    waiting.remove(party);
    if (party.isWaiting()) {
      waiting.add(party);
    }
    line.waitingAt = null;
    line.wokenBy = this;
    ready.add(line);
  }

  private Party fewest() {
    Party fewest = waiting.getFirst();
    for (Party party : waiting) {
      if (party.taken < fewest.taken) {
        fewest = party;
      }
    }
    return fewest;
  }
}
