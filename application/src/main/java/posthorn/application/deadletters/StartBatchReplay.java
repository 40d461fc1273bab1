package posthorn.application.deadletters;

import java.time.Duration;
import java.time.Instant;
import posthorn.application.port.BatchOperations;
import posthorn.application.port.DeadLetters;
import posthorn.application.port.Ids;
import posthorn.application.port.OperatorEvent;
import posthorn.application.port.OperatorEvents;
import posthorn.application.port.ReplayBell;
import posthorn.domain.deadletter.BatchOperation;
import posthorn.domain.deadletter.BatchOperationId;
import posthorn.domain.deadletter.BatchPlan;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.tenant.TenantId;

/** Has many dead letters replayed, now or later; or only counts them. */
public final class StartBatchReplay {
  /** Of one tenant at a time; each costs a look at the store for every step. */
  public static final int MOST_UNFINISHED = 100;

  /** As long as dead letters themselves are kept, unless configured otherwise. */
  private static final Duration KEPT = Duration.ofDays(90);

  private final BatchOperations operations;
  private final DeadLetters letters;
  private final Ids ids;
  private final OperatorEvents operatorEvents;
  private final ReplayBell bell;

  public StartBatchReplay(
      BatchOperations operations,
      DeadLetters letters,
      Ids ids,
      OperatorEvents operatorEvents,
      ReplayBell bell) {
    this.operations = operations;
    this.letters = letters;
    this.ids = ids;
    this.operatorEvents = operatorEvents;
    this.bell = bell;
  }

  /**
   * What to replay, and how.
   *
   * @param dryRun whether it is only to be counted
   */
  public record Command(TenantId tenant, BatchPlan plan, boolean dryRun) {}

  /** What became of it. */
  public sealed interface Result {
    /** So many match; nothing was made. */
    record Counted(int matched) implements Result {}

    /** It runs, or waits for its start. */
    record Started(BatchOperation operation) implements Result {}

    /** The tenant has as many as it may have that are not over. */
    record TooMany(int limit) implements Result {}
  }

  public Result start(Command command, Instant now) {
    TenantId tenant = command.tenant();
    int matched = letters.count(tenant, command.plan().filter(), now);
    if (command.dryRun()) {
      return new Result.Counted(matched);
    }
    if (operations.unfinished(tenant) >= MOST_UNFINISHED) {
      return new Result.TooMany(MOST_UNFINISHED);
    }
    BatchOperation operation = planned(command, matched, now);
    operations.add(operation);
    operations.removeOver(tenant, now.minus(KEPT));
    operatorEvents.announce(new OperatorEvent.BatchProgress(tenant, operation, now));
    bell.ring();
    return new Result.Started(operation);
  }

  private BatchOperation planned(Command command, int matched, Instant now) {
    var id = new BatchOperationId(ids.next(BatchOperationId.PREFIX, now));
    BatchOperation planned =
        BatchOperation.planned(id, command.tenant(), command.plan(), matched, now);
    return planned.isDue(now)
        ? planned.started(new DeliveryId(ids.next(DeliveryId.PREFIX, now)), matched, now)
        : planned;
  }
}
