package posthorn.bootstrap.dispatch;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import posthorn.application.port.DispatchBell;

/** Wakes the one who waits. A ring while nobody waits is remembered, so none is ever missed. */
public final class Bell implements DispatchBell {
  private final Lock lock = new ReentrantLock();
  private final Condition ringing = lock.newCondition();
  private boolean rung;

  @Override
  public void ring() {
    lock.lock();
    try {
      rung = true;
      ringing.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for a ring, or until the time is up; forgets the ring. */
  void await(Duration atMost) throws InterruptedException {
    lock.lock();
    try {
      long nanos = atMost.toNanos();
      while (!rung && nanos > 0) {
        nanos = ringing.awaitNanos(nanos);
      }
      rung = false;
    } finally {
      lock.unlock();
    }
  }
}
