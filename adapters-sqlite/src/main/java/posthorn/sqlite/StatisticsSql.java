package posthorn.sqlite;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import posthorn.domain.retry.FailureCategory;
import posthorn.domain.statistics.DurationHistogram;

/** The statements of the statistics. */
final class StatisticsSql {
  // Where each counter stands among them.
  static final int SUCCEEDED = 0;
  static final int FAILED = 1;
  static final int DELIVERED = 2;
  static final int DEAD = 3;
  static final int TOOK_MS = 4;
  private static final int FIRST_CATEGORY = 5;
  static final int FIRST_CLASS = FIRST_CATEGORY + FailureCategory.values().length;

  static final List<String> COUNTERS =
      Stream.of(
              Stream.of("succeeded", "failed", "delivered", "dead", "took_ms"),
              Stream.of(FailureCategory.values()).map(category -> "failed_" + category.wireName()),
              IntStream.range(0, DurationHistogram.CLASSES).mapToObj("took_%02d"::formatted))
          .flatMap(names -> names)
          .toList();

  private static final Map<FailureCategory, Integer> POSITIONS =
      Stream.of(FailureCategory.values())
          .collect(
              toMap(
                  category -> category,
                  category -> COUNTERS.indexOf("failed_" + category.wireName()),
                  (first, _) -> first,
                  () -> new EnumMap<>(FailureCategory.class)));

  private static final String COLUMNS =
      "webhook_id, minute_at, tenant_id, last_success_at, last_failure_at, "
          + String.join(", ", COUNTERS);

  private static final String SUMS =
      "max(last_success_at), max(last_failure_at), " + counters("sum(%1$s)"::formatted);

  /** Parameters: webhook, minute, tenant, last success, last failure, the counters. */
  static final String ADD =
      "INSERT INTO delivery_stats ("
          + COLUMNS
          + ") VALUES (?, ?, ?, ?, ?, "
          + counters(_ -> "?")
          + ") ON CONFLICT (webhook_id, minute_at) DO UPDATE SET "
          + later("last_success_at")
          + ", "
          + later("last_failure_at")
          + ", "
          + counters("%1$s = %1$s + excluded.%1$s"::formatted);

  private static final String OF_TENANT =
      " FROM delivery_stats INDEXED BY delivery_stats_by_tenant"
          + " WHERE tenant_id = ? AND minute_at >= ? AND minute_at < ?";

  /** The tenant is not to be found by its index here. */
  private static final String OF_WEBHOOK =
      " FROM delivery_stats"
          + " WHERE +tenant_id = ? AND minute_at >= ? AND minute_at < ? AND webhook_id = ?";

  /** Parameters: tenant, from, to. */
  static final String TOTAL_OF_TENANT = "SELECT " + SUMS + OF_TENANT;

  /** Parameters: tenant, from, to, webhook. */
  static final String TOTAL_OF_WEBHOOK = "SELECT " + SUMS + OF_WEBHOOK;

  /** The webhook comes last. Parameters: tenant, from, to. */
  static final String TOTAL_BY_WEBHOOK =
      "SELECT " + SUMS + ", webhook_id" + OF_TENANT + " GROUP BY webhook_id";

  private static final String SERIES = "SELECT " + SUMS + ", minute_at / ? * ?";

  /** Parameters: the length of a bucket, twice, and as above; last comes a bucket's beginning. */
  static final String SERIES_OF_TENANT = SERIES + OF_TENANT + " GROUP BY minute_at / ?";

  static final String SERIES_OF_WEBHOOK = SERIES + OF_WEBHOOK + " GROUP BY minute_at / ?";

  /** Hours that are not summed up. Parameters: before when, how many. */
  static final String MINUTES =
      """
      SELECT DISTINCT webhook_id, minute_at - minute_at % 3600000 FROM delivery_stats
      INDEXED BY delivery_stats_minutes
      WHERE minute_at % 3600000 <> 0 AND minute_at < ? LIMIT ?
      """;

  /** Parameters: the hour's beginning; webhook, its beginning, its end. */
  static final String SUM_UP =
      "INSERT OR REPLACE INTO delivery_stats ("
          + COLUMNS
          + ") SELECT webhook_id, ?, tenant_id, "
          + SUMS
          + " FROM delivery_stats WHERE webhook_id = ? AND minute_at >= ? AND minute_at < ?"
          + " GROUP BY webhook_id";

  /** Parameters: webhook, the hour's beginning, its end. */
  static final String REMOVE_MINUTES =
      "DELETE FROM delivery_stats WHERE webhook_id = ? AND minute_at > ? AND minute_at < ?";

  /** Parameters: a JSON object with before when for each tenant; how many. */
  static final String REMOVE_OLD =
      """
      DELETE FROM delivery_stats WHERE (webhook_id, minute_at) IN (
        SELECT old.webhook_id, old.minute_at FROM webhooks CROSS JOIN delivery_stats old
        WHERE old.webhook_id = webhooks.id AND old.minute_at < json_extract(?, '$."' || webhooks.tenant_id || '"') LIMIT ?)
      """;

  private StatisticsSql() {}

  /** Where the counter of a category stands among all. */
  static int positionOf(FailureCategory category) {
    return requireNonNull(POSITIONS.get(category));
  }

  private static String counters(Function<String, String> each) {
    return COUNTERS.stream().map(each).collect(joining(", "));
  }

  private static String later(String column) {
    return "%1$s = max(ifnull(%1$s, excluded.%1$s), ifnull(excluded.%1$s, %1$s))".formatted(column);
  }
}
