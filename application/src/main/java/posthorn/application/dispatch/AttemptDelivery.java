package posthorn.application.dispatch;

import java.time.Duration;
import java.time.Instant;
import posthorn.application.dispatch.BeginAttempt.Beginning;
import posthorn.application.dispatch.BeginAttempt.Beginning.NotNow;
import posthorn.application.dispatch.BeginAttempt.Beginning.Ready;
import posthorn.application.port.WebhookSender;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.retry.AttemptOutcome.Withdrawn;

/** Attempts one claimed delivery: permit, sign, send, judge, settle, announce. */
public final class AttemptDelivery {
  private final BeginAttempt beginAttempt;
  private final WebhookSender sender;
  private final SettleAttempt settleAttempt;
  private final Dispatcher dispatcher;

  public AttemptDelivery(
      BeginAttempt beginAttempt,
      WebhookSender sender,
      SettleAttempt settleAttempt,
      Dispatcher dispatcher) {
    this.beginAttempt = beginAttempt;
    this.sender = sender;
    this.settleAttempt = settleAttempt;
    this.dispatcher = dispatcher;
  }

  /** What became of the attempt. */
  public sealed interface Result {

    /** When something of the webhook is due by this; {@link Instant#MAX} if nothing is. */
    Instant dueAgain(Instant now);

    /** Whether nothing of the webhook may leave any more. */
    default boolean endsWebhook() {
      return false;
    }

    /**
     * It is recorded.
     *
     * @param delivery what it left behind
     * @param circuitChanged whether the webhook's circuit is in another phase by that
     * @param endsWebhook whether the receiver wants nothing any more
     */
    record Settled(Delivery delivery, boolean circuitChanged, boolean endsWebhook)
        implements Result {
      @Override
      public Instant dueAgain(Instant now) {
        return circuitChanged ? now : dueBy(delivery, now);
      }
    }

    /**
     * It was not made but deferred, given back, cancelled or given up; this is recorded instead.
     *
     * @param circuitClosed whether a circuit that stood in the way has closed meanwhile
     */
    record NotMade(Delivery delivery, boolean circuitClosed) implements Result {
      @Override
      public Instant dueAgain(Instant now) {
        return circuitClosed ? now : dueBy(delivery, now);
      }
    }

    /**
     * It took longer than its lease; the present holder settles the delivery.
     *
     * @param circuitChanged whether the phase of the webhook's circuit changed meanwhile
     */
    record LeaseLost(boolean circuitChanged) implements Result {
      @Override
      public Instant dueAgain(Instant now) {
        return circuitChanged ? now : Instant.MAX;
      }
    }

    private static Instant dueBy(Delivery delivery, Instant now) {
      Instant due = delivery.state().dueAt();
      // What was behind it in its lane may leave now.
      boolean letsAnotherPass = delivery.lane() != null;
      return letsAnotherPass ? now : due == null ? Instant.MAX : due;
    }
  }

  /**
   * Attempts it once.
   *
   * @param now when the attempt starts; the outcome says how long it took
   * @param roll a number from 0 (inclusive) to 1 (exclusive), for the jitter
   */
  public Result attempt(Slot slot, Instant now, double roll) {
    Instant dueAgain = Instant.MAX;
    Instant end = now;
    try {
      Exchange exchange = sendIfAllowed(slot, now);
      end = now.plus(exchange.took());
      Result result =
          switch (exchange) {
            case Exchange.None(NotNow notNow) -> notNow.result();
            case Exchange.Over(Ready ready, Withdrawn withdrawn) ->
                beginAttempt.withdrawn(ready, withdrawn, end).result();
            case Exchange.Over(Ready ready, AttemptOutcome outcome) ->
                settleAttempt.settle(ready, sender.headersOf(ready.request()), outcome, now, roll);
          };
      if (result.endsWebhook()) {
        dispatcher.recall(slot.claimed().webhook().id(), end);
      }
      dueAgain = result.dueAgain(end);
      return result;
    } finally {
      dispatcher.ended(slot, dueAgain, end);
    }
  }

  private Beginning begin(Slot slot, Instant now) {
    return slot.isRecalled()
        ? beginAttempt.recalled(slot.claimed(), now)
        : beginAttempt.begin(slot.claimed(), now);
  }

  private sealed interface Exchange {
    Duration took();

    record None(NotNow notNow) implements Exchange {
      @Override
      public Duration took() {
        return Duration.ZERO;
      }
    }

    record Over(Ready ready, AttemptOutcome outcome) implements Exchange {
      @Override
      public Duration took() {
        return outcome.took();
      }
    }
  }

  /** The place is free as soon as the answer is there; the next need not wait for a commit. */
  private Exchange sendIfAllowed(Slot slot, Instant now) {
    AttemptOutcome outcome = null;
    Instant at = now;
    try {
      return switch (begin(slot, now)) {
        case NotNow notNow -> new Exchange.None(notNow);
        case Ready ready -> {
          outcome = sender.send(ready.request(), slot);
          at = now.plus(outcome.took());
          yield new Exchange.Over(ready, outcome);
        }
      };
    } finally {
      dispatcher.sent(slot, outcome, at);
    }
  }
}
