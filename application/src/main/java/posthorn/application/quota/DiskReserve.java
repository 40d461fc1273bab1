package posthorn.application.quota;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import posthorn.application.port.StoreFullException;

/**
 * What stays free on the disk for what is under way: once new events have used up the rest, no more
 * are taken, so that deliveries can still be settled and history pruned. Callers look at the disk
 * as they come, but not more often than each second.
 */
public final class DiskReserve {
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  /** So much more than the reserve has to be free before new events are taken again. */
  private static final int MARGIN = 10;

  private final LongSupplier free;
  private final long least;
  private final Listener listener;
  private final Lock looking = new ReentrantLock();
  private volatile Sight last = new Sight(Instant.MIN, false);

  private record Sight(Instant at, boolean low) {
    boolean isFresh(Instant now) {
      // Also where the clock was set back.
      return !now.isBefore(at) && now.isBefore(at.plus(INTERVAL));
    }
  }

  /** Is told when that changes. */
  @FunctionalInterface
  public interface Listener {
    void changed(boolean low, long freeBytes);
  }

  /**
   * The disk has not been looked at yet.
   *
   * @param free bytes on the disk
   * @param least bytes of it that stay free
   */
  public DiskReserve(LongSupplier free, long least, Listener listener) {
    this.free = free;
    this.least = least;
    this.listener = listener;
  }

  /** Whether new events are refused. */
  public boolean isLow(Instant now) {
    Sight seen = last;
    if (!seen.isFresh(now) && looking.tryLock()) {
      try {
        return look(now);
      } finally {
        looking.unlock();
      }
    }
    return seen.low();
  }

  private boolean look(Instant now) {
    long bytes = free.getAsLong();
    boolean wasLow = last.low();
    boolean low = bytes < least || (wasLow && bytes - least < least / MARGIN);
    last = new Sight(now, low);
    if (low != wasLow) {
      listener.changed(low, bytes);
    }
    return low;
  }

  void requireRoom(Instant now) {
    if (isLow(now)) {
      throw new StoreFullException("less than " + least + " bytes are free on the disk", null);
    }
  }
}
