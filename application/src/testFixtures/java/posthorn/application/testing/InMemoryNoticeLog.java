package posthorn.application.testing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.NoticeLog;
import posthorn.domain.alert.ChannelId;
import posthorn.domain.alert.Severity;
import posthorn.domain.tenant.TenantId;

/** A {@link NoticeLog} that can be read. */
public final class InMemoryNoticeLog implements NoticeLog {
  public final List<String> lines = new ArrayList<>();
  public final List<String> failures = new ArrayList<>();
  public final List<String> usedUp = new ArrayList<>();

  @Override
  public void write(@Nullable ChannelId channel, Severity severity, String text) {
    lines.add(text);
  }

  @Override
  public void mailsUsedUp(TenantId tenant, Instant until) {
    usedUp.add(tenant + " until " + until);
  }

  @Override
  public void failed(@Nullable ChannelId channel, String error, boolean givenUp) {
    failures.add(error);
  }
}
