package posthorn.application.dispatch;

import posthorn.domain.dispatch.PlaceBounds;

/**
 * How many deliveries are held, with a place or waiting for one, or how many bytes their events
 * have: of a pool, or of a tenant in it. Those of doubtful webhooks are never all of them. Not safe
 * for threads.
 */
final class Held {
  private final PlaceBounds bounds;
  private final int inAdvance;
  private final int doubtfulInAdvance;
  private int all;
  private int doubtful;

  /**
   * Nothing is held.
   *
   * @param inAdvance how many of the bound are beyond the places
   */
  Held(PlaceBounds bounds, int inAdvance) {
    this.bounds = bounds;
    this.inAdvance = inAdvance;
    doubtfulInAdvance = (int) ((long) inAdvance * bounds.doubtful() / bounds.all());
  }

  /**
   * No bytes are held. A delivery is held as long as any room is left, so its event may exceed it.
   *
   * @param most bytes; the next look waits until an eighth of them is free
   */
  static Held ofBytes(int most, int keptPercent) {
    return new Held(PlaceBounds.of(most, keptPercent), most / 4);
  }

  void add(int count, boolean ofDoubtful) {
    all += count;
    addDoubtful(ofDoubtful ? count : 0);
  }

  void addDoubtful(int count) {
    doubtful += count;
  }

  int room(boolean forDoubtful) {
    int room = bounds.all() - all;
    return Math.max(0, forDoubtful ? Math.min(room, bounds.doubtful() - doubtful) : room);
  }

  /** Whether it is worth looking for more: not for every single one that leaves. */
  boolean wantsMore(boolean forDoubtful) {
    int room = room(forDoubtful);
    return room > 0 && 2 * room >= (forDoubtful ? doubtfulInAdvance : inAdvance);
  }
}
