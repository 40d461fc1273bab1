package posthorn.sqlite;

import static posthorn.sqlite.schema.Tables.NOTICES;
import static posthorn.sqlite.schema.Tables.NOTIFICATION_CHANNELS;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jooq.DSLContext;
import org.jooq.Select;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Outbox;
import posthorn.domain.alert.ChannelId;
import posthorn.domain.alert.Notice;
import posthorn.sqlite.schema.tables.records.NoticesRecord;
import posthorn.sqlite.schema.tables.records.NotificationChannelsRecord;

/** {@link Outbox} on SQLite. */
final class SqliteOutbox implements Outbox {
  private final SqliteWriter writer;
  private final SqliteReaders readers;

  SqliteOutbox(SqliteWriter writer, SqliteReaders readers) {
    this.writer = writer;
    this.readers = readers;
  }

  @Override
  public List<Notice> due(Instant now, int limit) {
    return readers.read(sql -> select(sql, now, limit).fetch(NoticeRows::noticeOf));
  }

  static Select<NoticesRecord> select(DSLContext sql, Instant now, int limit) {
    return sql.selectFrom(NOTICES)
        .where(NOTICES.NEXT_AT.le(now))
        .orderBy(NOTICES.NEXT_AT, NOTICES.ID)
        .limit(limit);
  }

  @Override
  public void sent(List<Notice> notices, Instant now) {
    writer.write(sql -> {
      remove(sql, notices);
      var health = new NotificationChannelsRecord();
      health.setLastSentAt(now);
      health.setLastError(null);
      return remember(sql, notices, health);
    });
  }

  @Override
  public void failed(List<Notice> notices, String error, @Nullable Instant nextAt, Instant now) {
    writer.write(sql -> {
      if (nextAt == null) {
        remove(sql, notices);
      } else {
        sql.update(NOTICES)
            .set(NOTICES.NEXT_AT, nextAt)
            .set(NOTICES.ATTEMPTS, NOTICES.ATTEMPTS.plus(1))
            .where(NOTICES.ID.in(idsOf(notices)))
            .execute();
      }
      var health = new NotificationChannelsRecord();
      health.setLastErrorAt(now);
      health.setLastError(error);
      return remember(sql, notices, health);
    });
  }

  private static void remove(DSLContext sql, List<Notice> notices) {
    sql.deleteFrom(NOTICES).where(NOTICES.ID.in(idsOf(notices))).execute();
  }

  private static int remember(
      DSLContext sql, List<Notice> notices, NotificationChannelsRecord health) {
    List<String> channels =
        notices.stream()
            .map(Notice::channel)
            .filter(Objects::nonNull)
            .map(ChannelId::value)
            .distinct()
            .toList();
    return sql.update(NOTIFICATION_CHANNELS)
        .set(health)
        .where(NOTIFICATION_CHANNELS.ID.in(channels))
        .execute();
  }

  private static List<String> idsOf(List<Notice> notices) {
    return notices.stream().map(Notice::id).toList();
  }
}
