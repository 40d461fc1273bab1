package posthorn.application.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.ClaimedDelivery;

/**
 * What this node holds of one webhook's deliveries: those that wait here for a place, those being
 * sent, and those being settled. How many may wait here follows the webhook's pace: about as many
 * as it took in the last second. A receiver that stalls gets none in advance, so it keeps no room
 * from others and no lease runs out. Not safe for threads.
 */
final class Desk {
  private static final Duration PACE_WINDOW = Duration.ofSeconds(1);
  private static final int MOST_IN_ADVANCE = 512;

  final Pool pool;
  private final Deque<ClaimedDelivery> first = new ArrayDeque<>();
  private final Deque<ClaimedDelivery> retries = new ArrayDeque<>();
  private final int alwaysInAdvance;
  private int maxInFlight;
  private int held;
  private int sending;
  private int endedBefore;
  private int endedSince;
  private Instant paceSince;
  private Instant nextRefusal = Instant.MIN;

  /**
   * An empty desk.
   *
   * @param alwaysInAdvance how many may wait here whatever the pace
   */
  Desk(Pool pool, int maxInFlight, int alwaysInAdvance, Instant now) {
    this.pool = pool;
    this.alwaysInAdvance = alwaysInAdvance;
    this.maxInFlight = maxInFlight;
    this.paceSince = now;
  }

  void allow(int inFlight) {
    maxInFlight = inFlight;
  }

  /** How many more may be taken. */
  int room(Instant now) {
    return Math.max(0, bound(now) - held);
  }

  /** Whether it is worth looking for more: not for every single one that leaves. */
  boolean wantsMore(Instant now) {
    return 2 * held <= bound(now);
  }

  /** Whether most of it is free, so that who comes now takes no room from those who wait. */
  boolean isQuiet(Instant now) {
    return 4 * held <= bound(now);
  }

  private int bound(Instant now) {
    turn(now);
    int pace = Math.min(MOST_IN_ADVANCE, Math.max(endedBefore, endedSince));
    return maxInFlight + Math.max(alwaysInAdvance, pace);
  }

  private void turn(Instant now) {
    Duration since = Duration.between(paceSince, now);
    // A request's end may be told some time after the next one's; that is no clock that went back.
    boolean clockWentBack = since.compareTo(PACE_WINDOW.negated()) < 0;
    if (clockWentBack || since.compareTo(PACE_WINDOW) >= 0) {
      // After a longer silence nothing is known any more.
      endedBefore = since.compareTo(PACE_WINDOW.multipliedBy(2)) < 0 ? endedSince : 0;
      endedSince = 0;
      paceSince = now;
    }
  }

  int held() {
    return held;
  }

  boolean isEmpty() {
    return held == 0 && sending == 0 && first.isEmpty() && retries.isEmpty();
  }

  void hold(int count) {
    held += count;
  }

  void add(ClaimedDelivery claimed) {
    (isRetry(claimed) ? retries : first).add(claimed);
  }

  boolean canSend() {
    return sending < maxInFlight;
  }

  boolean hasFirst() {
    return !first.isEmpty();
  }

  boolean hasRetries() {
    return !retries.isEmpty();
  }

  @Nullable ClaimedDelivery take(boolean retry) {
    ClaimedDelivery next = (retry ? retries : first).poll();
    sending += next == null ? 0 : 1;
    return next;
  }

  void sent() {
    sending--;
  }

  void ended(Instant now) {
    turn(now);
    held--;
    endedSince++;
  }

  /** Whether the shut gate may turn some away now; each costs a write, so only a few a second. */
  boolean mayRefuse(Instant now) {
    if (now.isBefore(nextRefusal)) {
      return false;
    }
    nextRefusal = now.plusSeconds(1);
    return true;
  }

  Instant nextRefusal() {
    return nextRefusal;
  }

  static boolean isRetry(ClaimedDelivery claimed) {
    return claimed.delivery().work().isRetry();
  }
}
