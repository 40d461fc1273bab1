package posthorn.sqlite;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import org.jooq.DSLContext;
import posthorn.domain.alert.ChannelId;
import posthorn.domain.alert.Notice;
import posthorn.domain.alert.Notice.Content;
import posthorn.domain.alert.Severity;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;
import posthorn.sqlite.schema.tables.records.NoticesRecord;

/** Notices as rows and back. */
final class NoticeRows {
  private static final String SPACE = " ";

  private NoticeRows() {}

  static void insert(DSLContext sql, List<Notice> notices) {
    notices.forEach(notice -> sql.executeInsert(rowOf(notice)));
  }

  private static NoticesRecord rowOf(Notice notice) {
    ChannelId channel = notice.channel();
    var row = new NoticesRecord();
    row.setId(notice.id());
    row.setChannelId(channel == null ? null : channel.value());
    row.setTenantId(notice.tenant().value());
    switch (notice.content()) {
      case Content.Line(Severity severity, String text) -> {
        row.setKind("line");
        row.setRecipients(severity.wireName());
        row.setSubject("");
        row.setBody(text);
      }
      case Content.Mail(List<String> to, String from, String subject, String text) -> {
        row.setKind("mail");
        row.setRecipients(String.join(SPACE, to));
        row.setSender(from);
        row.setSubject(subject);
        row.setBody(text);
      }
      case Content.Message(WebhookId webhook, EventType type, JsonBytes data) -> {
        row.setKind("message");
        row.setRecipients(webhook.value());
        row.setSubject(type.value());
        row.setBody(new String(data.bytes(), UTF_8));
      }
    }
    row.setAttempts(notice.attempts());
    row.setCreatedAt(notice.createdAt());
    row.setNextAt(notice.nextAt());
    return row;
  }

  static Notice noticeOf(NoticesRecord row) {
    Content content =
        switch (row.getKind()) {
          case "mail" ->
              new Content.Mail(
                  List.of(row.getRecipients().split(SPACE)),
                  row.getSender(),
                  row.getSubject(),
                  row.getBody());
          case "message" ->
              new Content.Message(
                  new WebhookId(row.getRecipients()),
                  new EventType(row.getSubject()),
                  JsonBytes.of(row.getBody()));
          default ->
              new Content.Line(Severity.named(row.getRecipients()).orElseThrow(), row.getBody());
        };
    return new Notice(
        row.getId(),
        row.getChannelId() == null ? null : new ChannelId(row.getChannelId()),
        new TenantId(row.getTenantId()),
        content,
        row.getCreatedAt(),
        row.getAttempts(),
        row.getNextAt());
  }
}
