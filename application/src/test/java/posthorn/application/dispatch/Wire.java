package posthorn.application.dispatch;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import posthorn.application.dispatch.BeginAttempt.Beginning.Ready;
import posthorn.application.port.DueDeliveries.Waiting;
import posthorn.application.port.OperatorEvent;
import posthorn.domain.circuit.Phase;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryState.InFlight;
import posthorn.domain.dispatch.PlaceBounds;
import posthorn.domain.ordering.OnHeadFailure;
import posthorn.domain.ordering.Standing;
import posthorn.domain.ratelimit.RateLimit;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.retry.AttemptOutcome.Blocked;
import posthorn.domain.retry.AttemptOutcome.TimedOut;
import posthorn.domain.retry.AttemptOutcome.Unreachable;
import posthorn.domain.retry.AttemptOutcome.Withdrawn;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;

/** The requests of one run of the server on their way, and whether each was allowed to leave. */
final class Wire {
  private final Scenario scenario;
  private final Ledger ledger;
  private final VirtualTime time;
  private final List<Ready> onTheWay = new ArrayList<>();
  private final List<Slot> placed = new ArrayList<>();

  /** Those whose latest request got no answer. */
  private final Set<WebhookId> silent = new HashSet<>();

  private final Map<Object, ReferenceBucket> buckets = new HashMap<>();
  private final Map<WebhookId, ReferenceRamp> ramps = new HashMap<>();

  Wire(Scenario scenario, Ledger ledger, VirtualTime time) {
    this.scenario = scenario;
    this.ledger = ledger;
    this.time = time;
  }

  void startsSlowly(List<Waiting> waiting) {
    waiting.stream()
        .filter(each -> !each.dueAt().isAfter(time.clock()))
        .forEach(
            each -> ramps.put(each.webhook(), new ReferenceRamp(scenario.ramp(), time.clock())));
  }

  void announced(OperatorEvent event) {
    if (event instanceof OperatorEvent.CircuitChanged changed) {
      ledger.announced(changed);
      if (changed.to() == Phase.CLOSED) {
        // It starts slowly anew, from a moment that only the gate knows.
        ramps.remove(changed.webhook());
      }
    }
  }

  int held() {
    return ledger.held();
  }

  void ended() {
    ledger.held(-1);
  }

  /** A delivery got its places. */
  void started(Slot slot) {
    placed.add(slot);
    Webhook webhook = slot.claimed().webhook();
    int places = scenario.placesOfItsPool(webhook.tenant());
    PlaceShares shares = scenario.settings().places();
    int ofTenant = scenario.shareOfItsPool(webhook.tenant());
    check(webhook, ofTenant, it -> it.tenant().equals(webhook.tenant()), "its tenant");
    check(webhook, shares.perHost(), it -> it.url().equals(webhook.url()), "its host");
    check(webhook, places, it -> scenario.samePool(it.tenant(), webhook.tenant()), "its pool");
  }

  /** Neither all of those places are taken, nor by silent ones those kept for others. */
  private void check(Webhook webhook, int places, Predicate<Webhook> among, String whose) {
    List<Webhook> taken =
        placed.stream().map(slot -> slot.claimed().webhook()).filter(among).toList();
    if (taken.size() > places) {
      throw new AssertionError("more than the places of " + whose + ": " + taken.size());
    }
    long ofSilent = taken.stream().filter(it -> silent.contains(it.id())).count();
    int most = PlaceBounds.of(places, scenario.settings().places().keptPercent()).doubtful();
    if (silent.contains(webhook.id()) && ofSilent > most) {
      throw new AssertionError("silent webhooks take kept places of " + whose + ": " + ofSilent);
    }
  }

  /** Its request is over, or was not made. */
  void sent(Slot slot, @Nullable AttemptOutcome outcome) {
    placed.remove(slot);
    switch (outcome) {
      case Answered _ -> silent.remove(slot.claimed().webhook().id());
      case TimedOut _, Unreachable _ -> silent.add(slot.claimed().webhook().id());
      case Blocked _, Withdrawn _ -> {}
      case null -> {}
    }
  }

  void isOver(Ready ready) {
    onTheWay.remove(ready);
  }

