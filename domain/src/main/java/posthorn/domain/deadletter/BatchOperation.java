package posthorn.domain.deadletter;

import java.time.Instant;
import posthorn.domain.deadletter.BatchState.Cancelled;
import posthorn.domain.deadletter.BatchState.Completed;
import posthorn.domain.deadletter.BatchState.Paused;
import posthorn.domain.deadletter.BatchState.Running;
import posthorn.domain.deadletter.BatchState.Scheduled;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.tenant.TenantId;

/**
 * The replay of many dead letters at a bounded rate. A transition that the present state does not
 * allow throws; each makes the next version.
 *
 * @param totalReplayed by all runs together
 */
public record BatchOperation(
    BatchOperationId id,
    TenantId tenant,
    BatchPlan plan,
    BatchState state,
    BatchRun run,
    int totalReplayed,
    Instant createdAt,
    int version) {

  /** A new one, that waits for its start. */
  public static BatchOperation planned(
      BatchOperationId id, TenantId tenant, BatchPlan plan, int matched, Instant now) {
    return new BatchOperation(
        id, tenant, plan, new Scheduled(plan.startAt()), BatchRun.expecting(matched), 0, now, 1);
  }

  /** Whether a run is to start now. */
  public boolean isDue(Instant now) {
    return state instanceof Scheduled(Instant startAt) && !startAt.isAfter(now);
  }

  public boolean isRunning() {
    return state instanceof Running;
  }

  public boolean isOver() {
    return switch (state) {
      case Completed _, Cancelled _ -> true;
      case Scheduled _, Running _, Paused _ -> false;
    };
  }

  /** How many are still to be replayed by the run that is under way, or comes first. */
  public int remaining() {
    return isBetweenRuns() || state instanceof Completed ? 0 : undone();
  }

  /** How many were passed over, as they were no dead letters to be replayed any more. */
  public int skipped() {
    return isBetweenRuns() || state instanceof Completed ? undone() : 0;
  }

  private int undone() {
    return run.matched() - run.replayed() - run.failed();
  }

  private boolean isBetweenRuns() {
    return state.startAt() != null && run.number() > 0;
  }

  /** A run starts, over what is dead now. */
  public BatchOperation started(DeliveryId ceiling, int matched, Instant now) {
    if (!isDue(now)) {
      throw new IllegalStateException(id + " is not due but " + state);
    }
    return with(new Running(), run.next(ceiling, matched, now), 0);
  }

  /** A step of a run: these were replayed, up to there. */
  public BatchOperation advanced(DeliveryId reached, int replayed, int failed) {
    requireRunning();
    return with(state, run.advanced(reached, replayed, failed), replayed);
  }

  /** Nothing is left for this run. */
  public BatchOperation ended(Instant now) {
    requireRunning();
    Instant next = plan.nextStart(now);
    return with(next == null ? new Completed(now) : new Scheduled(next), run, 0);
  }

  public BatchOperation paused() {
    return switch (state) {
      case Scheduled(Instant startAt) -> with(new Paused(startAt), run, 0);
      case Running _ -> with(new Paused(null), run, 0);
      case Paused _ -> this;
      case Completed _, Cancelled _ -> throw over();
    };
  }

  /** It goes on where it was. A start that it has missed is made up for at once. */
  public BatchOperation resumed() {
    return switch (state) {
      case Paused(Instant startAt) ->
          with(startAt == null ? new Running() : new Scheduled(startAt), run, 0);
      case Scheduled _, Running _ -> this;
      case Completed _, Cancelled _ -> throw over();
    };
  }

  public BatchOperation cancelled(Instant now) {
    return switch (state) {
      case Scheduled _, Running _, Paused _ -> with(new Cancelled(now), run, 0);
      case Cancelled _ -> this;
      case Completed _ -> throw over();
    };
  }

  private void requireRunning() {
    if (!isRunning()) {
      throw new IllegalStateException(id + " is not running but " + state);
    }
  }

  private IllegalStateException over() {
    return new IllegalStateException(id + " is over: " + state);
  }

  private BatchOperation with(BatchState nextState, BatchRun nextRun, int newlyReplayed) {
    return new BatchOperation(
        id,
        tenant,
        plan,
        nextState,
        nextRun,
        totalReplayed + newlyReplayed,
        createdAt,
        version + 1);
  }
}
