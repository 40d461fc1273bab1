package posthorn.application.port;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.alert.ChannelId;
import posthorn.domain.alert.Severity;
import posthorn.domain.tenant.TenantId;

/** The log, for notifications. */
public interface NoticeLog {
  void write(@Nullable ChannelId channel, Severity severity, String text);

  /** A tenant has had all its mails of an hour; what else there is waits until then. */
  void mailsUsedUp(TenantId tenant, Instant until);

  /** A notice could not be sent. */
  void failed(@Nullable ChannelId channel, String error, boolean givenUp);
}
