package posthorn.application.alerts;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Ids;
import posthorn.application.port.Mailer;
import posthorn.application.port.NoticeLog;
import posthorn.application.webhooks.TestWebhook;
import posthorn.domain.alert.Channel;
import posthorn.domain.alert.Notice;
import posthorn.domain.alert.NotificationChannel;
import posthorn.domain.alert.Severity;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.event.EventType;
import posthorn.domain.retry.Failure;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/** Sends an example by a channel, and tells what came of it; it is not tried again. */
public final class TestChannel {
  private static final EventType TYPE = new EventType("posthorn.channel.test");
  private static final String TEXT = "This is a test of a notification channel.";

  private final Mailer mailer;
  private final TestWebhook testWebhook;
  private final NoticeLog log;
  private final Ids ids;
  private final MailAllowance allowance;

  public TestChannel(
      Mailer mailer, TestWebhook testWebhook, NoticeLog log, Ids ids, MailAllowance allowance) {
    this.mailer = mailer;
    this.testWebhook = testWebhook;
    this.log = log;
    this.ids = ids;
    this.allowance = allowance;
  }

  /**
   * What came of it.
   *
   * @param error null where it worked
   */
  public record Result(@Nullable String error) {
    static final Result FINE = new Result(null);
  }

  public Result test(NotificationChannel channel, Instant now) {
    return switch (channel.channel()) {
      case Channel.Log() -> {
        log.write(channel.id(), Severity.WARNING, TEXT);
        yield Result.FINE;
      }
      case Channel.Email email -> mail(channel.tenant(), email, now);
      case Channel.Webhook(WebhookId webhook) -> webhook(webhook, now);
    };
  }

  /** It counts like any other: a test is a mail that its reader did not ask for. */
  private Result mail(@Nullable TenantId owner, Channel.Email email, Instant now) {
    TenantId tenant = owner == null ? TenantId.SYSTEM : owner;
    int count = email.to().size();
    MailAllowance.UsedUp usedUp = allowance.take(tenant, count, now);
    if (usedUp != null) {
      return new Result(usedUp.reason());
    }
    var mail =
        new Mailer.Mail(
            ids.next(Notice.PREFIX, now),
            email.to(),
            email.from(),
            Tidings.subject(List.of("Test")),
            TEXT);
    Result result =
        switch (mailer.send(mail)) {
          case Mailer.Result.Sent() -> Result.FINE;
          case Mailer.Result.Refused(String reason) -> new Result(reason);
          case Mailer.Result.Unavailable(String reason) -> new Result(reason);
        };
    if (result.error() != null) {
      allowance.giveBack(tenant, count);
    }
    return result;
  }

  private Result webhook(WebhookId webhook, Instant now) {
    return testWebhook
        .test(TenantId.SYSTEM, webhook, TYPE, now)
        .map(TestWebhook.Tested::attempt)
        .map(TestChannel::resultOf)
        .orElseGet(() -> new Result("its webhook is gone"));
  }

  private static Result resultOf(Attempt attempt) {
    Failure failure = attempt.failure();
    return failure == null ? Result.FINE : new Result(failure.message());
  }
}
