package posthorn.bootstrap.vital;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import posthorn.application.health.Health.Trouble;
import posthorn.application.port.VitalThreads;

/** Threads whose death ends the process, and whose heartbeats are listened to. */
public final class WatchedThreads implements VitalThreads {
  private final LastResort lastResort;
  private final LongSupplier nanoTime;
  private final List<Pulse> pulses = new CopyOnWriteArrayList<>();

  public WatchedThreads(LastResort lastResort, LongSupplier nanoTime) {
    this.lastResort = lastResort;
    this.nanoTime = nanoTime;
  }

  @Override
  public Thread create(String name, Duration patience, Body body) {
    var pulse = new Pulse(name, patience, nanoTime);
    byte[] lastLine = LastResort.lineAbout(name);
    pulses.add(pulse);
    return Thread.ofPlatform()
        .name(name)
        .unstarted(() -> {
          try {
            pulse.begin();
            body.run(pulse);
          } catch (Throwable e) {
            lastResort.end(lastLine, e);
          } finally {
            pulse.end();
          }
        });
  }

  /** The threads that do not do their work. */
  public List<Trouble> troubles(Instant now) {
    return pulses.stream().map(pulse -> pulse.trouble(now)).flatMap(Optional::stream).toList();
  }
}
