package posthorn.application.dispatch;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import posthorn.domain.dispatch.Bounds;
import posthorn.domain.dispatch.Cursor;
import posthorn.domain.dispatch.PlaceBounds;
import posthorn.domain.dispatch.Room;
import posthorn.domain.dispatch.Trust;
import posthorn.domain.tenant.TenantId;

/**
 * The places that some tenants share: how much may be in flight, and how much may be held besides.
 * A place is taken from the start of an attempt until it is settled, so that a crash repeats no
 * more requests than there are places. Not safe for threads.
 */
final class Pool {
  /**
   * How many may be held beyond those in flight, so that a free place is taken at once, and so that
   * a look is worth its while.
   */
  private static final int IN_ADVANCE = 4_096;

  private final int size;
  private final int heldBytes;
  private final int tenantPercent;
  private final int keptPercent;
  private final Bounds holdingBounds;
  private final Places places;
  private final Quota retries;
  private final Map<TenantId, Portion> portions = new HashMap<>();
  final Held held;

  /** Of their events, so that what is held has a bound however large events are. */
  final Held bytes;

  private int firstHeld;
  private int retriesHeld;
  Cursor cursor = Cursor.START;

  /**
   * A pool of that size.
   *
   * @param heldBytes the bytes that the events of what is held may have
   * @param tenantPercent the part of it that one tenant may take
   * @param keptPercent the part of it that is for webhooks that answer
   */
  Pool(int size, int heldBytes, int tenantPercent, int keptPercent) {
    this.size = size;
    this.heldBytes = heldBytes;
    this.tenantPercent = tenantPercent;
    this.keptPercent = keptPercent;
    int reserved = Bounds.of(size).reservedForFirst();
    holdingBounds = new Bounds(size + IN_ADVANCE, reserved);
    places = new Places(PlaceBounds.of(size, keptPercent));
    retries = new Quota(size - reserved, false);
    held = new Held(PlaceBounds.of(size + IN_ADVANCE, keptPercent), IN_ADVANCE);
    bytes = Held.ofBytes(heldBytes, keptPercent);
  }

  Portion portion(TenantId tenant) {
    return portions.computeIfAbsent(
        tenant, _ -> new Portion(size, IN_ADVANCE, heldBytes, tenantPercent, keptPercent));
  }

  /** How many more may be held. */
  Room room() {
    Room room = holdingBounds.room(firstHeld, retriesHeld);
    return bytes.room(false) > 0 ? room : room.atMost(0);
  }

  /** How much of what may be in flight is. */
  double percentTaken() {
    return 100.0 * places.taken() / size;
  }

  boolean isEmpty() {
    return firstHeld == 0 && retriesHeld == 0 && places.taken() == 0;
  }

  /** Whether it is worth looking for more: not for every single one that leaves. */
  boolean wantsMore() {
    return 2 * room().free() >= IN_ADVANCE && bytes.wantsMore(false);
  }

  void hold(boolean retry, int count) {
    if (retry) {
      retriesHeld += count;
    } else {
      firstHeld += count;
    }
  }

  /** What a request has to wait for; null if there is a place. */
  @Nullable Quota full(Trust trust, boolean retry) {
    return retry && retries.isFull() ? retries : places.full(trust);
  }

  void take(TenantId tenant, Trust trust, boolean retry) {
    places.take(tenant, trust);
    if (retry) {
      retries.take(tenant);
    }
  }

  void change(TenantId tenant, Trust from, Trust to, ReadyLines ready) {
    places.change(tenant, from, to, ready);
  }

  void giveBack(TenantId tenant, Trust trust, boolean retry, ReadyLines ready) {
    places.giveBack(tenant, trust, ready);
    if (retry) {
      retries.giveBack(tenant, ready);
    }
  }
}
