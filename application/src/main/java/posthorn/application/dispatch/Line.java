package posthorn.application.dispatch;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.ClaimedDelivery;

/**
 * The deliveries of one webhook that wait here for their places: its first attempts, or its
 * retries. Not safe for threads.
 */
final class Line {
  final Desk desk;
  final boolean retries;
  private final Deque<ClaimedDelivery> waiting = new ArrayDeque<>();

  /** Where it waits for a place; null where it does not. */
  @Nullable Quota waitingAt;

  /** Which quota has a place for it, since it had to wait there. */
  @Nullable Quota wokenBy;

  /** Whether it is about to be looked at. */
  boolean isReady;

  Line(Desk desk, boolean retries) {
    this.desk = desk;
    this.retries = retries;
  }

  void add(ClaimedDelivery claimed) {
    waiting.add(claimed);
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  ClaimedDelivery poll() {
    return waiting.remove();
  }

  /** Waits no more where it waits, if it does; what it needs has changed. */
  void leave() {
    if (waitingAt != null) {
      waitingAt.leave(this);
    }
  }

  /** The same, if it waits for what depends on its trust; else it keeps its turn. */
  void leaveForTrust() {
    if (waitingAt != null && waitingAt.dependsOnTrust) {
      leave();
    }
  }
}
