package posthorn.sqlite;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.DueDeliveries.Waiting;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.delivery.DeliveryState.Cancelled;
import posthorn.domain.delivery.DeliveryState.Dead;
import posthorn.domain.delivery.DeliveryState.Delivered;
import posthorn.domain.delivery.DeliveryState.Failed;
import posthorn.domain.delivery.DeliveryState.InFlight;
import posthorn.domain.delivery.DeliveryState.Pending;
import posthorn.domain.delivery.Lease;
import posthorn.domain.dispatch.Work;
import posthorn.domain.webhook.WebhookId;

/**
 * Who has which of the waiting deliveries. One process has the file, so that this is nobody else's
 * business and need not be written: in the file they wait until they are settled, and after a crash
 * nobody has them. (Those of lanes, and those that were handed over when they were published, are
 * leased in the file instead.)
 *
 * <p>What is held stays in the index of what is due. So that it is not walked again and again,
 * there is a front for each kind of each webhook's work. Always, whatever is due up to the front is
 * held, or does not wait; who makes a delivery wait that is due before the front moves it back.
 */
final class Holds {
  /** One that is held, as it waits in the file. */
  private static final class Hold {
    /** Null, both, while it is not for a worker, but for somebody who changes it. */
    final @Nullable Candidate candidate;

    final @Nullable Lease lease;

    /** Whether what became of it is being written: then its lease does not expire any more. */
    boolean settling;

    /** Whether a front has moved past it meanwhile. */
    boolean passed;

    Hold(@Nullable Candidate candidate, @Nullable Lease lease) {
      this.candidate = candidate;
      this.lease = lease;
    }

    @Nullable Delivery waiting() {
      return candidate == null ? null : candidate.delivery();
    }
  }

  private record Kind(WebhookId webhook, Work work) {}

  /** For who takes; one at a time. */
  private final Lock turn = new ReentrantLock();

  /** For all that follows. */
  private final Lock lock = new ReentrantLock();

  private final Map<DeliveryId, Hold> held = new HashMap<>();
  private final Map<Kind, Position> fronts = new HashMap<>();

  /** What happened since somebody began to read what they will take; null while nobody does. */
  private @Nullable Disturbance disturbance;

  /** It may not be in what was read. */
  private static final class Disturbance {
    /** Those that are not as they were read: they were held then, or still waited. */
    final Set<DeliveryId> letGo = new HashSet<>();

    /** From where on something may have come that was not read. */
    final Map<WebhookId, Position> came = new HashMap<>();

    /** Whether something may have come anywhere. */
    boolean everywhere;

    Position reached(WebhookId webhook, Position read) {
      Position from = everywhere ? Position.START : came.get(webhook);
      return from == null ? read : Position.earlier(read, from);
    }
  }

  /** Begins to take; whoever comes next waits until this is closed. */
  Taking take() {
    turn.lock();
    var since = new Disturbance();
    change(() -> disturbance = since);
    return new Taking(since);
  }

  /** Somebody's turn to take deliveries. */
  final class Taking implements AutoCloseable {
    private final Disturbance since;

    private Taking(Disturbance since) {
      this.since = since;
    }

    /** Behind what to look for them. */
    Position from(WebhookId webhook, Work work) {
      return front(webhook, work);
    }

    /** Those of the candidates that nobody had, and that nobody else gets from now on. */
    List<Candidate> hold(List<Candidate> candidates, Lease lease) {
      return locked(() -> {
        var taken = new ArrayList<Candidate>(candidates.size());
        for (Candidate candidate : candidates) {
          Delivery delivery = candidate.delivery();
          Hold before = held.get(delivery.id());
          if (before != null) {
            before.passed = true;
          } else if (!since.letGo.contains(delivery.id())) {
            held.put(delivery.id(), new Hold(candidate, lease));
            taken.add(candidate);
          }
        }
        return taken;
      });
    }

    /** All of these are held or do not wait any more. */
    void passed(List<Candidate> candidates) {
      change(() -> {
        for (Candidate candidate : candidates) {
          WebhookId webhook = candidate.webhook().id();
          fronts.put(
              new Kind(webhook, candidate.delivery().work()),
              since.reached(webhook, candidate.position()));
        }
      });
    }

    @Override
    public void close() {
      change(() -> disturbance = null);
      turn.unlock();
    }
  }

  Position front(WebhookId webhook, Work work) {
    return locked(() -> fronts.getOrDefault(new Kind(webhook, work), Position.START));
  }

