package posthorn.domain.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.retry.Failure;
import posthorn.domain.retry.Verdict.GiveUp;
import posthorn.domain.retry.Verdict.RetryAt;
import posthorn.domain.retry.Verdict.Succeed;

/** Everything that can be done to a delivery, by the name the document has for it. */
enum Transitions {
  CLAIM("a worker claims it when it is due") {
    @Override
    Delivery apply(Delivery delivery, Instant now) {
      return delivery.leased(new Lease("node", "token-" + now, now.plusSeconds(60)), now);
    }
  },
  RELEASE("its worker gives it back untried") {
    @Override
    Delivery apply(Delivery delivery, Instant now) {
      return delivery.released();
    }
  },
  DEFER("its worker may not send now: circuit, rate, order, pause") {
    @Override
    Delivery apply(Delivery delivery, Instant now) {
      return delivery.deferred(Deferrals.Reason.PAUSED, now.plusSeconds(1));
    }
  },
  SUCCEED("the receiver answers 2xx") {
    @Override
    Delivery apply(Delivery delivery, Instant now) {
      return delivery.settled(new Succeed(), 5, now);
    }
  },
  FAIL("the attempt fails and another follows") {
    @Override
    Delivery apply(Delivery delivery, Instant now) {
      return delivery.settled(new RetryAt(now.plusSeconds(30), FAILURE), 5, now);
    }
  },
  DIE("the attempt fails and none follows") {
    @Override
    Delivery apply(Delivery delivery, Instant now) {
      return delivery.settled(new GiveUp(DeadReason.ATTEMPTS_EXHAUSTED, FAILURE), 5, now);
    }
  },
  EXPIRE("its worker finds that it has waited too long") {
    @Override
    Delivery apply(Delivery delivery, Instant now) {
      return delivery.expired(now);
    }
  },
  CANCEL("it is called off: the webhook is inactive, or a person says so") {
    @Override
    Delivery apply(Delivery delivery, Instant now) {
      return delivery.cancelled(CancelReason.BY_OPERATOR, now);
    }
  },
  RESTART("a person says: retry now") {
    @Override
    Delivery apply(Delivery delivery, Instant now) {
      return delivery.restarted(now);
    }
  };

  private static final Failure FAILURE =
      Failure.of(new Answered(500, Map.of(), "oops", null, Duration.ZERO));

  final String description;

  Transitions(String description) {
    this.description = description;
  }

  abstract Delivery apply(Delivery delivery, Instant now);

  static Transitions any(Random random) {
    return values()[random.nextInt(values().length)];
  }
}
