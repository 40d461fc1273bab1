package posthorn.application.deadletters;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import posthorn.application.dispatch.Dispatcher;
import posthorn.application.port.BatchOperations;
import posthorn.application.port.BatchOperations.Step;
import posthorn.application.port.DeadLetters;
import posthorn.application.port.DeadLetters.Slice;
import posthorn.application.port.Ids;
import posthorn.application.port.OperatorEvents;
import posthorn.application.port.Webhooks;
import posthorn.domain.deadletter.BatchOperation;
import posthorn.domain.deadletter.BatchOperationId;
import posthorn.domain.deadletter.DeadLetter;
import posthorn.domain.deadletter.ReplayPace;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.event.Priority;

/**
 * Runs all bulk replays, each in its turn and at its own pace. What it keeps in memory is only the
 * paces, so that whoever starts anew, after a pause or in another process, starts without a burst.
 * For one thread at a time.
 */
public final class RunBatchReplays {
  /** In one step, which is one transaction: few enough that nobody waits for it long. */
  static final int MOST_AT_ONCE = 500;

  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);

  private final BatchOperations operations;
  private final DeadLetters letters;
  private final Webhooks webhooks;
  private final Ids ids;
  private final Dispatcher dispatcher;
  private final ProgressReports reports;
  private final Map<BatchOperationId, ReplayPace> paces = new HashMap<>();

  public RunBatchReplays(
      BatchOperations operations,
      DeadLetters letters,
      Webhooks webhooks,
      Ids ids,
      Dispatcher dispatcher,
      OperatorEvents operatorEvents) {
    this.operations = operations;
    this.letters = letters;
    this.webhooks = webhooks;
    this.ids = ids;
    this.dispatcher = dispatcher;
    this.reports = new ProgressReports(operatorEvents);
  }

  /**
   * What came of a turn.
   *
   * @param next when the next is due; {@link Instant#MAX} if nothing is left to do
   * @param failures of operations that could not be served; the others were
   */
  public record Turn(Instant next, List<RuntimeException> failures) {}

  /** Serves each operation once: a start, or a step of as many as are due. */
  public Turn turn(Instant now) {
    List<BatchOperation> active = operations.active();
    Set<BatchOperationId> running =
        active.stream()
            .filter(BatchOperation::isRunning)
            .map(BatchOperation::id)
            .collect(Collectors.toSet());
    paces.keySet().retainAll(running);
    reports.keepOnly(running);
    Instant next = Instant.MAX;
    var failures = new ArrayList<RuntimeException>();
    for (BatchOperation operation : active) {
      Instant again;
      try {
        again = serve(operation, now);
      } catch (RuntimeException e) {
        // One that cannot be served must not hold up the others.
        failures.add(e);
        again = now.plus(PAUSE_AFTER_FAILURE);
      }
      next = again.isBefore(next) ? again : next;
    }
    return new Turn(next, failures);
  }

  /** When to serve it again. */
  private Instant serve(BatchOperation operation, Instant now) {
    if (!operation.isRunning()) {
      return operation.isDue(now)
          ? start(operation, now)
          : Objects.requireNonNull(operation.state().startAt());
    }
    ReplayPace pace =
        paces.computeIfAbsent(
            operation.id(), _ -> ReplayPace.from(operation.plan().requestsPerSecond(), now));
    int due = Math.min(pace.due(now), MOST_AT_ONCE);
    return due == 0 ? pace.next(now) : step(operation, pace, due, now);
  }

  private Instant start(BatchOperation operation, Instant now) {
    int matched = letters.count(operation.tenant(), operation.plan().filter(), now);
    var ceiling = new DeliveryId(ids.next(DeliveryId.PREFIX, now));
    BatchOperation started = operation.started(ceiling, matched, now);
    if (operations.replaceIfUnchanged(operation, started)) {
      reports.changed(started, now);
    }
    return now;
  }

  private Instant step(BatchOperation operation, ReplayPace pace, int due, Instant now) {
    Slice slice = letters.next(operation.tenant(), operation.plan().filter(), operation.run(), due);
    List<Delivery> replays =
        slice.letters().stream()
            .filter(letter -> webhooks.find(letter.delivery().webhook()).isPresent())
            .map(letter -> replayOf(letter, operation, now))
            .toList();
    int failed = slice.letters().size() - replays.size();
    var step = new Step(slice.reached(), replays, failed, slice.last());
    Optional<BatchOperation> moved = operations.stepIfUnchanged(operation, step, now);
    if (moved.isEmpty()) {
      // A person was faster.
      return now;
    }
    replays.stream()
        .map(Delivery::webhook)
        .distinct()
        .forEach(webhook -> dispatcher.expect(webhook, now));
    if (moved.get().isRunning()) {
      reports.moved(moved.get(), now);
    } else {
      reports.changed(moved.get(), now);
    }
    int made = moved.get().totalReplayed() - operation.totalReplayed();
    ReplayPace left = pace.after(made, now);
    paces.put(operation.id(), left);
    // Where few of those that were looked at match, or more is due than one step takes, at once.
    return left.due(now) > 0 ? now : left.next(now);
  }

  private Delivery replayOf(DeadLetter letter, BatchOperation operation, Instant now) {
    Delivery original = letter.delivery();
    Priority priority = operation.plan().priority();
    return original.replayed(
        new DeliveryId(ids.next(DeliveryId.PREFIX, now)),
        priority == null ? original.priority() : priority,
        now);
  }
}
