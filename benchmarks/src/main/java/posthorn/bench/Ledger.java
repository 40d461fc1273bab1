package posthorn.bench;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/** Which events of a phase were received, when, and how long after they were sent. */
final class Ledger {
  private final long first;

  /** Nanoseconds from sending to receipt by event; 0 for one that was not received. */
  private final AtomicLongArray delays;

  private final AtomicInteger arrived = new AtomicInteger();

  /** Those of the arrived whose times are noted: who sees the last of them sees all times. */
  private final AtomicInteger received = new AtomicInteger();

  private final LongAdder repeated = new LongAdder();
  private final AtomicLong firstAt = new AtomicLong();
  private final AtomicLong windowAt = new AtomicLong();
  private final AtomicLong lastAt = new AtomicLong();
  private volatile int expected;
  private volatile int window;

  /** For the events numbered from the first on. */
  Ledger(long first, int count) {
    this.first = first;
    this.delays = new AtomicLongArray(count);
    expect(count, count);
  }

  /**
   * Settles how many were sent, if it was less than planned, and over how many of them the rate is
   * measured.
   */
  void expect(int count, int measured) {
    expected = count;
    window = Math.min(measured, count);
  }

  long first() {
    return first;
  }

  int size() {
    return delays.length();
  }

  boolean covers(long number) {
    return number >= first && number < first + delays.length();
  }

  void receive(long number, long sentAt, long now) {
    if (!delays.compareAndSet((int) (number - first), 0, Math.max(1, now - sentAt))) {
      repeated.increment();
      return;
    }
    int count = arrived.incrementAndGet();
    if (count == 1) {
      firstAt.set(now);
    }
    if (count == window) {
      windowAt.set(now);
    }
    lastAt.setRelease(now);
    received.incrementAndGet();
  }

  int expected() {
    return expected;
  }

  int received() {
    return received.get();
  }

  boolean isComplete() {
    return received.get() >= expected;
  }

  long repeated() {
    return repeated.sum();
  }

  long lastAt() {
    return lastAt.getAcquire();
  }

  int window() {
    return window;
  }

  /** From the first receipt to the last one of the measured window. */
  long windowNanos() {
    return windowAt.get() - firstAt.get();
  }

  /** From the first receipt to the very last. */
  long allNanos() {
    return lastAt() - firstAt.get();
  }

  Percentiles delays() {
    long[] nanos = new long[delays.length()];
    int count = 0;
    for (int i = 0; i < nanos.length; i++) {
      if (delays.get(i) != 0) {
        nanos[count++] = delays.get(i);
      }
    }
    return Percentiles.ofFirst(count, nanos);
  }
}
