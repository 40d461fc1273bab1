package posthorn.application.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.ClaimedDelivery;
import posthorn.domain.dispatch.Answering;
import posthorn.domain.dispatch.Trust;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.tenant.TenantId;

/**
 * What this node holds of one webhook's deliveries: those that wait here for a place, those being
 * sent, and those being settled. How many may wait here follows the webhook's pace: about as many
 * as it took in the last second. A receiver that stalls gets none in advance, so it keeps no room
 * from others and no lease runs out. Not safe for threads.
 */
final class Desk {
  private static final Duration PACE_WINDOW = Duration.ofSeconds(1);
  private static final int MOST_IN_ADVANCE = 512;

  final TenantId tenant;
  final Pool pool;
  final Portion portion;
  private final Line first = new Line(this, false);
  private final Line retries = new Line(this, true);
  private final List<Slot> slots = new ArrayList<>();
  private final int alwaysInAdvance;
  private WebhookUrl url;
  private Host host;
  private Answering answering = Answering.UNKNOWN;

  /** As what its slots are counted, and what it holds. */
  private Trust trust = Trust.UNPROVEN;

  private boolean closed;
  private boolean retriesTurn;
  private int maxInFlight;
  private int held;
  private int bytes;
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
  Desk(
      TenantId tenant,
      Pool pool,
      WebhookUrl url,
      Host host,
      int maxInFlight,
      int alwaysInAdvance,
      Instant now) {
    this.tenant = tenant;
    this.pool = pool;
    this.portion = pool.portion(tenant);
    this.url = url;
    this.host = host;
    this.alwaysInAdvance = alwaysInAdvance;
    this.maxInFlight = maxInFlight;
    this.paceSince = now;
  }

  Host host() {
    return host;
  }

  boolean isAt(WebhookUrl present) {
    return present.equals(url);
  }

  /** What waits here, and what comes, goes to another host. */
  void move(WebhookUrl present, Host to, ReadyLines ready) {
    url = present;
    host = to;
    first.leave();
    retries.leave();
    lineUp(ready);
  }

  void allow(int inFlight, ReadyLines ready) {
    if (inFlight != maxInFlight) {
      maxInFlight = inFlight;
      lineUp(ready);
    }
  }

  /** How many more may be taken. */
  int room(Instant now) {
    if (portion.bytes.room(isDoubtful()) == 0 || pool.bytes.room(isDoubtful()) == 0) {
      return 0;
    }
    int own = Math.max(0, bound(now) - held);
    return Math.min(own, Math.min(portion.held.room(isDoubtful()), pool.held.room(isDoubtful())));
  }

  /** Whether it is worth looking for more: not for every single one that leaves. */
  boolean wantsMore(Instant now) {
    return 2 * held <= bound(now)
        && portion.held.wantsMore(isDoubtful())
        && pool.held.wantsMore(isDoubtful())
        && portion.bytes.wantsMore(isDoubtful())
        && pool.bytes.wantsMore(isDoubtful());
  }

  private boolean isDoubtful() {
    return trust == Trust.DOUBTFUL;
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
    return held == 0 && sending == 0 && slots.isEmpty() && first.isEmpty() && retries.isEmpty();
  }

  /** Its webhook is gone. */
  void close() {
    closed = true;
  }

  boolean isClosed() {
    return closed;
  }

  void hold(int count) {
    held += count;
    portion.held.add(count, isDoubtful());
    pool.held.add(count, isDoubtful());
  }

  /** Counts more bytes of events as held, or fewer if negative. */
  void holdBytes(int count) {
    bytes += count;
    portion.bytes.add(count, isDoubtful());
    pool.bytes.add(count, isDoubtful());
  }

  void add(ClaimedDelivery claimed, ReadyLines ready) {
    Line line = isRetry(claimed) ? retries : first;
    line.add(claimed);
    ready.add(line);
  }

