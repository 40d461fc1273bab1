package posthorn.sqlite;

import static posthorn.sqlite.schema.Tables.DISABLEMENTS;
import static posthorn.sqlite.schema.Tables.WEBHOOKS;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Webhooks;
import posthorn.domain.retry.ReceiverWish;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;
import posthorn.domain.webhook.WebhookStatus;
import posthorn.sqlite.schema.tables.records.DisablementsRecord;
import posthorn.sqlite.schema.tables.records.WebhooksRecord;

/**
 * {@link Webhooks} on SQLite. Every publish and every attempt asks for them, and only this process
 * changes them, so all are kept in memory too; a change is in the database before it is seen here.
 */
final class SqliteWebhooks implements Webhooks {
  private final SqliteWriter writer;
  private final SqliteReaders readers;
  private final SecretRows secrets;
  private final Map<WebhookId, Webhook> byId = new ConcurrentHashMap<>();
  private final Map<TenantId, List<Webhook>> byTenant = new ConcurrentHashMap<>();

  /** Opens all secrets, so that a key that is not there is missed at once. */
  SqliteWebhooks(SqliteWriter writer, SqliteReaders readers, SecretRows secrets) {
    this.writer = writer;
    this.readers = readers;
    this.secrets = secrets;
    readers
        .read(sql ->
            sql.selectFrom(WEBHOOKS).where(WEBHOOKS.REMOVED.eq(0)).orderBy(WEBHOOKS.ID).fetch())
        .forEach(row -> keep(WebhookRows.webhookOf(row, secrets)));
  }

  @Override
  public void add(Webhook webhook) {
    WebhooksRecord row = WebhookRows.rowOf(webhook, secrets);
    writer.write(sql -> sql.executeInsert(row));
    keep(webhook);
  }

  @Override
  public void changeStatus(WebhookId id, WebhookStatus status, Instant now) {
    // Again, should somebody have changed something else of it meanwhile.
    while (!find(id).map(webhook -> replaceIfUnchanged(webhook.in(status, now))).orElse(true)) {}
  }

  @Override
  public boolean replaceIfUnchanged(Webhook changed) {
    return replaceIfUnchanged(changed, null);
  }

  @Override
  public void disable(WebhookId id, ReceiverWish wish, Instant now) {
    while (!find(id)
        .map(webhook -> replaceIfUnchanged(webhook.in(WebhookStatus.INACTIVE, now), wish))
        .orElse(true)) {}
  }

  @Override
  public Map<WebhookId, ReceiverWish> disabled() {
    return readers.read(sql ->
        sql.selectFrom(DISABLEMENTS).fetch().stream()
            .collect(
                Collectors.toMap(
                    row -> new WebhookId(row.getWebhookId()),
                    row -> ReceiverWish.valueOf(row.getWish()))));
  }

  /**
   * The same, with why its receiver wants it so.
   *
   * @param wish null where a person changed it
   */
  private boolean replaceIfUnchanged(Webhook changed, @Nullable ReceiverWish wish) {
    WebhooksRecord row = WebhookRows.rowOf(changed, secrets);
    boolean written =
        writer.write(sql -> {
          int replaced =
              sql.update(WEBHOOKS)
                  .set(row)
                  .where(WEBHOOKS.ID.eq(changed.id().value()))
                  .and(WEBHOOKS.VERSION.eq(changed.version() - 1))
                  .and(WEBHOOKS.REMOVED.eq(0))
                  .execute();
          if (replaced > 0) {
            remember(sql, changed, wish);
          }
          return replaced > 0;
        });
    if (written) {
      keep(changed);
    }
    return written;
  }

  private static void remember(DSLContext sql, Webhook changed, @Nullable ReceiverWish wish) {
    String id = changed.id().value();
    if (wish != null) {
      var row = new DisablementsRecord(id, wish.name(), changed.updatedAt());
      sql.insertInto(DISABLEMENTS).set(row).onDuplicateKeyUpdate().set(row).execute();
    } else if (changed.status() != WebhookStatus.INACTIVE) {
      sql.deleteFrom(DISABLEMENTS).where(DISABLEMENTS.WEBHOOK_ID.eq(id)).execute();
    }
  }

  @Override
  public void remove(WebhookId id) {
    var removed = new WebhooksRecord();
    removed.setRemoved(1);
    SecretRows.clear(removed);
    writer.write(sql -> {
      sql.deleteFrom(DISABLEMENTS).where(DISABLEMENTS.WEBHOOK_ID.eq(id.value())).execute();
      return sql.update(WEBHOOKS).set(removed).where(WEBHOOKS.ID.eq(id.value())).execute();
    });
    find(id).ifPresent(this::forget);
  }

  @Override
  public Optional<Webhook> find(WebhookId id) {
    return Optional.ofNullable(byId.get(id));
  }

  @Override
  public List<Webhook> of(TenantId tenant) {
    return byTenant.getOrDefault(tenant, List.of());
  }

  private void keep(Webhook webhook) {
    byTenant.compute(
        webhook.tenant(),
        (_, present) -> {
          byId.put(webhook.id(), webhook);
          return present == null ? List.of(webhook) : with(present, webhook);
        });
  }

  private void forget(Webhook webhook) {
    byTenant.computeIfPresent(
        webhook.tenant(),
        (_, present) -> {
          byId.remove(webhook.id());
          return present.stream().filter(other -> !other.id().equals(webhook.id())).toList();
        });
  }

  private static List<Webhook> with(List<Webhook> present, Webhook webhook) {
    boolean replaces = present.stream().anyMatch(other -> other.id().equals(webhook.id()));
    return replaces
        ? present.stream().map(other -> other.id().equals(webhook.id()) ? webhook : other).toList()
        : Stream.concat(present.stream(), Stream.of(webhook)).toList();
  }
}
