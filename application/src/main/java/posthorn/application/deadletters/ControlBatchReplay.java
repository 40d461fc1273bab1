package posthorn.application.deadletters;

import java.time.Instant;
import java.util.Optional;
import posthorn.application.port.BatchOperations;
import posthorn.application.port.OperatorEvent;
import posthorn.application.port.OperatorEvents;
import posthorn.application.port.ReplayBell;
import posthorn.domain.deadletter.BatchOperation;
import posthorn.domain.deadletter.BatchOperationId;
import posthorn.domain.deadletter.BatchState.Cancelled;
import posthorn.domain.tenant.TenantId;

/** Pauses, resumes or cancels a bulk replay at a person's word. */
public final class ControlBatchReplay {
  private final BatchOperations operations;
  private final OperatorEvents operatorEvents;
  private final ReplayBell bell;

  public ControlBatchReplay(
      BatchOperations operations, OperatorEvents operatorEvents, ReplayBell bell) {
    this.operations = operations;
    this.operatorEvents = operatorEvents;
    this.bell = bell;
  }

  /** What a person may do. */
  public enum Action {
    PAUSE,
    RESUME,
    CANCEL;

    private boolean isPossible(BatchOperation operation) {
      return !operation.isOver() || (this == CANCEL && operation.state() instanceof Cancelled);
    }

    private BatchOperation done(BatchOperation operation, Instant now) {
      return switch (this) {
        case PAUSE -> operation.paused();
        case RESUME -> operation.resumed();
        case CANCEL -> operation.cancelled(now);
      };
    }
  }

  /** What became of it. */
  public sealed interface Result {
    /** The operation as it is now; as it was, where it was so already. */
    record Done(BatchOperation operation) implements Result {}

    /** There is nothing left to do with it. */
    record Over(BatchOperation operation) implements Result {}

    record NotFound() implements Result {}
  }

  public Result control(TenantId tenant, BatchOperationId id, Action action, Instant now) {
    while (true) {
      Optional<BatchOperation> found = operations.find(tenant, id);
      if (found.isEmpty()) {
        return new Result.NotFound();
      }
      BatchOperation seen = found.get();
      if (!action.isPossible(seen)) {
        return new Result.Over(seen);
      }
      BatchOperation changed = action.done(seen, now);
      if (changed.equals(seen)) {
        return new Result.Done(seen);
      }
      // Else a step came in between; then from what it left.
      if (operations.replaceIfUnchanged(seen, changed)) {
        operatorEvents.announce(new OperatorEvent.BatchProgress(tenant, changed, now));
        bell.ring();
        return new Result.Done(changed);
      }
    }
  }
}
