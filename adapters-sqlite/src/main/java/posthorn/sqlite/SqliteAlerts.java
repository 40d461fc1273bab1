package posthorn.sqlite;

import static org.jooq.impl.DSL.noCondition;
import static posthorn.sqlite.schema.Tables.ALERTS;
import static posthorn.sqlite.schema.Tables.ALERT_LOOKS;
import static posthorn.sqlite.schema.Tables.ALERT_STATES;
import static posthorn.sqlite.schema.Tables.WEBHOOKS;
import static posthorn.sqlite.schema.Tables.WEBHOOK_WATCHES;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Select;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.AlertQuery;
import posthorn.application.port.Alerts;
import posthorn.domain.alert.Alert;
import posthorn.domain.alert.AlertId;
import posthorn.domain.alert.AlertKey;
import posthorn.domain.alert.AlertState;
import posthorn.domain.alert.Baseline;
import posthorn.domain.alert.Watch;
import posthorn.domain.id.IdForm;
import posthorn.domain.webhook.WebhookId;
import posthorn.sqlite.schema.tables.records.AlertLooksRecord;
import posthorn.sqlite.schema.tables.records.AlertsRecord;
import posthorn.sqlite.schema.tables.records.WebhookWatchesRecord;

/** {@link Alerts} on SQLite. */
final class SqliteAlerts implements Alerts {
  /** Parameters: before when, how many. */
  static final String REMOVE_OLD =
      """
      DELETE FROM alerts WHERE id IN (
        SELECT id FROM alerts INDEXED BY alerts_over
        WHERE resolved_at IS NOT NULL AND resolved_at < ? LIMIT ?)
      """;

  private static final int ONLY = 1;

  private final SqliteWriter writer;
  private final SqliteReaders readers;

  SqliteAlerts(SqliteWriter writer, SqliteReaders readers) {
    this.writer = writer;
    this.readers = readers;
  }

  @Override
  public Memory memory() {
    var states = new HashMap<AlertKey, AlertState>();
    var active = new HashMap<AlertKey, Alert>();
    var watches = new HashMap<WebhookId, Watch>();
    Optional<Instant> lookedAt =
        readers.read(sql -> {
          sql.selectFrom(ALERT_STATES)
              .forEach(row -> states.put(AlertRows.keyOf(row), AlertRows.stateOf(row)));
          sql.selectFrom(ALERTS)
              .where(ALERTS.RESOLVED_AT.isNull())
              .forEach(row -> {
                Alert alert = AlertRows.alertOf(row);
                active.put(alert.key(), alert);
              });
          sql.selectFrom(WEBHOOK_WATCHES)
              .forEach(row -> watches.put(new WebhookId(row.getWebhookId()), watchOf(row)));
          return sql.selectFrom(ALERT_LOOKS).fetchOptional(ALERT_LOOKS.LOOKED_AT);
        });
    return new Memory(states, active, watches, lookedAt.orElse(null));
  }

  private static Watch watchOf(WebhookWatchesRecord row) {
    return new Watch(
        new Baseline(row.getBaselinePercent(), row.getBaselineWindows()), row.getFailingSinceAt());
  }

  @Override
  public void record(Look look) {
    writer.write(sql -> {
      look.states().forEach((key, state) -> write(sql, key, state));
      look.watches().forEach((webhook, watch) -> write(sql, webhook, watch));
      look.fired().forEach(alert -> sql.executeInsert(AlertRows.rowOf(alert)));
      look.resolved().forEach(alert -> sql.executeUpdate(AlertRows.rowOf(alert)));
      NoticeRows.insert(sql, look.notices());
      var looked = new AlertLooksRecord(ONLY, look.at());
      return sql.insertInto(ALERT_LOOKS).set(looked).onDuplicateKeyUpdate().set(looked).execute();
    });
  }

  private static void write(DSLContext sql, AlertKey key, AlertState state) {
    if (state instanceof AlertState.Quiet) {
      sql.deleteFrom(ALERT_STATES)
          .where(ALERT_STATES.RULE.eq(key.rule()))
          .and(ALERT_STATES.SCOPE.eq(key.subject().scope().wireName()))
          .and(ALERT_STATES.SUBJECT.eq(key.subject().id()))
          .execute();
      return;
    }
    var row = AlertRows.rowOf(key, state);
    sql.insertInto(ALERT_STATES).set(row).onDuplicateKeyUpdate().set(row).execute();
  }

  /** Nothing for a webhook that is gone. */
  private static void write(DSLContext sql, WebhookId webhook, Watch watch) {
    if (!sql.fetchExists(WEBHOOKS, WEBHOOKS.ID.eq(webhook.value()))) {
      return;
    }
    var row =
        new WebhookWatchesRecord(
            webhook.value(),
            watch.baseline().percent(),
            watch.baseline().windows(),
            watch.failingSince());
    sql.insertInto(WEBHOOK_WATCHES).set(row).onDuplicateKeyUpdate().set(row).execute();
  }

  @Override
  public List<Alert> list(AlertQuery query) {
    return readers.read(sql -> select(sql, query).fetch(AlertRows::alertOf));
  }

  static Select<AlertsRecord> select(DSLContext sql, AlertQuery query) {
    return sql.selectFrom(ALERTS)
        .where(matching(query))
        .and(inTime(query))
        .orderBy(ALERTS.ID.desc())
        .limit(query.limit());
  }

  private static Condition matching(AlertQuery query) {
    var tenant = query.tenant();
    var webhook = query.webhook();
    var rule = query.rule();
    // Of one webhook there are few, whoever asks; of a tenant there may be many.
    Condition ofTenant =
        tenant == null
            ? noCondition()
            : webhook == null
                ? ALERTS.TENANT_ID.eq(tenant.value())
                : ALERTS.TENANT_ID.concat("").eq(tenant.value());
    return ofTenant
        .and(webhook == null ? noCondition() : ALERTS.SUBJECT.eq(webhook.value()))
        .and(rule == null ? noCondition() : ALERTS.RULE.eq(rule))
        .and(stateOf(query.active()));
  }

  private static Condition stateOf(@Nullable Boolean active) {
    if (active == null) {
      return noCondition();
    }
    return active ? ALERTS.RESOLVED_AT.isNull() : ALERTS.RESOLVED_AT.isNotNull();
  }

  /** Ids sort by time, so a time is a place among them. */
  private static Condition inTime(AlertQuery query) {
    var from = query.from();
    var to = query.to();
    var before = query.before();
    return noCondition()
        .and(from == null ? noCondition() : ALERTS.ID.ge(IdForm.first(AlertId.PREFIX, from)))
        .and(to == null ? noCondition() : ALERTS.ID.lt(IdForm.first(AlertId.PREFIX, to)))
        .and(before == null ? noCondition() : ALERTS.ID.lt(before.value()));
  }

  @Override
  public int removeOld(Instant before, int limit) {
    return writer.write(sql -> sql.execute(REMOVE_OLD, before.toEpochMilli(), limit));
  }
}
