package posthorn.sqlite;

import static posthorn.sqlite.schema.Tables.CIRCUITS;
import static posthorn.sqlite.schema.Tables.WEBHOOKS;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import posthorn.application.port.Circuits;
import posthorn.domain.circuit.CircuitSnapshot;
import posthorn.domain.circuit.Phase;
import posthorn.domain.webhook.WebhookId;
import posthorn.sqlite.schema.tables.records.CircuitsRecord;

/** {@link Circuits} on SQLite. */
final class SqliteCircuits implements Circuits {
  private final SqliteWriter writer;
  private final SqliteReaders readers;

  SqliteCircuits(SqliteWriter writer, SqliteReaders readers) {
    this.writer = writer;
    this.readers = readers;
  }

  @Override
  public Map<WebhookId, CircuitSnapshot> all() {
    return readers.read(sql ->
        sql.selectFrom(CIRCUITS).fetch().stream()
            .collect(
                Collectors.toMap(
                    row -> new WebhookId(row.getWebhookId()), SqliteCircuits::snapshotOf)));
  }

  @Override
  public void save(WebhookId webhook, CircuitSnapshot snapshot) {
    CircuitsRecord row = rowOf(webhook, snapshot);
    writer.write(sql ->
        sql.fetchExists(WEBHOOKS, WEBHOOKS.ID.eq(webhook.value()))
            ? sql.insertInto(CIRCUITS).set(row).onDuplicateKeyUpdate().set(row).execute()
            : 0);
  }

  private static CircuitsRecord rowOf(WebhookId webhook, CircuitSnapshot snapshot) {
    var row = new CircuitsRecord();
    row.setWebhookId(webhook.value());
    row.setPhase(snapshot.phase().wireName());
    row.setForced(snapshot.forced() ? 1 : 0);
    row.setSinceAt(snapshot.since());
    row.setEpoch(snapshot.epoch());
    row.setUntilAt(snapshot.until());
    row.setProbes(snapshot.probes());
    row.setCallWindow(snapshot.window());
    return row;
  }

  private static CircuitSnapshot snapshotOf(CircuitsRecord row) {
    return new CircuitSnapshot(
        Phase.valueOf(row.getPhase().toUpperCase(Locale.ROOT)),
        row.getForced() == 1,
        row.getSinceAt(),
        row.getEpoch(),
        row.getUntilAt(),
        row.getProbes(),
        row.getCallWindow());
  }
}
