package posthorn.application.quota;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
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
  private volatile Sight last = new Sight(Instant.MIN, null);

  private record Sight(Instant at, @Nullable Instant lowSince) {
    boolean low() {
      return lowSince != null;
    }

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
    return sight(now).low();
  }

  /** Since when new events are refused, if they are. */
  public Optional<Instant> lowSince(Instant now) {
    return Optional.ofNullable(sight(now).lowSince());
  }

  private Sight sight(Instant now) {
    Sight seen = last;
    if (!seen.isFresh(now) && looking.tryLock()) {
      try {
        return look(now);
      } finally {
        looking.unlock();
      }
    }
    return seen;
  }

  private Sight look(Instant now) {
    long bytes = free.getAsLong();
    Instant since = last.lowSince();
    boolean wasLow = since != null;
    boolean low = bytes < least || (wasLow && bytes - least < least / MARGIN);
    var seen = new Sight(now, !low ? null : since == null ? now : since);
    last = seen;
    if (low != wasLow) {
      listener.changed(low, bytes);
    }
    return seen;
  }

  void requireRoom(Instant now) {
    if (isLow(now)) {
      throw new StoreFullException("less than " + least + " bytes are free on the disk", null);
    }
  }
}
