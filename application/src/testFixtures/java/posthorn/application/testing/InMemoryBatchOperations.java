package posthorn.application.testing;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.BatchOperations;
import posthorn.application.port.Page;
import posthorn.domain.deadletter.BatchOperation;
import posthorn.domain.deadletter.BatchOperationId;
import posthorn.domain.deadletter.BatchState.Running;
import posthorn.domain.deadletter.BatchState.Scheduled;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.tenant.TenantId;

/** {@link BatchOperations} in memory, under the lock of the deliveries. */
final class InMemoryBatchOperations implements BatchOperations {
  private final InMemoryDeliveries deliveries;
  private final NavigableMap<String, BatchOperation> byId = new TreeMap<>();

  InMemoryBatchOperations(InMemoryDeliveries deliveries) {
    this.deliveries = deliveries;
  }

  @Override
  public void add(BatchOperation operation) {
    synchronized (deliveries) {
      byId.put(operation.id().value(), operation);
    }
  }

  @Override
  public Optional<BatchOperation> find(TenantId tenant, BatchOperationId id) {
    synchronized (deliveries) {
      return Optional.ofNullable(byId.get(id.value()))
          .filter(operation -> operation.tenant().equals(tenant));
    }
  }

  @Override
  public Page<BatchOperation, BatchOperationId> page(
      TenantId tenant, @Nullable BatchOperationId before, int limit) {
    synchronized (deliveries) {
      List<BatchOperation> found =
          of(tenant)
              .filter(each -> before == null || each.id().value().compareTo(before.value()) < 0)
              .sorted((one, other) -> other.id().value().compareTo(one.id().value()))
              .limit(limit + 1L)
              .toList();
      return Page.of(found, limit, BatchOperation::id);
    }
  }

  private Stream<BatchOperation> of(TenantId tenant) {
    return byId.values().stream().filter(operation -> operation.tenant().equals(tenant));
  }

  @Override
  public List<BatchOperation> active() {
    synchronized (deliveries) {
      return byId.values().stream()
          .filter(each -> each.state() instanceof Scheduled || each.state() instanceof Running)
          .toList();
    }
  }

  @Override
  public int unfinished(TenantId tenant) {
    synchronized (deliveries) {
      return (int) of(tenant).filter(operation -> !operation.isOver()).count();
    }
  }

  @Override
  public boolean replaceIfUnchanged(BatchOperation seen, BatchOperation changed) {
    synchronized (deliveries) {
      return seen.equals(byId.get(seen.id().value()))
          && byId.put(changed.id().value(), changed) != null;
    }
  }

  @Override
  public Optional<BatchOperation> stepIfUnchanged(BatchOperation seen, Step step, Instant now) {
    synchronized (deliveries) {
      if (!seen.equals(byId.get(seen.id().value()))) {
        return Optional.empty();
      }
      int made = (int) step.replays().stream().filter(replay -> make(replay, seen)).count();
      BatchOperation after = step.after(seen, made, now);
      byId.put(after.id().value(), after);
      return Optional.of(after);
    }
  }

  private boolean make(Delivery replay, BatchOperation operation) {
    return deliveries.replayIfDead(
        replay, requireNonNull(operation.run().startedAt()), operation.plan().includesReplayed());
  }

  @Override
  public void removeOver(TenantId tenant, Instant before) {
    synchronized (deliveries) {
      byId.values().removeIf(each -> each.tenant().equals(tenant) && wasOver(each, before));
    }
  }

  private static boolean wasOver(BatchOperation operation, Instant before) {
    Instant endedAt = operation.state().endedAt();
    return endedAt != null && endedAt.isBefore(before);
  }
}
