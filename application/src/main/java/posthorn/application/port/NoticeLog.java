package posthorn.application.port;

import org.jspecify.annotations.Nullable;
import posthorn.domain.alert.ChannelId;
import posthorn.domain.alert.Severity;

/** The log, for notifications. */
public interface NoticeLog {
  void write(@Nullable ChannelId channel, Severity severity, String text);

  /** A notice could not be sent. */
  void failed(@Nullable ChannelId channel, String error, boolean givenUp);
}
