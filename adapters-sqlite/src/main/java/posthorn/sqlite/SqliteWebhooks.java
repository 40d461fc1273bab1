package posthorn.sqlite;

import static posthorn.sqlite.schema.Tables.WEBHOOKS;

import java.util.List;
import posthorn.application.port.Webhooks;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;

/** {@link Webhooks} on SQLite. */
final class SqliteWebhooks implements Webhooks {
  private final SqliteWriter writer;
  private final SqliteReaders readers;

  SqliteWebhooks(SqliteWriter writer, SqliteReaders readers) {
    this.writer = writer;
    this.readers = readers;
  }

  @Override
  public void add(Webhook webhook) {
    writer.write(sql -> sql.executeInsert(WebhookRows.rowOf(webhook)));
  }

  @Override
  public List<Webhook> of(TenantId tenant) {
    return readers.read(sql ->
        sql.selectFrom(WEBHOOKS)
            .where(WEBHOOKS.TENANT_ID.eq(tenant.value()))
            .orderBy(WEBHOOKS.ID)
            .fetch(WebhookRows::webhookOf));
  }
}
