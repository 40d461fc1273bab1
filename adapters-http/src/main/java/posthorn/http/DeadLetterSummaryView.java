package posthorn.http;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.DeadLetters.Group;
import posthorn.application.port.DeadLetters.Summary;
import posthorn.domain.retry.FailureCategory;

/**
 * Dead letters in groups, the largest first.
 *
 * @param total in the groups that are shown
 * @param truncated whether there are more groups
 */
record DeadLetterSummaryView(List<GroupView> items, long total, boolean truncated) {

  /**
   * Those of one webhook that failed alike and were given up for the same reason.
   *
   * @param replayed how many of them were replayed since they died
   * @param firstAt when the first of them died
   */
  record GroupView(
      String webhookId,
      @Nullable String failureCategory,
      String deadReason,
      int count,
      int replayed,
      Instant firstAt,
      Instant lastAt,
      String sampleDeliveryId,
      @Nullable String sampleError) {

    static GroupView of(Group group, UrlSight sight) {
      FailureCategory category = group.category();
      return new GroupView(
          group.webhook().value(),
          category == null ? null : category.wireName(),
          group.reason().wireName(),
          group.count(),
          group.replayed(),
          group.firstAt(),
          group.lastAt(),
          group.sample().value(),
          sight.answered(group.webhook(), group.sampleError()));
    }
  }

  static DeadLetterSummaryView of(Summary summary, UrlSight sight) {
    return new DeadLetterSummaryView(
        summary.groups().stream().map(group -> GroupView.of(group, sight)).toList(),
        summary.groups().stream().mapToLong(Group::count).sum(),
        summary.truncated());
  }
}
