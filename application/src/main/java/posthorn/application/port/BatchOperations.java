package posthorn.application.port;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.domain.deadletter.BatchOperation;
import posthorn.domain.deadletter.BatchOperationId;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.tenant.TenantId;

/** The bulk replays of dead letters. */
public interface BatchOperations {

  /**
   * One step of a run.
   *
   * @param reached up to where dead letters were looked at; null if there were none
   * @param replays the deliveries to make, each with the dead letter that it repeats
   * @param failed how many could not be replayed
   * @param last whether nothing follows
   */
  record Step(@Nullable DeliveryId reached, List<Delivery> replays, int failed, boolean last) {

    /** The operation after this step, of whose replays so many were made. */
    public BatchOperation after(BatchOperation seen, int made, Instant now) {
      BatchOperation moved = reached == null ? seen : seen.advanced(reached, made, failed);
      return last ? moved.ended(now) : moved;
    }
  }

  void add(BatchOperation operation);

  Optional<BatchOperation> find(TenantId tenant, BatchOperationId id);

  /** A page of the tenant's, newest first. */
  Page<BatchOperation, BatchOperationId> page(
      TenantId tenant, @Nullable BatchOperationId before, int limit);

  /** Those of all tenants that are scheduled or running, oldest first. */
  List<BatchOperation> active();

  /** How many of the tenant's are not over. */
  int unfinished(TenantId tenant);

  /** Writes it if the stored one has not changed since; else writes nothing and says so. */
  boolean replaceIfUnchanged(BatchOperation seen, BatchOperation changed);

  /**
   * Makes the step's replays and moves the operation on, all or nothing. A replay whose dead letter
   * is none any more, or was replayed by somebody else meanwhile where the plan leaves such out, is
   * not made. If the stored operation has changed since it was seen, nothing is written at all, and
   * the answer is empty.
   */
  Optional<BatchOperation> stepIfUnchanged(BatchOperation seen, Step step, Instant now);

  /** Forgets the tenant's that were over before that time. */
  void removeOver(TenantId tenant, Instant before);
}
