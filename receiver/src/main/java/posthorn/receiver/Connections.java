package posthorn.receiver;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** The connections that are open, and how many there ever were. */
final class Connections {
  private final Lock lock = new ReentrantLock();
  private final Condition none = lock.newCondition();
  private final Set<Socket> open = new HashSet<>();
  private int total;
  private boolean closed;

  /** Counts one; false if it comes too late. */
  boolean add(Socket connection) {
    lock.lock();
    try {
      if (closed) {
        return false;
      }
      total++;
      return open.add(connection);
    } finally {
      lock.unlock();
    }
  }

  void remove(Socket connection) {
    lock.lock();
    try {
      open.remove(connection);
      if (open.isEmpty()) {
        none.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  int open() {
    lock.lock();
    try {
      return open.size();
    } finally {
      lock.unlock();
    }
  }

  int total() {
    lock.lock();
    try {
      return total;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until there is none; whether that came about in this time. */
  boolean awaitNone(Duration patience) throws InterruptedException {
    lock.lock();
    try {
      long left = patience.toNanos();
      while (!open.isEmpty() && left > 0) {
        left = none.awaitNanos(left);
      }
      return open.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** Closes all, and takes no more. */
  void close() {
    Set<Socket> left;
    lock.lock();
    try {
      closed = true;
      left = Set.copyOf(open);
    } finally {
      lock.unlock();
    }
    for (Socket connection : left) {
      try {
        connection.close();
      } catch (IOException _) {
        // It is closed for us; that is all that is wanted.
      }
    }
  }
}
