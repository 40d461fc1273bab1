package posthorn.bootstrap.vital;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.LongSupplier;
import posthorn.application.health.Health.Kind;
import posthorn.application.health.Health.Trouble;
import posthorn.application.port.Heartbeat;

/** The heartbeat of one thread: until when it has to beat again. */
final class Pulse implements Heartbeat {
  private final String thread;
  private final long patience;
  private final LongSupplier nanoTime;

  private volatile boolean begun;
  private volatile boolean ended;

  /** The one write of a heartbeat, since threads beat often; once ended, when that was. */
  private volatile long expectedBy;

  Pulse(String thread, Duration patience, LongSupplier nanoTime) {
    this.thread = thread;
    this.patience = patience.toNanos();
    this.nanoTime = nanoTime;
  }

  void begin() {
    beat();
    begun = true;
  }

  void end() {
    beat();
    ended = true;
  }

  @Override
  public void beat() {
    expectedBy = nanoTime.getAsLong() + patience;
  }

  @Override
  public void rest(Duration atMost) {
    expectedBy = nanoTime.getAsLong() + atMost.toNanos() + patience;
  }

  /** What is wrong with the thread, if anything is; nothing before it was started. */
  Optional<Trouble> trouble(Instant now) {
    if (!begun) {
      return Optional.empty();
    }
    long late = nanoTime.getAsLong() - expectedBy;
    Instant since = now.minusNanos(late + patience);
    if (ended) {
      return Optional.of(new Trouble(thread, Kind.ENDED, since));
    }
    return late > 0 ? Optional.of(new Trouble(thread, Kind.STUCK, since)) : Optional.empty();
  }
}
