package posthorn.bootstrap;

import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;
import posthorn.application.health.Health;
import posthorn.application.health.Health.Warning;
import posthorn.application.port.ClockTrust;
import posthorn.bootstrap.vital.WatchedThreads;

/**
 * Whether the server takes work, which it does from the end of its start until the begin of its
 * stop, and whether each thread that it needs for that comes further.
 */
final class Readiness implements Supplier<Health> {
  private static final String CODE = "clock_in_doubt";
  private static final String DETAIL =
      "no history is removed and no delivery expires until the clock is set right or an operator"
          + " agrees with POST /v1/clock/agree";

  private final WatchedThreads threads;
  private final InstantSource clock;
  private final ClockTrust trust;
  private volatile boolean ready;

  Readiness(WatchedThreads threads, InstantSource clock, ClockTrust trust) {
    this.threads = threads;
    this.clock = clock;
    this.trust = trust;
  }

  void set(boolean now) {
    ready = now;
  }

  @Override
  public Health get() {
    return ready
        ? new Health(true, threads.troubles(clock.instant()), warnings())
        : Health.STOPPING;
  }

  private List<Warning> warnings() {
    return trust.doubt().map(doubt -> new Warning(CODE, DETAIL, doubt.since())).stream().toList();
  }
}
