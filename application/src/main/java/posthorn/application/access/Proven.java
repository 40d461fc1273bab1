package posthorn.application.access;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Who has proven itself from where. Many share an address, behind a proxy all of them do; so when
 * one of them fails, those who have succeeded from there go on. Of very many, only the last so many
 * are remembered.
 *
 * @param <K> who, and from where
 */
public final class Proven<K> {
  static final int MOST = 10_000;

  private final Set<K> known = ConcurrentHashMap.newKeySet();
  private final Lock lock = new ReentrantLock();
  private final Queue<K> inOrder = new ArrayDeque<>();

  public boolean knows(K who) {
    return known.contains(who);
  }

  public void add(K who) {
    if (known.contains(who)) {
      return;
    }
    lock.lock();
    try {
      if (known.add(who)) {
        inOrder.add(who);
      }
      if (inOrder.size() > MOST) {
        known.remove(inOrder.remove());
      }
    } finally {
      lock.unlock();
    }
  }
}
