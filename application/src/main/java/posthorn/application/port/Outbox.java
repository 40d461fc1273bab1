package posthorn.application.port;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.domain.alert.Notice;

/** What is still to be told. What is in it is told at least once, or given up after days. */
public interface Outbox {

  /** Those whose time has come, the oldest first. */
  List<Notice> due(Instant now, int limit);

  /** These were told, which their channels remember. */
  void sent(List<Notice> notices, Instant now);

  /**
   * These could not be told, which their channels remember.
   *
   * @param nextAt when to try again; null to give up
   */
  void failed(List<Notice> notices, String error, @Nullable Instant nextAt, Instant now);
}
