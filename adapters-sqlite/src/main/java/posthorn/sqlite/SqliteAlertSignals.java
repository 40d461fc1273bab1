package posthorn.sqlite;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.AlertSignals;
import posthorn.domain.alert.Calls;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/** {@link AlertSignals} on SQLite. */
final class SqliteAlertSignals implements AlertSignals {
  /** SQLite does not know the types of what it computes. */
  private static final List<Field<?>> COLUMNS =
      List.of(
          DSL.field("webhook_id", String.class),
          DSL.field("c1", Long.class),
          DSL.field("c2", Long.class),
          DSL.field("c3", Long.class),
          DSL.field("c4", Long.class),
          DSL.field("c5", Long.class),
          DSL.field("c6", Long.class));

  private final SqliteReaders readers;
  private final Holds holds;

  SqliteAlertSignals(SqliteReaders readers, Holds holds) {
    this.readers = readers;
    this.holds = holds;
  }

  @Override
  public Map<WebhookId, Activity> activity(Instant from, Instant to) {
    var found = new HashMap<WebhookId, Activity>();
    readers
        .read(sql ->
            sql.resultQuery(AlertSql.ACTIVITY, minuteOf(from), to.toEpochMilli())
                .coerce(COLUMNS)
                .fetch())
        .forEach(row ->
            found.put(
                new WebhookId(row.get(0, String.class)),
                new Activity(
                    new Calls(number(row, 1), number(row, 2)),
                    number(row, 3),
                    time(row, 4),
                    time(row, 5),
                    time(row, 6))));
    return found;
  }

  @Override
  public Map<WebhookId, Long> dead(Instant from, Instant to) {
    var found = new HashMap<WebhookId, Long>();
    readers
        .read(sql ->
            sql.resultQuery(AlertSql.DEAD, minuteOf(from), to.toEpochMilli())
                .coerce(COLUMNS.subList(0, 2))
                .fetch())
        .forEach(row -> found.put(new WebhookId(row.get(0, String.class)), number(row, 1)));
    return found;
  }

  @Override
  public Set<WebhookId> circuitsNotClosed() {
    var found = new HashSet<WebhookId>();
    readers
        .read(sql -> sql.fetch(AlertSql.NOT_CLOSED))
        .forEach(row -> found.add(new WebhookId(row.get(0, String.class))));
    return found;
  }

  @Override
  public int deadLetters(TenantId tenant, int upTo) {
    return readers.read(sql -> count(sql.fetchOne(AlertSql.DEAD_LETTERS, tenant.value(), upTo)));
  }

  @Override
  public int waiting(Instant now, int upTo) {
    // In the file, those that workers have wait too.
    int taken = holds.inFlight().size();
    int found =
        readers.read(
            sql -> count(sql.fetchOne(AlertSql.WAITING, now.toEpochMilli(), upTo + taken)));
    return Math.clamp(found - taken, 0, upTo);
  }

  private static int count(@Nullable Record row) {
    return row == null ? 0 : (int) number(row, 0);
  }

  private static long minuteOf(Instant time) {
    return time.truncatedTo(ChronoUnit.MINUTES).toEpochMilli();
  }

  private static long number(Record row, int column) {
    Long value = row.get(column, Long.class);
    return value == null ? 0 : value;
  }

  private static @Nullable Instant time(Record row, int column) {
    Long value = row.get(column, Long.class);
    return value == null ? null : Instant.ofEpochMilli(value);
  }
}