  /** All fronts; those of webhooks of which nothing is held are not needed, and forgotten. */
  List<Front> fronts() {
    return locked(() -> {
      var needed = new HashSet<WebhookId>();
      for (Hold hold : held.values()) {
        Delivery waiting = hold.waiting();
        if (waiting != null) {
          needed.add(waiting.webhook());
        }
      }
      fronts.keySet().removeIf(kind -> !needed.contains(kind.webhook()));
      return fronts.entrySet().stream()
          .map(each -> new Front(each.getKey().webhook(), each.getKey().work(), each.getValue()))
          .toList();
    });
  }

  /** A delivery of that webhook waits now, and is due then. */
  void waits(WebhookId webhook, Instant dueAt) {
    change(() -> moveBack(webhook, Position.before(dueAt)));
  }

  /** Some of that webhook wait now, whenever they are due. */
  void someWait(WebhookId webhook) {
    change(() -> moveBack(webhook, Position.START));
  }

  private void moveBack(WebhookId webhook, Position to) {
    for (Work work : Work.values()) {
      fronts.computeIfPresent(new Kind(webhook, work), (_, at) -> Position.earlier(at, to));
    }
    if (disturbance != null) {
      disturbance.came.merge(webhook, to, Position::earlier);
    }
  }

  /**
   * The row of one that is held under that lease; null if it is not. If it is, the lease holds
   * until {@link #settled} or {@link #notSettled}.
   */
  @Nullable Long settle(DeliveryId id, Lease lease) {
    return locked(() -> {
      Hold hold = held.get(id);
      if (hold == null || hold.candidate == null || !lease.equals(hold.lease)) {
        return null;
      }
      hold.settling = true;
      return hold.candidate.row();
    });
  }

  /** It is written what became of it. */
  void settled(Delivery delivery) {
    change(() -> {
      letGo(delivery.id());
      Instant dueAt = dueAt(delivery);
      if (dueAt != null) {
        moveBack(delivery.webhook(), Position.before(dueAt));
      }
    });
  }

  /** It is not known whether that was written; its lease may expire again. */
  void notSettled(DeliveryId id) {
    change(() -> {
      Hold hold = held.get(id);
      if (hold != null) {
        hold.settling = false;
      }
    });
  }

  /** Keeps it from workers while somebody else changes it; false if a worker has it. */
  boolean reserve(DeliveryId id) {
    return locked(() -> held.putIfAbsent(id, new Hold(null, null)) == null);
  }

  /** Gives it back to who wants it. */
  void release(DeliveryId id) {
    change(() -> {
      Hold reservation = letGo(id);
      if (reservation != null && reservation.passed) {
        // Whether it waits, and whose it is, is not known here.
        fronts.clear();
        if (disturbance != null) {
          disturbance.everywhere = true;
        }
      }
    });
  }

  private @Nullable Hold letGo(DeliveryId id) {
    if (disturbance != null) {
      disturbance.letGo.add(id);
    }
    return held.remove(id);
  }

  /** Frees those whose leases have expired; whose they are. */
  List<Waiting> freeExpired(Instant now) {
    return free(lease -> !lease.expiresAt().isAfter(now));
  }

  /** Frees those under a lease of that holder. */
  List<Waiting> freeHeldBy(String holder) {
    return free(lease -> lease.holder().equals(holder));
  }

  private List<Waiting> free(Predicate<Lease> which) {
    return locked(() -> {
      var freed = new ArrayList<Waiting>();
      for (Hold hold : List.copyOf(held.values())) {
        Delivery waiting = hold.waiting();
        if (waiting != null && hold.lease != null && !hold.settling && which.test(hold.lease)) {
          letGo(waiting.id());
          Instant dueAt = requireNonNull(dueAt(waiting));
          moveBack(waiting.webhook(), Position.before(dueAt));
          freed.add(new Waiting(waiting.tenant(), waiting.webhook(), dueAt));
        }
      }
      return freed;
    });
  }

  /** The delivery as it is: in the file, one that a worker has still waits. */
  Delivery seen(Delivery stored) {
    return locked(() -> {
      Hold hold = held.get(stored.id());
      Instant dueAt = dueAt(stored);
      return hold == null || hold.lease == null || dueAt == null
          ? stored
          : stored.leased(hold.lease, dueAt);
    });
  }

  /** Those that workers have. */
  List<DeliveryId> inFlight() {
    return locked(() ->
        held.entrySet().stream()
            .filter(each -> each.getValue().lease != null)
            .map(Map.Entry::getKey)
            .toList());
  }

  /** When it is due; null if it does not wait. */
  static @Nullable Instant dueAt(Delivery delivery) {
    return switch (delivery.state()) {
      case Pending(Instant dueAt) -> dueAt;
      case Failed(Instant dueAt) -> dueAt;
      case InFlight _, Delivered _, Dead _, Cancelled _ -> null;
    };
  }

  private void change(Runnable work) {
    boolean _ =
        locked(() -> {
          work.run();
          return true;
        });
  }

  private <T extends @Nullable Object> T locked(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }
}
