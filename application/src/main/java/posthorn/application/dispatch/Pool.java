package posthorn.application.dispatch;

import java.util.LinkedHashSet;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.ClaimedDelivery;
import posthorn.application.port.DueDeliveries;
import posthorn.domain.dispatch.Bounds;
import posthorn.domain.dispatch.Cursor;
import posthorn.domain.dispatch.Room;

/**
 * The places that some tenants share: how much may be in flight, how much may be held besides, and
 * whose turn it is. A place is taken from the start of an attempt until it is settled, so that a
 * crash repeats no more requests than there are places. Not safe for threads.
 */
final class Pool {
  /**
   * How many may be held beyond those in flight, so that a free place is taken at once, and so that
   * a look is worth its while.
   */
  private static final int IN_ADVANCE = 4_096;

  /**
   * While their events have so many bytes, no more are taken. A look takes less than this, so that
   * what is held has a bound however large events are.
   */
  private static final long MOST_BYTES = 2L * DueDeliveries.MOST_BYTES;

  private final Bounds takingBounds;
  private final Bounds holdingBounds;
  private final SequencedSet<Desk> withFirst = new LinkedHashSet<>();
  private final SequencedSet<Desk> withRetries = new LinkedHashSet<>();
  private int firstTaken;
  private int retriesTaken;
  private int firstHeld;
  private int retriesHeld;
  private long bytes;
  private boolean retriesTurn;
  Cursor cursor = Cursor.START;

  Pool(int maxInFlight) {
    takingBounds = Bounds.of(maxInFlight);
    holdingBounds = new Bounds(maxInFlight + IN_ADVANCE, takingBounds.reservedForFirst());
  }

  /** How many more may be taken. */
  Room room() {
    Room room = holdingBounds.room(firstHeld, retriesHeld);
    return bytes < MOST_BYTES ? room : room.atMost(0);
  }

  /** How much of what may be in flight is. */
  double percentTaken() {
    return 100.0 * (firstTaken + retriesTaken) / takingBounds.maxInFlight();
  }

  boolean isEmpty() {
    return firstHeld == 0 && retriesHeld == 0 && firstTaken == 0 && retriesTaken == 0;
  }

  /** Whether it is worth looking for more: not for every single one that leaves. */
  boolean wantsMore() {
    return 2 * room().free() >= IN_ADVANCE;
  }

  void hold(boolean retry, int count) {
    if (retry) {
      retriesHeld += count;
    } else {
      firstHeld += count;
    }
  }

  /** A delivery that room was kept for has come. */
  void add(ClaimedDelivery claimed) {
    bytes += claimed.event().data().length();
  }

  /** The desk's situation has changed: it may have something to send now, or not any more. */
  void consider(Desk desk) {
    place(withFirst, desk, desk.canSend() && desk.hasFirst());
    place(withRetries, desk, desk.canSend() && desk.hasRetries());
  }

  private static void place(SequencedSet<Desk> desks, Desk desk, boolean ready) {
    if (ready) {
      // One that is there already keeps its turn.
      desks.add(desk);
    } else {
      desks.remove(desk);
    }
  }

  /** Takes the next that may be sent, if any; desks take turns, and so do both kinds. */
  @Nullable ClaimedDelivery next() {
    Room room = takingBounds.room(firstTaken, retriesTaken);
    boolean anyFirst = room.free() > 0 && !withFirst.isEmpty();
    boolean anyRetry = room.freeForRetries() > 0 && !withRetries.isEmpty();
    if (!anyFirst && !anyRetry) {
      return null;
    }
    boolean retry = anyRetry && (retriesTurn || !anyFirst);
    retriesTurn = !retry;
    Desk desk = (retry ? withRetries : withFirst).removeFirst();
    ClaimedDelivery next = desk.take(retry);
    take(retry, 1);
    consider(desk);
    return next;
  }

  /** One that was taken is settled. */
  void ended(ClaimedDelivery claimed) {
    boolean retry = Desk.isRetry(claimed);
    bytes -= claimed.event().data().length();
    take(retry, -1);
    hold(retry, -1);
  }

  private void take(boolean retry, int count) {
    if (retry) {
      retriesTaken += count;
    } else {
      firstTaken += count;
    }
  }
}
