package posthorn.sqlite;

import static java.util.Comparator.comparingInt;
import static posthorn.sqlite.schema.Tables.DELIVERIES;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jooq.Field;
import org.jooq.Record;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.DeadLetters.Group;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.retry.FailureCategory;
import posthorn.domain.webhook.WebhookId;

/** Groups of dead letters, from what {@link DeadLetterSql#summary} finds. */
final class SummaryRows {
  /** That are looked at to find those with the most; a tenant has few webhooks with many each. */
  static final int MOST_GROUPS = 10_000;

  /** Columns of the same types, without which jOOQ would take times for small numbers. */
  static final List<Field<?>> COLUMNS =
      List.of(
          DELIVERIES.WEBHOOK_ID,
          DELIVERIES.FAILURE_CATEGORY,
          DELIVERIES.DEAD_REASON,
          DELIVERIES.ATTEMPT_COUNT,
          DELIVERIES.DEFERRAL_COUNT,
          DELIVERIES.CREATED_AT,
          DELIVERIES.COMPLETED_AT,
          DELIVERIES.ID);

  // Where they stand.
  private static final int WEBHOOK = 0;
  private static final int CATEGORY = 1;
  private static final int REASON = 2;
  private static final int COUNT = 3;
  private static final int REPLAYED = 4;
  private static final int FIRST = 5;
  private static final int LAST = 6;
  private static final int NEWEST = 7;

  private SummaryRows() {}

  /** A group without its sample's message. */
  record Counted(
      String webhook,
      @Nullable String category,
      String reason,
      int count,
      int replayed,
      Instant first,
      Instant last,
      DeliveryId newest) {}

  static Counted countedOf(Record row) {
    return new Counted(
        row.get(WEBHOOK, String.class),
        row.get(CATEGORY, String.class),
        row.get(REASON, String.class),
        row.get(COUNT, Integer.class),
        row.get(REPLAYED, Integer.class),
        row.get(FIRST, Instant.class),
        row.get(LAST, Instant.class),
        new DeliveryId(row.get(NEWEST, String.class)));
  }

  static List<Counted> most(List<Counted> counted, int limit) {
    return counted.stream()
        .sorted(
            comparingInt(Counted::count)
                .reversed()
                .thenComparing(each -> each.newest().value(), Comparator.reverseOrder()))
        .limit(limit)
        .toList();
  }

  static List<Group> groups(List<Counted> counted, Map<String, String> messages) {
    return counted.stream()
        .map(each ->
            new Group(
                new WebhookId(each.webhook),
                each.category == null
                    ? null
                    : FailureCategory.valueOf(each.category.toUpperCase(Locale.ROOT)),
                DeadReason.valueOf(each.reason.toUpperCase(Locale.ROOT)),
                each.count,
                each.replayed,
                each.first,
                each.last,
                each.newest,
                messages.get(each.newest.value())))
        .toList();
  }
}
