package posthorn.application.feed;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.OperatorEvent;
import posthorn.application.port.OperatorEvents;

/**
 * The latest operator events, in a ring that all readers share. A reader has no queue of its own:
 * it is a place in the ring, and one that the ring has overtaken has fallen behind. So announcing
 * costs the same however many read and however slowly, and next to nothing when nobody does.
 */
public final class OperatorFeed implements OperatorEvents {
  /** So that the announcers do not wait long while a reader is given what it missed. */
  private static final int MOST_AT_ONCE = 256;

  private final String run;
  private final int size;
  private final List<OperatorEvent> ring;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private long count;
  private int waiting;
  private boolean closed;

  /**
   * An empty one.
   *
   * @param run a name of this run of the server, in small letters and digits, that no other has
   * @param size how many events are kept
   */
  public OperatorFeed(String run, int size) {
    this.run = run;
    this.size = size;
    this.ring = new ArrayList<>(size);
  }

  @Override
  public void announce(OperatorEvent event) {
    lock.lock();
    try {
      if (ring.size() < size) {
        ring.add(event);
      } else {
        ring.set(slot(count), event);
      }
      count++;
      if (waiting > 0) {
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Lets every reader end when it has seen what is there. */
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * One that goes on where another ended, as far as that is still there; else it begins with the
   * oldest that is. One that goes on nowhere begins with what comes next.
   *
   * @param last the position, as text, right after what was seen last
   */
  public FeedReader reader(@Nullable String last) {
    lock.lock();
    try {
      if (last == null) {
        return new FeedReader(this, count, false);
      }
      return FeedPosition.parse(last)
          .filter(it -> it.run().equals(run) && it.count() >= oldest() && it.count() <= count)
          .map(it -> new FeedReader(this, it.count(), false))
          .orElseGet(() -> new FeedReader(this, oldest(), true));
    } finally {
      lock.unlock();
    }
  }

  Reading read(long position, Duration patience) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      await(position, patience);
      if (position < oldest()) {
        return new Reading.FellBehind(oldest() - position);
      }
      if (closed && position == count) {
        return new Reading.Ended();
      }
      long end = Math.min(count, position + MOST_AT_ONCE);
      var entries = new ArrayList<FeedEntry>((int) (end - position));
      for (long at = position; at < end; at++) {
        entries.add(new FeedEntry(positionAt(at + 1), ring.get(slot(at))));
      }
      return new Reading.Found(entries, end < count);
    } finally {
      lock.unlock();
    }
  }

  private void await(long position, Duration patience) throws InterruptedException {
    waiting++;
    try {
      long nanos = patience.toNanos();
      while (position == count && !closed && nanos > 0) {
        nanos = changed.awaitNanos(nanos);
      }
    } finally {
      waiting--;
    }
  }

  FeedPosition positionAt(long position) {
    return new FeedPosition(run, position);
  }

  private long oldest() {
    return Math.max(0, count - size);
  }

  private int slot(long position) {
    return (int) (position % size);
  }
}