  /**
   * A request leaves.
   *
   * @param asked when the server asked whether it may
   */
  void leaves(Ready ready, VirtualTime.Moment asked) {
    onTheWay.add(ready);
    Webhook webhook = ready.claimed().webhook();
    require(ledger.takesDeliveries(webhook.id()), ready, "its webhook takes nothing now");
    checkBounds(ready);
    checkLane(ready);
    checkTwice(ready);
    checkRate(ready.claimed().webhook(), asked);
    checkCircuit(ready.claimed().webhook(), asked);
    checkRamp(ready.claimed().webhook(), asked);
    Delivery delivery = ready.claimed().delivery();
    require(
        delivery.progress().attemptCount() < scenario.policy().maxAttempts(),
        ready,
        "it has had all its attempts");
  }

  private void checkBounds(Ready ready) {
    Webhook webhook = ready.claimed().webhook();
    long ofWebhook =
        onTheWay.stream()
            .filter(other -> other.claimed().webhook().id().equals(webhook.id()))
            .count();
    require(ofWebhook <= scenario.maxInFlight(webhook), ready, "too many of its webhook");
    int places = scenario.placesOfItsPool(webhook.tenant());
    List<Ready> ofPool =
        onTheWay.stream()
            .filter(
                other -> scenario.samePool(webhook.tenant(), other.claimed().webhook().tenant()))
            .toList();
    require(ofPool.size() <= places, ready, "too many of its pool");
    long retries = ofPool.stream().filter(other -> Desk.isRetry(other.claimed())).count();
    require(retries <= places - places / 4, ready, "a retry in a reserved place");
  }

  private void checkLane(Ready ready) {
    Delivery delivery = ready.claimed().delivery();
    // Whoever has lost the lease may repeat an old one at any time.
    if (!ledger.holds(delivery.id(), ready.inFlight().lease())) {
      return;
    }
    boolean blocks = ready.claimed().webhook().flow().onHeadFailure() == OnHeadFailure.BLOCK;
    for (Delivery other : ledger.ahead(delivery.id())) {
      boolean failedBefore = other.progress().attemptCount() > 0;
      boolean passed = other.standing() == Standing.DONE || (!blocks && failedBefore);
      boolean cameLater = ledger.cameAfter(ready.inFlight().lease(), other.id());
      require(passed || cameLater, ready, "it overtakes " + other.id() + ", " + other.state());
    }
    for (Delivery other : ledger.behind(delivery.id())) {
      boolean beside = other.state() instanceof InFlight;
      require(!beside, ready, "it is not alone, but with " + other.id());
    }
  }

  private void checkTwice(Ready ready) {
    for (Ready other : onTheWay) {
      boolean twice =
          !other.equals(ready)
              && other.claimed().delivery().id().equals(ready.claimed().delivery().id())
              && ledger.holds(ready.claimed().delivery().id(), other.inFlight().lease());
      require(!twice, ready, "it is on its way already");
    }
  }

  private void checkRate(Webhook webhook, VirtualTime.Moment asked) {
    take(webhook.id(), webhook.flow().rateLimit(), asked);
    take(webhook.tenant(), scenario.tenantLimit(), asked);
  }

  private void take(Object whose, @Nullable RateLimit limit, VirtualTime.Moment asked) {
    if (limit != null
        && !buckets
            .computeIfAbsent(whose, _ -> new ReferenceBucket(limit))
            .take(asked.passedMillis())) {
      throw new AssertionError("a request leaves beyond the rate limit of " + whose);
    }
  }

  private void checkCircuit(Webhook webhook, VirtualTime.Moment asked) {
    Instant opened = ledger.openedAt(webhook.id());
    if (opened == null || !webhook.flow().circuit().enabled()) {
      return;
    }
    var sleep = webhook.flow().circuit().sleepWindow();
    Instant now = asked.clock();
    if (now.isBefore(opened.plus(sleep)) && !now.isBefore(opened.minus(sleep))) {
      throw new AssertionError("a request leaves while the circuit is open: " + webhook.id());
    }
  }

  private void checkRamp(Webhook webhook, VirtualTime.Moment asked) {
    ReferenceRamp ramp = ramps.get(webhook.id());
    // With steps that overlap, one may look at the quota and another use it; with a clock that is
    // set, nobody knows which second it is.
    boolean exact = !scenario.faults().overlaps() && !scenario.faults().clockSteps();
    if (ramp != null && exact && !ramp.leaves(asked.clock())) {
      throw new AssertionError("more leaves than the slow start allows: " + webhook.id());
    }
  }

  private static void require(boolean fine, Ready ready, String otherwise) {
    if (!fine) {
      throw new AssertionError(
          "the request of " + Objects.toString(ready.claimed().delivery().id()) + ": " + otherwise);
    }
  }
}
