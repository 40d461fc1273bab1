package posthorn.sqlite;

import static posthorn.sqlite.schema.Tables.NOTICES;
import static posthorn.sqlite.schema.Tables.NOTIFICATION_CHANNELS;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import posthorn.application.port.NotificationChannels;
import posthorn.domain.alert.Channel;
import posthorn.domain.alert.ChannelId;
import posthorn.domain.alert.NotificationChannel;
import posthorn.domain.alert.NotificationChannel.Taking;
import posthorn.domain.alert.Severity;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;
import posthorn.sqlite.schema.tables.records.NotificationChannelsRecord;

/** {@link NotificationChannels} on SQLite; {@link SqliteOutbox} writes how they fare. */
final class SqliteChannels implements NotificationChannels {
  private static final String SPACE = " ";

  private final SqliteWriter writer;
  private final SqliteReaders readers;

  SqliteChannels(SqliteWriter writer, SqliteReaders readers) {
    this.writer = writer;
    this.readers = readers;
  }

  @Override
  public void add(NotificationChannel channel) {
    NotificationChannelsRecord row = rowOf(channel);
    writer.write(sql -> sql.executeInsert(row));
  }

  @Override
  public Optional<NotificationChannel> find(ChannelId id) {
    return readers.read(sql -> find(sql, id)).map(SqliteChannels::channelOf);
  }

  private static Optional<NotificationChannelsRecord> find(DSLContext sql, ChannelId id) {
    return sql.selectFrom(NOTIFICATION_CHANNELS)
        .where(NOTIFICATION_CHANNELS.ID.eq(id.value()))
        .fetchOptional();
  }

  @Override
  public List<NotificationChannel> all() {
    return readers.read(sql ->
        sql.selectFrom(NOTIFICATION_CHANNELS)
            .orderBy(NOTIFICATION_CHANNELS.ID)
            .fetch(SqliteChannels::channelOf));
  }

  @Override
  public Health healthOf(ChannelId id) {
    return readers
        .read(sql -> find(sql, id))
        .map(row -> new Health(row.getLastSentAt(), row.getLastErrorAt(), row.getLastError()))
        .orElse(Health.UNKNOWN);
  }

  @Override
  public boolean replaceIfUnchanged(NotificationChannel seen, NotificationChannel changed) {
    NotificationChannelsRecord row = rowOf(changed);
    return writer.write(sql -> {
      boolean unchanged =
          find(sql, seen.id()).map(SqliteChannels::channelOf).filter(seen::equals).isPresent();
      return unchanged && sql.executeUpdate(row) > 0;
    });
  }

  @Override
  public boolean remove(ChannelId id) {
    int removed =
        writer.write(sql -> {
          sql.deleteFrom(NOTICES).where(NOTICES.CHANNEL_ID.eq(id.value())).execute();
          return sql.deleteFrom(NOTIFICATION_CHANNELS)
              .where(NOTIFICATION_CHANNELS.ID.eq(id.value()))
              .execute();
        });
    return removed > 0;
  }

  private static NotificationChannelsRecord rowOf(NotificationChannel channel) {
    TenantId tenant = channel.tenant();
    Taking taking = channel.taking();
    var row = new NotificationChannelsRecord();
    row.setId(channel.id().value());
    row.setTenantId(tenant == null ? null : tenant.value());
    row.setName(channel.name());
    row.setKind(channel.channel().kind());
    row.setRecipients("");
    row.setSender(null);
    row.setWebhookId(null);
    switch (channel.channel()) {
      case Channel.Log() -> {}
      case Channel.Email(List<String> to, String from) -> {
        row.setRecipients(String.join(SPACE, to));
        row.setSender(from);
      }
      case Channel.Webhook(WebhookId webhook) -> row.setWebhookId(webhook.value());
    }
    row.setEnabled(taking.enabled() ? 1 : 0);
    row.setRules(taking.rules().stream().sorted().collect(Collectors.joining(SPACE)));
    row.setSeverities(
        taking.severities().stream()
            .map(Severity::wireName)
            .sorted()
            .collect(Collectors.joining(SPACE)));
    row.setCreatedAt(channel.createdAt());
    row.setUpdatedAt(channel.updatedAt());
    return row;
  }

  private static NotificationChannel channelOf(NotificationChannelsRecord row) {
    Channel channel =
        switch (row.getKind()) {
          case "email" -> new Channel.Email(wordsOf(row.getRecipients()).toList(), row.getSender());
          case "webhook" -> new Channel.Webhook(new WebhookId(row.getWebhookId()));
          default -> new Channel.Log();
        };
    Set<Severity> severities =
        wordsOf(row.getSeverities())
            .map(word -> Severity.named(word).orElseThrow())
            .collect(Collectors.toSet());
    return new NotificationChannel(
        new ChannelId(row.getId()),
        row.getTenantId() == null ? null : new TenantId(row.getTenantId()),
        row.getName(),
        channel,
        new Taking(
            row.getEnabled() == 1, wordsOf(row.getRules()).collect(Collectors.toSet()), severities),
        row.getCreatedAt(),
        row.getUpdatedAt());
  }

  private static Stream<String> wordsOf(String text) {
    return text.isEmpty() ? Stream.empty() : Stream.of(text.split(SPACE));
  }
}
