package posthorn.application.dispatch;

import java.time.Instant;
import posthorn.application.port.Ids;
import posthorn.domain.id.IdForm;

/** Ids that go up whatever the clock does. */
final class MonotonicTestIds implements Ids {
  private Instant latest = Instant.EPOCH;
  private long last;

  @Override
  public String next(String prefix, Instant now) {
    latest = now.isAfter(latest) ? now : latest;
    return IdForm.of(prefix, latest, 0, ++last);
  }
}
