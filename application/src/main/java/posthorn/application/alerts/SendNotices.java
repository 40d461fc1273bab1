package posthorn.application.alerts;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Mailer;
import posthorn.application.port.NoticeLog;
import posthorn.application.port.Outbox;
import posthorn.domain.alert.ChannelId;
import posthorn.domain.alert.Notice;
import posthorn.domain.alert.Notice.Content;
import posthorn.domain.tenant.TenantId;

/** Sends what is to be told and due. For one thread at a time. */
public final class SendNotices {
  private static final int AT_ONCE = 500;

  private final Outbox outbox;
  private final Mailer mailer;
  private final PublishNotice publish;
  private final NoticeLog log;
  private final MailAllowance allowance;

  public SendNotices(
      Outbox outbox, Mailer mailer, PublishNotice publish, NoticeLog log, MailAllowance allowance) {
    this.outbox = outbox;
    this.mailer = mailer;
    this.publish = publish;
    this.log = log;
    this.allowance = allowance;
  }

  /** Mails of one tenant to the same are one mail. */
  private record Envelope(
      TenantId tenant, @Nullable ChannelId channel, List<String> to, @Nullable String from) {}

  /** How many were sent. */
  public int send(Instant now) {
    var mails = new LinkedHashMap<Envelope, List<Notice>>();
    int sent = 0;
    for (Notice notice : outbox.due(now, AT_ONCE)) {
      switch (notice.content()) {
        case Content.Line(var severity, String text) -> {
          log.write(notice.channel(), severity, text);
          outbox.sent(List.of(notice), now);
          sent++;
        }
        case Content.Message message -> {
          publish.publish(notice, message, now);
          outbox.sent(List.of(notice), now);
          sent++;
        }
        case Content.Mail(List<String> to, String from, _, _) ->
            mails
                .computeIfAbsent(
                    new Envelope(notice.tenant(), notice.channel(), to, from),
                    _ -> new ArrayList<>())
                .add(notice);
      }
    }
    return sent + sendMails(mails, now);
  }

  private int sendMails(Map<Envelope, List<Notice>> mails, Instant now) {
    int sent = 0;
    for (Map.Entry<Envelope, List<Notice>> entry : mails.entrySet()) {
      List<Notice> together = entry.getValue();
      TenantId tenant = entry.getKey().tenant();
      int count = entry.getKey().to().size();
      MailAllowance.UsedUp usedUp = allowance.take(tenant, count, now);
      if (usedUp != null) {
        waitUntil(together, tenant, usedUp, now);
        continue;
      }
      Content.Mail content =
          Tidings.combined(
              together.stream().map(Notice::content).map(Content.Mail.class::cast).toList());
      var mail =
          new Mailer.Mail(
              together.getFirst().id(),
              content.to(),
              content.from(),
              content.subject(),
              content.text());
      switch (mailer.send(mail)) {
        case Mailer.Result.Sent() -> {
          outbox.sent(together, now);
          sent++;
        }
        case Mailer.Result.Refused(String reason) -> {
          allowance.giveBack(tenant, count);
          failed(together, reason, now);
        }
        case Mailer.Result.Unavailable(String reason) -> {
          allowance.giveBack(tenant, count);
          failed(together, reason, now);
          // The others would fare no better, and each would take as long; they are still due.
          return sent;
        }
      }
    }
    return sent;
  }

  /** What gathers meanwhile is one mail then; what has waited for days is given up. */
  private void waitUntil(
      List<Notice> notices, TenantId tenant, MailAllowance.UsedUp usedUp, Instant now) {
    if (usedUp.first()) {
      log.mailsUsedUp(tenant, usedUp.until());
    }
    List<Notice> givenUp = notices.stream().filter(notice -> notice.retryAt(now) == null).toList();
    if (!givenUp.isEmpty()) {
      outbox.failed(givenUp, usedUp.reason(), null, now);
      log.failed(givenUp.getFirst().channel(), usedUp.reason(), true);
    }
    List<Notice> others = notices.stream().filter(notice -> !givenUp.contains(notice)).toList();
    if (!others.isEmpty()) {
      outbox.failed(others, usedUp.reason(), usedUp.until(), now);
    }
  }

  /** Those that were tried for days are given up; the others stay together. */
  private void failed(List<Notice> notices, String reason, Instant now) {
    List<Notice> givenUp = notices.stream().filter(notice -> notice.retryAt(now) == null).toList();
    if (!givenUp.isEmpty()) {
      outbox.failed(givenUp, reason, null, now);
      log.failed(givenUp.getFirst().channel(), reason, true);
    }
    Instant next =
        notices.stream()
            .map(notice -> notice.retryAt(now))
            .filter(Objects::nonNull)
            .min(Comparator.naturalOrder())
            .orElse(null);
    if (next != null) {
      List<Notice> others = notices.stream().filter(notice -> !givenUp.contains(notice)).toList();
      outbox.failed(others, reason, next, now);
      log.failed(others.getFirst().channel(), reason, false);
    }
  }
}
