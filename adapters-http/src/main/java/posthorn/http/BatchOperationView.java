package posthorn.http;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.domain.deadletter.BatchOperation;
import posthorn.domain.deadletter.BatchPlan;
import posthorn.domain.deadletter.DeadLetterFilter;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.event.Priority;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.retry.FailureCategory;
import posthorn.domain.webhook.WebhookId;

/**
 * A bulk replay. What is counted is of its present run, or its last one.
 *
 * @param failed those whose webhook is gone
 * @param skipped those that were no dead letters any more, or replayed by somebody else
 * @param startedAt when its run started
 * @param startAt when its next run starts
 * @param runs how many have started
 */
record BatchOperationView(
    String id,
    String tenantId,
    String status,
    int matched,
    int replayed,
    int failed,
    int skipped,
    int remaining,
    Instant createdAt,
    @Nullable Instant startAt,
    @Nullable Instant startedAt,
    @Nullable Instant completedAt,
    int runs,
    int totalReplayed,
    RateView rateLimit,
    @Nullable String priority,
    @Nullable ScheduleView schedule,
    FilterView filter) {

  /** How fast it goes. */
  record RateView(int requestsPerSecond) {}

  /** How often it starts. */
  record ScheduleView(long everySeconds) {
    static @Nullable ScheduleView of(@Nullable Duration every) {
      return every == null ? null : new ScheduleView(every.toSeconds());
    }
  }

  /** Which dead letters are meant; null where it does not matter. */
  record FilterView(
      @Nullable List<String> webhookIds,
      @Nullable List<String> eventTypes,
      @Nullable List<String> failureCategories,
      @Nullable List<String> deadReasons,
      @Nullable String sessionId,
      @Nullable String error,
      @Nullable Instant from,
      @Nullable Instant to,
      boolean includeReplayed) {

    static FilterView of(BatchPlan plan) {
      DeadLetterFilter filter = plan.filter();
      DeadLetterFilter.Details details = filter.details();
      return new FilterView(
          some(filter.webhooks().stream().map(WebhookId::value).sorted().toList()),
          some(filter.eventTypes().stream().map(EventTypePattern::value).toList()),
          some(filter.categories().stream().map(FailureCategory::wireName).sorted().toList()),
          some(filter.reasons().stream().map(DeadReason::wireName).sorted().toList()),
          details.sessionId(),
          details.error(),
          details.from(),
          details.to(),
          plan.includesReplayed());
    }

    private static @Nullable List<String> some(List<String> all) {
      return all.isEmpty() ? null : all;
    }
  }

  /** What whoever starts one is told. */
  record StartedView(String batchOperationId, int matched) {}

  static BatchOperationView of(BatchOperation operation) {
    BatchPlan plan = operation.plan();
    Priority priority = plan.priority();
    var run = operation.run();
    return new BatchOperationView(
        operation.id().value(),
        operation.tenant().value(),
        operation.state().wireName(),
        run.matched(),
        run.replayed(),
        run.failed(),
        operation.skipped(),
        operation.remaining(),
        operation.createdAt(),
        operation.state().startAt(),
        run.startedAt(),
        operation.state().endedAt(),
        run.number(),
        operation.totalReplayed(),
        new RateView(plan.requestsPerSecond()),
        priority == null ? null : priority.wireName(),
        ScheduleView.of(plan.every()),
        FilterView.of(plan));
  }
}
