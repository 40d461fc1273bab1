package posthorn.bootstrap;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import posthorn.application.port.NoticeLog;
import posthorn.domain.alert.ChannelId;
import posthorn.domain.alert.Severity;
import posthorn.domain.tenant.TenantId;

/** Writes notifications to the log, by a name of their own. */
final class LoggedNotices implements NoticeLog {
  private static final Logger LOG = LoggerFactory.getLogger("posthorn.notification");

  @Override
  public void write(@Nullable ChannelId channel, Severity severity, String text) {
    LOG.atWarn()
        .addKeyValue("channel", channel)
        .addKeyValue("severity", severity.wireName())
        .addKeyValue("text", text)
        .log("A notification");
  }

  @Override
  public void mailsUsedUp(TenantId tenant, Instant until) {
    LOG.atWarn()
        .addKeyValue("tenant", tenant)
        .addKeyValue("until", until)
        .log("A tenant's mails of an hour are used up; the others wait and are sent together");
  }

  @Override
  public void failed(@Nullable ChannelId channel, String error, boolean givenUp) {
    LOG.atWarn()
        .addKeyValue("channel", channel == null ? "owner" : channel.value())
        .addKeyValue("reason", error)
        .log(
            givenUp
                ? "A notification could not be sent for days; it is given up"
                : "A notification could not be sent; it is tried again");
  }
}
