package posthorn.application.deadletters;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import posthorn.application.port.OperatorEvent.BatchProgress;
import posthorn.application.port.OperatorEvents;
import posthorn.domain.deadletter.BatchOperation;
import posthorn.domain.deadletter.BatchOperationId;

/** Tells how bulk replays come along: each change of state, and progress once a second or so. */
final class ProgressReports {
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final OperatorEvents operatorEvents;
  private final Map<BatchOperationId, Instant> reportedAt = new HashMap<>();

  ProgressReports(OperatorEvents operatorEvents) {
    this.operatorEvents = operatorEvents;
  }

  void changed(BatchOperation operation, Instant now) {
    reportedAt.put(operation.id(), now);
    operatorEvents.announce(new BatchProgress(operation.tenant(), operation, now));
  }

  void moved(BatchOperation operation, Instant now) {
    Instant last = reportedAt.get(operation.id());
    boolean clockWentBack = last != null && now.isBefore(last);
    if (last == null || clockWentBack || !now.isBefore(last.plus(INTERVAL))) {
      changed(operation, now);
    }
  }

  /** Forgets the others. */
  void keepOnly(Set<BatchOperationId> running) {
    reportedAt.keySet().retainAll(running);
  }
}
