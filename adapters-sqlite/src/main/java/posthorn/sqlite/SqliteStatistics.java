package posthorn.sqlite;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Statistics;
import posthorn.domain.retry.FailureCategory;
import posthorn.domain.statistics.DurationHistogram;
import posthorn.domain.statistics.Tally;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/** {@link Statistics} on SQLite; {@link CommitTallies} fills them. */
final class SqliteStatistics implements Statistics {
  // The columns of an answer.
  private static final int LAST_SUCCESS = 1;
  private static final int LAST_FAILURE = 2;
  private static final int FIRST_COUNTER = 3;
  private static final int LAST = FIRST_COUNTER + StatisticsSql.COUNTERS.size();

  private final SqliteReaders readers;

  SqliteStatistics(SqliteReaders readers) {
    this.readers = readers;
  }

  private interface Reading<T> {
    T read(ResultSet row) throws SQLException;
  }

  private record Bucket(Instant start, Tally tally) {}

  private record OfWebhook(WebhookId webhook, Tally tally) {}

  @Override
  public Tally total(Range range) {
    String statement =
        range.webhook() == null ? StatisticsSql.TOTAL_OF_TENANT : StatisticsSql.TOTAL_OF_WEBHOOK;
    // Of nothing, too, there is a row.
    return read(statement, bindings(range), SqliteStatistics::tallyOf).getFirst();
  }

  @Override
  public Map<WebhookId, Tally> totalByWebhook(TenantId tenant, Instant from, Instant to) {
    return read(
            StatisticsSql.TOTAL_BY_WEBHOOK,
            bindings(new Range(tenant, null, from, to)),
            row -> new OfWebhook(new WebhookId(row.getString(LAST)), tallyOf(row)))
        .stream()
        .collect(Collectors.toMap(OfWebhook::webhook, OfWebhook::tally));
  }

  @Override
  public NavigableMap<Instant, Tally> series(Range range, Duration bucket) {
    String statement =
        range.webhook() == null ? StatisticsSql.SERIES_OF_TENANT : StatisticsSql.SERIES_OF_WEBHOOK;
    var bindings = new ArrayList<Object>();
    bindings.add(bucket.toMillis());
    bindings.add(bucket.toMillis());
    bindings.addAll(bindings(range));
    bindings.add(bucket.toMillis());
    var series = new TreeMap<Instant, Tally>();
    read(statement, bindings, SqliteStatistics::bucketOf)
        .forEach(each -> series.put(each.start(), each.tally()));
    return series;
  }

  private static List<Object> bindings(Range range) {
    var bindings = new ArrayList<Object>();
    bindings.add(range.tenant().value());
    bindings.add(range.from().truncatedTo(ChronoUnit.MINUTES).toEpochMilli());
    bindings.add(range.to().toEpochMilli());
    WebhookId webhook = range.webhook();
    if (webhook != null) {
      bindings.add(webhook.value());
    }
    return bindings;
  }

  private <T> List<T> read(String statement, List<Object> bindings, Reading<T> reading) {
    return readers.read(sql ->
        sql.connectionResult(connection -> {
          try (PreparedStatement select = connection.prepareStatement(statement)) {
            for (int i = 0; i < bindings.size(); i++) {
              select.setObject(i + 1, bindings.get(i));
            }
            var found = new ArrayList<T>();
            ResultSet rows = select.executeQuery();
            while (rows.next()) {
              found.add(reading.read(rows));
            }
            return found;
          }
        }));
  }

  private static Bucket bucketOf(ResultSet row) throws SQLException {
    return new Bucket(Instant.ofEpochMilli(row.getLong(LAST)), tallyOf(row));
  }

  private static Tally tallyOf(ResultSet row) throws SQLException {
    var failures = new EnumMap<FailureCategory, Long>(FailureCategory.class);
    for (FailureCategory category : FailureCategory.values()) {
      long count = counter(row, StatisticsSql.positionOf(category));
      if (count > 0) {
        failures.put(category, count);
      }
    }
    var durations = new ArrayList<Long>(DurationHistogram.CLASSES);
    for (int each = 0; each < DurationHistogram.CLASSES; each++) {
      durations.add(counter(row, StatisticsSql.FIRST_CLASS + each));
    }
    return new Tally(
        counter(row, StatisticsSql.SUCCEEDED),
        counter(row, StatisticsSql.FAILED),
        counter(row, StatisticsSql.DELIVERED),
        counter(row, StatisticsSql.DEAD),
        Duration.ofMillis(counter(row, StatisticsSql.TOOK_MS)),
        failures,
        new DurationHistogram(durations),
        time(row, LAST_SUCCESS),
        time(row, LAST_FAILURE));
  }

  /** Zero where there is none. */
  private static long counter(ResultSet row, int position) throws SQLException {
    return row.getLong(FIRST_COUNTER + position);
  }

  private static @Nullable Instant time(ResultSet row, int column) throws SQLException {
    long millis = row.getLong(column);
    return row.wasNull() ? null : Instant.ofEpochMilli(millis);
  }
}
