package posthorn.sqlite;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toUnmodifiableSet;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import posthorn.domain.deadletter.BatchOperation;
import posthorn.domain.deadletter.BatchOperationId;
import posthorn.domain.deadletter.BatchPlan;
import posthorn.domain.deadletter.BatchRun;
import posthorn.domain.deadletter.BatchState;
import posthorn.domain.deadletter.DeadLetterFilter;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.event.Priority;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.retry.FailureCategory;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;
import posthorn.sqlite.schema.tables.records.BatchOperationsRecord;

/** A bulk replay as a row and back. */
final class BatchOperationRows {
  private BatchOperationRows() {}

  static BatchOperationsRecord rowOf(BatchOperation operation) {
    var row = new BatchOperationsRecord();
    row.setId(operation.id().value());
    row.setTenantId(operation.tenant().value());
    row.setCreatedAt(operation.createdAt());
    putPlan(row, operation.plan());
    putProgress(row, operation);
    return row;
  }

  private static void putPlan(BatchOperationsRecord row, BatchPlan plan) {
    DeadLetterFilter filter = plan.filter();
    DeadLetterFilter.Details details = filter.details();
    row.setWebhookIds(words(filter.webhooks().stream().map(WebhookId::value)));
    row.setEventPatterns(words(filter.eventTypes().stream().map(EventTypePattern::value)));
    row.setFailureCategories(words(filter.categories().stream().map(FailureCategory::wireName)));
    row.setDeadReasons(words(filter.reasons().stream().map(DeadReason::wireName)));
    row.setSessionId(details.sessionId());
    row.setErrorText(details.error());
    row.setMadeFromAt(details.from());
    row.setMadeToAt(details.to());
    row.setOnlyReplayed(details.replayed() == null ? null : (Integer) (details.replayed() ? 1 : 0));
    row.setRequestsPerSecond(plan.requestsPerSecond());
    row.setPriority(plan.priority() == null ? null : plan.priority().wireName());
    row.setFirstStartAt(plan.startAt());
    row.setEveryMs(plan.every() == null ? null : plan.every().toMillis());
  }

  /** All that changes in its life. */
  static void putProgress(BatchOperationsRecord row, BatchOperation operation) {
    BatchRun run = operation.run();
    row.setVersion(operation.version());
    row.setStatus(operation.state().wireName());
    row.setStartAt(operation.state().startAt());
    row.setEndedAt(operation.state().endedAt());
    row.setRuns(run.number());
    row.setRunStartedAt(run.startedAt());
    row.setCeilingId(run.ceiling() == null ? null : run.ceiling().value());
    row.setReachedId(run.reached() == null ? null : run.reached().value());
    row.setMatched(run.matched());
    row.setReplayed(run.replayed());
    row.setFailed(run.failed());
    row.setTotalReplayed(operation.totalReplayed());
  }

  static BatchOperation operationOf(BatchOperationsRecord row) {
    return new BatchOperation(
        new BatchOperationId(row.getId()),
        new TenantId(row.getTenantId()),
        planOf(row),
        stateOf(row),
        runOf(row),
        row.getTotalReplayed(),
        row.getCreatedAt(),
        row.getVersion());
  }

  private static BatchPlan planOf(BatchOperationsRecord row) {
    String priority = row.getPriority();
    Long every = row.getEveryMs();
    return new BatchPlan(
        filterOf(row),
        row.getRequestsPerSecond(),
        priority == null ? null : Priority.named(priority).orElseThrow(),
        row.getFirstStartAt(),
        every == null ? null : Duration.ofMillis(every));
  }

  private static DeadLetterFilter filterOf(BatchOperationsRecord row) {
    Integer replayed = row.getOnlyReplayed();
    return new DeadLetterFilter(
        of(row.getWebhookIds()).map(WebhookId::new).collect(toUnmodifiableSet()),
        of(row.getEventPatterns()).map(EventTypePattern::new).toList(),
        of(row.getFailureCategories())
            .map(name -> FailureCategory.named(name).orElseThrow())
            .collect(toUnmodifiableSet()),
        of(row.getDeadReasons())
            .map(name -> DeadReason.valueOf(name.toUpperCase(Locale.ROOT)))
            .collect(toUnmodifiableSet()),
        new DeadLetterFilter.Details(
            row.getSessionId(),
            row.getErrorText(),
            row.getMadeFromAt(),
            row.getMadeToAt(),
            replayed == null ? null : (Boolean) (replayed == 1)));
  }

  private static BatchState stateOf(BatchOperationsRecord row) {
    Instant startAt = row.getStartAt();
    return switch (row.getStatus()) {
      case "scheduled" -> new BatchState.Scheduled(startAt);
      case "running" -> new BatchState.Running();
      case "paused" -> new BatchState.Paused(startAt);
      case "completed" -> new BatchState.Completed(row.getEndedAt());
      case "cancelled" -> new BatchState.Cancelled(row.getEndedAt());
      default -> throw new IllegalStateException("unknown status " + row.getStatus());
    };
  }

  private static BatchRun runOf(BatchOperationsRecord row) {
    return new BatchRun(
        row.getRuns(),
        row.getRunStartedAt(),
        idOf(row.getCeilingId()),
        idOf(row.getReachedId()),
        row.getMatched(),
        row.getReplayed(),
        row.getFailed());
  }

  private static @Nullable DeliveryId idOf(@Nullable String value) {
    return value == null ? null : new DeliveryId(value);
  }

  /** Lists of words are separated by spaces. */
  private static String words(Stream<String> words) {
    return words.collect(joining(" "));
  }

  private static Stream<String> of(String words) {
    return words.isEmpty() ? Stream.of() : List.of(words.split(" ")).stream();
  }
}
