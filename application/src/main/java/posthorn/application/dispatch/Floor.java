package posthorn.application.dispatch;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import posthorn.application.policy.Policies;
import posthorn.application.port.ClaimedDelivery;
import posthorn.application.port.DispatchBell;
import posthorn.application.port.DueDeliveries.DueWork;
import posthorn.application.port.DueDeliveries.Share;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;

/**
 * The agenda and the board under one lock, for any thread. Whatever changes them starts what may
 * start by that, and rings when somebody should look earlier than planned.
 */
final class Floor {
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

  Floor(DispatchSettings settings, Policies policies, DispatchBell bell) {
    this.board = new Board(settings, policies);
    this.bell = bell;
  }

  void open(AttemptStarter attemptStarter) {
    locked(() -> starter = attemptStarter);
  }

  void close() {
    locked(() -> starter = null);
  }

  void expect(WebhookId webhook, Instant at) {
    boolean earlier =
        locked(() -> {
          agenda.expect(webhook, at);
          return at.isBefore(nextLook);
        });
    if (earlier) {
      bell.ring();
    }
  }

  /** Takes the webhooks that are to be looked at; until the next plan nobody needs to ring. */
  List<WebhookId> takeDue(Instant now, int limit) {
    return locked(() -> {
      nextLook = Instant.MIN;
      board.at(now);
      return agenda.takeDue(now, limit, board::wantsMore);
    });
  }

  /** When to look next, unless the bell rings before. */
  Instant planNextLook(Instant now) {
    return locked(() -> {
      Instant first = agenda.first();
      board.at(now);
      Instant next = agenda.next(now, board::wantsMore);
      crowded = first != null && !first.equals(next) && !first.isAfter(now);
      nextLook = next == null ? Instant.MAX : next;
      return nextLook;
    });
  }

  /** The webhook with the room it has, or nothing and a later look at it. */
  Optional<Board.Candidate> candidate(Webhook webhook, Allowance allowance, Instant now) {
    return locked(() -> {
      board.at(now);
      Desk desk = board.desk(webhook);
      int room = desk.room(now);
      if (room == 0) {
        // It was there when the webhook was chosen. Who looked now would see nothing due.
        agenda.expect(webhook.id(), now);
        return Optional.empty();
      }
      if (allowance.leaving() > 0) {
        return Optional.of(new Board.Candidate(webhook, Math.min(room, allowance.leaving())));
      }
      boolean someTurnedAway = allowance.turnedAway() > 0;
      if (someTurnedAway && desk.mayRefuse(now)) {
        return Optional.of(new Board.Candidate(webhook, Math.min(room, allowance.turnedAway())));
      }
      Instant roomAt = allowance.roomAt();
      Instant later = someTurnedAway ? desk.nextRefusal() : roomAt;
      agenda.expect(webhook.id(), roomAt.isBefore(later) ? roomAt : later);
      return Optional.empty();
    });
  }

  List<Share> shares(Map<WebhookId, Board.Candidate> candidates, List<DueWork> found, int limit) {
    return locked(() -> board.shares(candidates, found, limit));
  }

  void giveBack(List<Share> shares) {
    change(() -> {
      board.giveBack(shares, List.of());
      return crowded;
    });
  }

  /**
   * Takes in what was claimed of the shares.
   *
   * @param lookAgain when to look at each webhook again
   */
  void claimed(
      List<Share> shares, List<ClaimedDelivery> claimed, Map<WebhookId, Instant> lookAgain) {
    change(() -> {
      board.giveBack(shares, claimed);
      claimed.forEach(board::addClaimed);
      lookAgain.forEach(agenda::expect);
      return false;
    });
  }

  /** Keeps room for a fresh delivery, unless those who wait need it. */
  boolean keepRoom(ClaimedDelivery fresh, Instant now) {
    return locked(() -> {
      if (starter == null) {
        return false;
      }
      board.at(now);
      return agenda.isAnyDue(now)
          ? board.keepRoomBesideLooks(fresh, agenda.isDue(fresh.webhook().id(), now))
          : board.keepRoom(fresh);
    });
  }

  /** Takes in a delivery that room was kept for. */
  void add(ClaimedDelivery claimed) {
    change(() -> {
      board.add(claimed);
      return false;
    });
  }

  /** Gives back the room that was kept for a fresh delivery. */
  void giveBack(ClaimedDelivery fresh) {
    change(() -> {
      board.giveBack(fresh);
      return crowded;
    });
  }

  void sent(Slot slot, @Nullable AttemptOutcome outcome, Instant at) {
    change(() -> {
      board.at(at);
      board.sent(slot, outcome, at);
      return false;
    });
  }

  void ended(Slot slot, Instant dueAgain, Instant now) {
    WebhookId webhook = slot.claimed().webhook().id();
    change(() -> {
      board.at(now);
      board.ended(slot);
      agenda.expect(webhook, dueAgain);
      boolean roomForWhatIsDue = crowded && board.wantsMore(webhook);
      crowded &= !roomForWhatIsDue;
      return roomForWhatIsDue || dueAgain.isBefore(nextLook);
    });
  }

  /**
   * Recalls what is under way of a webhook that takes nothing any more, and has what waits here
   * given back. The change is durable: who asks from now on sees it, and who asked before is
   * recalled.
   */
  void recall(WebhookId webhook) {
    var underWay = new ArrayList<Slot>();
    AttemptStarter present =
        locked(() -> {
          underWay.addAll(board.underWay(webhook));
          return starter;
        });
    underWay.forEach(Slot::recall);
    if (present != null) {
      List<Slot> waiting = locked(() -> board.takeWaiting(webhook));
      waiting.forEach(Slot::recall);
      waiting.forEach(present::start);
    }
  }

  /** The webhook is gone. */
  void forget(WebhookId webhook) {
    locked(() -> {
      board.forget(webhook);
      return null;
    });
  }

  /** Those that have a desk. */
  Set<WebhookId> webhooks() {
    return locked(board::webhooks);
  }

  Map<String, Double> loads() {
    return locked(board::loads);
  }

  int held() {
    return locked(board::held);
  }

  boolean holdsNothing() {
    return locked(board::isEmpty);
  }

  /** Makes the change, starts all that may start by it, and rings if the change says so. */
  private void change(BooleanSupplier change) {
    List<Slot> ready = List.of();
    boolean rings;
    AttemptStarter present;
    lock.lock();
    try {
      rings = change.getAsBoolean();
      present = starter;
      if (present != null) {
        ready = board.takeReady();
      }
    } finally {
      lock.unlock();
    }
    if (present != null) {
      ready.forEach(present::start);
    }
    if (rings) {
      bell.ring();
    }
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
