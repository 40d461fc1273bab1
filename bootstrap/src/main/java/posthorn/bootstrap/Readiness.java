package posthorn.bootstrap;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import posthorn.application.health.Health;
import posthorn.application.health.Health.Warning;
import posthorn.application.port.ClockTrust;
import posthorn.application.quota.DiskReserve;
import posthorn.bootstrap.vital.WatchedThreads;

/**
 * Whether the server takes work, which it does from the end of its start until the begin of its
 * stop, and whether each thread that it needs for that comes further.
 */
final class Readiness implements Supplier<Health> {
  private static final String CLOCK =
      "no history is removed and no delivery expires until the clock is set right or an operator"
          + " agrees with POST /v1/clock/agree";

  private static final String DISK =
      "new events and messages are refused until there is room on the disk again, see"
          + " storage.min_free; deliveries go on";

  private final WatchedThreads threads;
  private final InstantSource clock;
  private final ClockTrust trust;
  private final DiskReserve disk;
  private volatile boolean ready;

  Readiness(WatchedThreads threads, InstantSource clock, ClockTrust trust, DiskReserve disk) {
    this.threads = threads;
    this.clock = clock;
    this.trust = trust;
    this.disk = disk;
  }

  void set(boolean now) {
    ready = now;
  }

  @Override
  public Health get() {
    Instant now = clock.instant();
    return ready ? new Health(true, threads.troubles(now), warnings(now)) : Health.STOPPING;
  }

  private List<Warning> warnings(Instant now) {
    var warnings = new ArrayList<Warning>();
    trust
        .doubt()
        .ifPresent(doubt -> warnings.add(new Warning("clock_in_doubt", CLOCK, doubt.since())));
    disk.lowSince(now).ifPresent(since -> warnings.add(new Warning("storage_full", DISK, since)));
    return warnings;
  }
}
