package posthorn.application.testing;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import posthorn.application.port.Ids;
import posthorn.domain.id.IdForm;

/** Ids that count up, so that a test's are the same every time. */
public final class SequentialIds implements Ids {
  private final AtomicLong last = new AtomicLong();

  @Override
  public String next(String prefix, Instant now) {
    return IdForm.of(prefix, now, 0, last.incrementAndGet());
  }
}
