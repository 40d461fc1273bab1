package posthorn.application.access;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import posthorn.domain.access.KeyHash;

/**
 * Which keys have opened the API from which addresses. Many share an address, behind a proxy all of
 * them do; so when one of them brings wrong keys, those who have shown a right one from there go
 * on.
 */
final class Openers {
  static final int MOST = 10_000;

  private record Opener(String address, KeyHash hash) {}

  private final Set<Opener> known = ConcurrentHashMap.newKeySet();
  private final Lock lock = new ReentrantLock();
  private final Queue<Opener> inOrder = new ArrayDeque<>();

  boolean knows(String address, KeyHash hash) {
    return known.contains(new Opener(address, hash));
  }

  void opened(String address, KeyHash hash) {
    var opener = new Opener(address, hash);
    if (known.contains(opener)) {
      return;
    }
    lock.lock();
    try {
      if (known.add(opener)) {
        inOrder.add(opener);
      }
      if (inOrder.size() > MOST) {
        known.remove(inOrder.remove());
      }
    } finally {
      lock.unlock();
    }
  }
}
