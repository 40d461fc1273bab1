package posthorn.application.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.AttemptStarter;
import posthorn.application.port.ClaimedDelivery;
import posthorn.application.port.DispatchBell;
import posthorn.application.port.DueDeliveries;
import posthorn.application.port.DueDeliveries.DueWork;
import posthorn.application.port.DueDeliveries.Share;
import posthorn.application.port.DueDeliveries.Waiting;
import posthorn.application.port.Ids;
import posthorn.application.port.Webhooks;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryState.InFlight;
import posthorn.domain.delivery.Lease;
import posthorn.domain.event.Event;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;
import posthorn.domain.webhook.WebhookStatus;

/**
 * Decides which due deliveries are attempted next: takes them from the store, a bounded number at a
 * time, by fair turns and as far as each webhook's gate lets them, and starts each as soon as there
 * is a place for it. Only {@link #look} reads and writes the store; it is for one thread at a time,
 * all else is for any.
 */
public final class Dispatcher {
  private static final String LEASE_PREFIX = "lse_";

  /** How many a shut gate turns away at a time, so that people see why they wait. */
  private static final int TURNED_AWAY = 10;

  /** How many webhooks are looked at together. */
  private static final int LOOKED_AT = 200;

  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);

  /** When the places for its kind of work were all taken. */
  private static final Duration PAUSE_WITHOUT_TURN = Duration.ofMillis(20);

  private final DueDeliveries due;
  private final Webhooks webhooks;
  private final Gates gates;
  private final Ids ids;
  private final DispatchSettings settings;
  private final DispatchBell bell;

  private final Lock lock = new ReentrantLock();
  private final Agenda agenda = new Agenda();
  private final Board board;

  /** When the next look is planned; what is due before that rings. */
  private Instant nextLook = Instant.MIN;

  /** Whether something is due that there was no room for. */
  private boolean crowded;

  /** Null before the start and after the stop: then nothing is started. */
  private @Nullable AttemptStarter starter;

  public Dispatcher(
      DueDeliveries due,
      Webhooks webhooks,
      Gates gates,
      Ids ids,
      DispatchSettings settings,
      DispatchBell bell) {
    this.due = due;
    this.webhooks = webhooks;
    this.gates = gates;
    this.ids = ids;
    this.settings = settings;
    this.bell = bell;
    this.board = new Board(settings);
  }

  /** Learns what waits; what is due already starts slowly. */
  public void start(AttemptStarter attemptStarter, Instant now) {
    locked(() -> starter = attemptStarter);
    for (Waiting waiting : due.waiting()) {
      if (!waiting.dueAt().isAfter(now)) {
        webhooks
            .find(waiting.webhook())
            .ifPresent(webhook -> gates.of(webhook, now).startSlowly(now));
      }
      expect(waiting.webhook(), waiting.dueAt());
    }
  }

  /** Starts nothing more; what is held and not started is for the next run. */
  public void stop() {
    locked(() -> starter = null);
  }

  /** Stores every circuit with what it has counted so far, for the next start. */
  public void saveCircuits() {
    gates.save();
  }

  /** Learns of what was missed: leases that ran out, and what came to wait unannounced. */
  public void tidy(Instant now) {
    due.freeExpired(now).forEach(freed -> expect(freed.webhook(), freed.dueAt()));
    due.waiting().forEach(waiting -> expect(waiting.webhook(), waiting.dueAt()));
  }

  /** A delivery of that webhook is due then. */
  public void expect(WebhookId webhook, Instant at) {
    boolean earlier =
        locked(() -> {
          agenda.expect(webhook, at);
          return at.isBefore(nextLook);
        });
    if (earlier) {
      bell.ring();
    }
  }

  /**
   * Takes due deliveries and has them attempted.
   *
   * @param limit how many to take, at most
   * @return when to look again, unless the bell rings before
   */
  public Instant look(Instant now, int limit) {
    List<WebhookId> taken =
        locked(() -> {
          // While this goes on, nobody needs to ring.
          nextLook = Instant.MIN;
          return agenda.takeDue(now, LOOKED_AT, webhook -> board.wantsMore(webhook, now));
        });
    try {
      Map<WebhookId, Board.Candidate> candidates = candidates(taken, now);
      if (!candidates.isEmpty()) {
        take(candidates, now, limit);
      }
    } catch (RuntimeException e) {
      lookAgainAt(now.plus(PAUSE_AFTER_FAILURE), taken);
      planNextLook(now);
      throw e;
    }
    return planNextLook(now);
  }

  private void lookAgainAt(Instant at, List<WebhookId> taken) {
    lockedDo(() -> taken.forEach(webhook -> agenda.expect(webhook, at)));
  }

  private Instant planNextLook(Instant now) {
    return locked(() -> {
      Instant first = agenda.first();
      Instant next = agenda.next(now, webhook -> board.wantsMore(webhook, now));
      crowded = first != null && !first.equals(next) && !first.isAfter(now);
      nextLook = next == null ? Instant.MAX : next;
      return nextLook;
    });
  }

  private Map<WebhookId, Board.Candidate> candidates(List<WebhookId> taken, Instant now) {
    var candidates = new LinkedHashMap<WebhookId, Board.Candidate>();
    for (WebhookId id : taken) {
      // One that is gone took its deliveries with it.
      webhooks
          .find(id)
          .flatMap(webhook -> candidate(webhook, now))
          .ifPresent(candidate -> candidates.put(id, candidate));
    }
    return candidates;
  }

  private Optional<Board.Candidate> candidate(Webhook webhook, Instant now) {
    int allowed = allowed(webhook, now);
    int refusals = allowed == 0 ? refusals(webhook, now) : 0;
    Instant roomAt = allowed == 0 ? roomAt(webhook, now) : now;
    return locked(() -> {
      Desk desk = board.desk(webhook, now);
      int room = desk.room(now);
      if (allowed > 0) {
        return Optional.of(new Board.Candidate(webhook, Math.min(room, allowed)));
      }
      if (refusals > 0 && desk.mayRefuse(now)) {
        return Optional.of(new Board.Candidate(webhook, Math.min(room, refusals)));
      }
      Instant nextRefusal = refusals > 0 ? desk.nextRefusal() : roomAt;
      agenda.expect(webhook.id(), roomAt.isBefore(nextRefusal) ? roomAt : nextRefusal);
      return Optional.empty();
    });
  }

  /** How many may leave by the webhook's own rules. */
  private int allowed(Webhook webhook, Instant now) {
    return switch (webhook.status()) {
      case ACTIVE -> gates.of(webhook, now).room(now);
      case PAUSED -> 0;
      // None leaves; all are cancelled.
      case INACTIVE -> Integer.MAX_VALUE;
    };
  }

  /** How many are turned away now, where none may leave. */
  private int refusals(Webhook webhook, Instant now) {
    return webhook.status() == WebhookStatus.PAUSED
        ? TURNED_AWAY
        : Math.min(TURNED_AWAY, gates.of(webhook, now).refusals(now));
  }

  private Instant roomAt(Webhook webhook, Instant now) {
    return webhook.status() == WebhookStatus.PAUSED
        ? now.plus(Gates.LOOK_AGAIN)
        : gates.of(webhook, now).roomAt(now);
  }

  private void take(Map<WebhookId, Board.Candidate> candidates, Instant now, int limit) {
    Map<WebhookId, Integer> limits =
        candidates.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().room()));
    List<DueWork> found = due.survey(limits, now);
    List<Share> shares = locked(() -> board.shares(candidates, found, limit));
    List<ClaimedDelivery> claimed = shares.isEmpty() ? List.of() : claim(shares, now);
    claimed.stream()
        .collect(Collectors.groupingBy(each -> each.webhook().id(), Collectors.counting()))
        .forEach((webhook, count) -> gates.leaving(webhook, Math.toIntExact(count), now));
    Set<WebhookId> served = shares.stream().map(Share::webhook).collect(Collectors.toSet());
    startAfter(() -> {
      board.giveBack(shares, claimed);
      claimed.forEach(board::add);
      found.forEach(work -> agenda.expect(work.webhook(), lookAgainAt(work, served, now)));
    });
  }

  private static Instant lookAgainAt(DueWork work, Set<WebhookId> served, Instant now) {
    if (work.due().isEmpty()) {
      return work.nextDueAt();
    }
    // There may be more, or some were put off behind another of their lane.
    return served.contains(work.webhook()) ? now : now.plus(PAUSE_WITHOUT_TURN);
  }

  private List<ClaimedDelivery> claim(List<Share> shares, Instant now) {
    try {
      return due.claim(shares, newLease(now), now);
    } catch (RuntimeException e) {
      lockedDo(() -> board.giveBack(shares, List.of()));
      throw e;
    }
  }

  private Lease newLease(Instant now) {
    return new Lease(settings.node(), ids.next(LEASE_PREFIX, now), now.plus(settings.lease()));
  }

  /** Makes the change, and starts all that may start by it. */
  private void startAfter(Runnable change) {
    var ready = new ArrayList<ClaimedDelivery>();
    AttemptStarter present =
        locked(() -> {
          change.run();
          if (starter != null) {
            ready.addAll(board.takeReady());
          }
          return starter;
        });
    if (present != null) {
      ready.forEach(present::start);
    }
  }

  /** A delivery's request is over, or was never made: the next of its webhook may be sent. */
  void sent(ClaimedDelivery claimed) {
    startAfter(() -> board.sent(claimed));
  }

  /**
   * A delivery is settled, or given up.
   *
   * @param dueAgain when something of its webhook is due by that; {@link Instant#MAX} if nothing
   */
  void ended(ClaimedDelivery claimed, Instant dueAgain, Instant now) {
    WebhookId webhook = claimed.webhook().id();
    var rings = new AtomicBoolean();
    startAfter(() -> {
      board.ended(claimed, now);
      agenda.expect(webhook, dueAgain);
      boolean roomForWhatIsDue = crowded && board.wantsMore(webhook, now);
      crowded &= !roomForWhatIsDue;
      rings.set(roomForWhatIsDue || dueAgain.isBefore(nextLook));
    });
    if (rings.get()) {
      bell.ring();
    }
  }

  /**
   * A fresh delivery, leased to this node already if it may leave as soon as it is committed: there
   * is a place for it, nothing of its webhook waits, and nothing holds it up.
   */
  public Delivery offer(Delivery fresh, Webhook webhook, Instant now) {
    if (!settings.handsOver()
        || fresh.lane() != null
        || !fresh.isDue(now)
        || webhook.status() != WebhookStatus.ACTIVE) {
      return fresh;
    }
    Gate gate = gates.of(webhook, now);
    if (gate.room(now) == 0) {
      return fresh;
    }
    boolean kept =
        locked(() ->
            starter != null
                && !agenda.isDue(webhook.id(), now)
                && board.keepRoom(webhook, fresh.work(), now));
    if (!kept) {
      return fresh;
    }
    gate.leaving(1, now);
    return fresh.leased(newLease(now), now);
  }

  /** A delivery that went through {@link #offer} is durable now. */
  public void committed(Delivery delivery, Event event, Webhook webhook) {
    if (delivery.state() instanceof InFlight) {
      startAfter(() -> board.add(new ClaimedDelivery(delivery, event, webhook)));
    } else {
      expect(webhook.id(), event.dueAt());
    }
  }

  /** A delivery that went through {@link #offer} was not written after all. */
  public void withdrawn(Delivery delivery) {
    if (delivery.state() instanceof InFlight) {
      boolean othersWait =
          locked(() -> {
            board.giveBack(delivery.webhook(), delivery.work());
            return crowded;
          });
      if (othersWait) {
        bell.ring();
      }
    }
  }

  /** How many deliveries are held: waiting for a place, being sent, or being settled. */
  int held() {
    return locked(board::held);
  }

  /** Whether nothing is held and every place is free. */
  boolean holdsNothing() {
    return locked(board::isEmpty);
  }

  private void lockedDo(Runnable work) {
    locked(() -> {
      work.run();
      return null;
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
