package posthorn.application.feed;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.OperatorEvent;
import posthorn.application.port.OperatorEvent.Repeatable;
import posthorn.application.port.OperatorEvents;

/**
 * Passes operator events on, but those that a stranger can cause as often as it likes once a minute
 * for each address: the first at once, what follows in that minute as one with their number. So no
 * stranger fills the log, or drives what others wait for out of the feed.
 */
public final class FoldRepeats implements OperatorEvents {
  static final Duration WINDOW = Duration.ofMinutes(1);

  /** Of one source or key; beyond it, all further ones are one. */
  static final int MOST_ADDRESSES = 10;

  /** Over all; beyond it, all further ones of a type are one. */
  static final int MOST = 10_000;

  private final OperatorEvents listeners;
  private final Lock lock = new ReentrantLock();
  private final Map<Key, Fold> folds = new HashMap<>();

  /** How many addresses there are of each subject. */
  private final Map<Object, Integer> addresses = new HashMap<>();

  public FoldRepeats(OperatorEvents listeners) {
    this.listeners = listeners;
  }

  /**
   * What is counted together.
   *
   * @param network null for those of further addresses
   */
  private record Key(Object subject, @Nullable String network) {}

  /**
   * What came since the last was told.
   *
   * @param rest the latest, standing for all; null if none came
   */
  private record Fold(Instant toldAt, @Nullable Repeatable rest) {
    boolean isOver(Instant now) {
      // A clock that was set back ends it too.
      return Duration.between(toldAt, now).abs().compareTo(WINDOW) >= 0;
    }

    Repeatable and(Repeatable latest) {
      return rest == null ? latest : latest.with(rest.count());
    }
  }

  @Override
  public void announce(OperatorEvent event) {
    if (event instanceof Repeatable repeatable) {
      Repeatable told = fold(repeatable);
      if (told != null) {
        listeners.announce(told);
      }
    } else {
      listeners.announce(event);
    }
  }

  /** What is to be told now; nothing if it waits for the end of its minute. */
  private @Nullable Repeatable fold(Repeatable event) {
    lock.lock();
    try {
      Key key = keyOf(event);
      Fold present = folds.get(key);
      if (present == null) {
        folds.put(key, new Fold(event.at(), null));
        addresses.merge(key.subject(), 1, Integer::sum);
        return event;
      }
      Repeatable all = present.and(event);
      boolean over = present.isOver(event.at());
      folds.put(key, over ? new Fold(event.at(), null) : new Fold(present.toldAt(), all));
      return over ? all : null;
    } finally {
      lock.unlock();
    }
  }

  private Key keyOf(Repeatable event) {
    var own = new Key(event.subject(), event.from().network());
    if (folds.containsKey(own)) {
      return own;
    }
    if (folds.size() >= MOST) {
      return new Key(event.type(), null);
    }
    return addresses.getOrDefault(event.subject(), 0) < MOST_ADDRESSES
        ? own
        : new Key(event.subject(), null);
  }

  /** Tells those whose minute is over, and forgets those that did not come again. */
  public void tell(Instant now) {
    overAt(now).forEach(listeners::announce);
  }

  private List<Repeatable> overAt(Instant now) {
    var told = new ArrayList<Repeatable>();
    lock.lock();
    try {
      folds
          .entrySet()
          .removeIf(entry -> {
            Fold fold = entry.getValue();
            if (!fold.isOver(now)) {
              return false;
            }
            Repeatable rest = fold.rest();
            if (rest == null) {
              addresses.computeIfPresent(
                  entry.getKey().subject(), (_, count) -> count == 1 ? null : count - 1);
              return true;
            }
            told.add(rest);
            entry.setValue(new Fold(now, null));
            return false;
          });
    } finally {
      lock.unlock();
    }
    return told;
  }
}