  /** Whether the webhook itself lets another request leave. */
  boolean canSend() {
    return sending < maxInFlight;
  }

  /** What a request has to wait for besides; null if it may leave. */
  @Nullable Quota full(boolean retry) {
    Trust next = trustOfNext();
    Quota full = portion.places.full(next);
    if (full == null) {
      full = host.places.full(next);
    }
    return full == null ? pool.full(next, retry) : full;
  }

  /** An unproven one proves itself by one request; more at once are counted as doubtful. */
  private Trust trustOfNext() {
    return countedAs(slots.isEmpty());
  }

  private Trust countedAs(boolean first) {
    if (trust != Trust.UNPROVEN) {
      return trust;
    }
    // One that answered when it was last asked gets its first place like those that answer now.
    Trust ofFirst = answering.answeredAt() == null ? Trust.UNPROVEN : Trust.PROVEN;
    return first ? ofFirst : Trust.DOUBTFUL;
  }

  /** Gives the next of the line its places. */
  Slot take(Line line) {
    var slot = new Slot(line.poll(), this, trustOfNext());
    slot.take();
    slot.index = slots.size();
    slots.add(slot);
    sending++;
    retriesTurn = !line.retries;
    return slot;
  }

  boolean isIdle() {
    return slots.isEmpty();
  }

  /**
   * A request is over.
   *
   * @param outcome null where none was made
   */
  void sent(Slot slot, @Nullable AttemptOutcome outcome, Instant at, ReadyLines ready) {
    if (slot.sent(ready)) {
      sending--;
    }
    if (outcome != null) {
      answering = answering.after(outcome, at);
      reckon(at, ready);
    }
    lineUp(ready);
  }

  void ended(Slot slot, Instant now, ReadyLines ready) {
    if (slot.sent(ready)) {
      sending--;
    }
    turn(now);
    hold(-1);
    holdBytes(-slot.claimed().event().data().length());
    endedSince++;
    if (slot.hasPlaces()) {
      slot.ended(ready);
      remove(slot);
    }
    if (slots.isEmpty()) {
      // The next one may be counted otherwise.
      lineUpAgain(ready);
    }
  }

  private void remove(Slot slot) {
    Slot last = slots.removeLast();
    if (slot.index < slots.size()) {
      slots.set(slot.index, last);
      last.index = slot.index;
    }
  }

  /** Those under way. */
  List<Slot> slots() {
    return List.copyOf(slots);
  }

  /** Takes out all that waits here; it gets no places. */
  List<Slot> takeWaiting() {
    first.leave();
    retries.leave();
    var taken = new ArrayList<Slot>();
    for (Line line : List.of(first, retries)) {
      while (!line.isEmpty()) {
        taken.add(new Slot(line.poll(), this, trust));
      }
    }
    return taken;
  }

  /** Counts its slots by what is known of the receiver now. */
  void reckon(Instant now, ReadyLines ready) {
    Trust before = trust;
    trust = answering.trust(now);
    if (trust == before) {
      return;
    }
    for (int i = 0; i < slots.size(); i++) {
      slots.get(i).count(countedAs(i == 0), ready);
    }
    int sign = (isDoubtful() ? 1 : 0) - (before == Trust.DOUBTFUL ? 1 : 0);
    portion.held.addDoubtful(sign * held);
    pool.held.addDoubtful(sign * held);
    portion.bytes.addDoubtful(sign * bytes);
    pool.bytes.addDoubtful(sign * bytes);
    if (trust.compareTo(before) < 0) {
      lineUpAgain(ready);
    }
  }

  /** Its lines may wait for what they need no more. */
  private void lineUpAgain(ReadyLines ready) {
    first.leaveForTrust();
    retries.leaveForTrust();
    lineUp(ready);
  }

  private void lineUp(ReadyLines ready) {
    if (canSend()) {
      ready.add(retriesTurn ? retries : first);
      ready.add(retriesTurn ? first : retries);
    }
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
