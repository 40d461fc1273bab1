package posthorn.bench;

import java.util.ArrayList;
import java.util.List;

/** What a run has found so far, under its names and with its targets. */
final class Findings {
  private static final double IN_AND_OUT_PER_SECOND = 8_000;
  private static final double P99_MILLIS = 20;
  private static final double SHARE_OF_HTTP = 0.5;
  private static final double SHARE_OF_SQLITE = 0.5;
  private static final double SHARE_OF_HANDLER = 0.6;
  private static final double SHARE_OF_PUBLISHING = 0.7;
  private static final double SHARE_OF_SMALL_BACKLOG = 0.8;

  private final List<Measurement> measurements = new ArrayList<>();

  List<Measurement> measurements() {
    return List.copyOf(measurements);
  }

  void addSingles(int waiting, Traffic singles) {
    measurements.add(
        Measurement.of("publish, single events", waiting, singles.accepted(), Unit.PER_SECOND)
            .comparedWith(Ceiling.SQLITE));
    Measurement through =
        Measurement.of("in and out, single events", waiting, singles.through(), Unit.PER_SECOND)
            .comparedWith(Ceiling.HTTP);
    measurements.add(
        waiting == 0 ? through.aimingAt(new Target.AtLeast(IN_AND_OUT_PER_SECOND)) : through);
    add("in and out, CPU a delivery", waiting, singles.cpuMicros(), Unit.MICROSECONDS);
  }

  void addBatches(Traffic batches) {
    add("publish, batches delivered at once", 0, batches.accepted(), Unit.PER_SECOND);
    add("in and out, batches", 0, batches.through(), Unit.PER_SECOND);
  }

  void addPublishingOnly(Sent sent) {
    Measurement publishing =
        Measurement.of("publish, single events held back", 0, sent.perSecond(), Unit.PER_SECOND);
    measurements.add(
        publishing
            .comparedWith(Ceiling.HANDLER)
            .aimingAt(new Target.ShareAtLeast(SHARE_OF_HANDLER)));
    measurements.add(publishing.comparedWith(Ceiling.STORING_HANDLER));
  }

  void addInbound(Sent sent) {
    measurements.add(
        Measurement.of("receive, signed and routed", 0, sent.perSecond(), Unit.PER_SECOND)
            .comparedWith(Ceiling.PUBLISHING)
            .aimingAt(new Target.ShareAtLeast(SHARE_OF_PUBLISHING)));
  }

  void addLatency(int waiting, Percentiles latency) {
    add("publish to receipt, p50", waiting, latency.p50(), Unit.MILLISECONDS);
    measurements.add(
        Measurement.of("publish to receipt, p99", waiting, latency.p99(), Unit.MILLISECONDS)
            .aimingAt(new Target.Below(P99_MILLIS)));
    add("publish to receipt, p99.9", waiting, latency.p999(), Unit.MILLISECONDS);
  }

  void addFill(Drained backlog) {
    measurements.add(
        Measurement.of(
                "publish, batches held back", backlog.size(), backlog.filled(), Unit.PER_SECOND)
            .comparedWith(Ceiling.SQLITE)
            .aimingAt(new Target.ShareAtLeast(SHARE_OF_SQLITE)));
  }

  void addDrain(Drained backlog) {
    measurements.add(
        drain(backlog).comparedWith(Ceiling.HTTP).aimingAt(new Target.ShareAtLeast(SHARE_OF_HTTP)));
    add("drain, until empty", backlog.size(), backlog.untilEmpty(), Unit.PER_SECOND);
    add("drain, CPU a delivery", backlog.size(), backlog.cpuMicros(), Unit.MICROSECONDS);
  }

  void addDrainBesideSmallOne(Drained backlog) {
    measurements.add(
        drain(backlog)
            .comparedWith(Ceiling.SMALL_BACKLOG)
            .aimingAt(new Target.ShareAtLeast(SHARE_OF_SMALL_BACKLOG)));
  }

  private static Measurement drain(Drained backlog) {
    return Measurement.of("drain", backlog.size(), backlog.perSecond(), Unit.PER_SECOND);
  }

  void addMemory(int waiting, ServerProcess server) {
    server
        .peakHeapMegabytes()
        .ifPresent(peak ->
            measurements.add(
                Measurement.of("heap, peak so far", waiting, (double) peak, Unit.MEGABYTES)
                    .aimingAt(new Target.AtMost(ChildProcess.HEAP_MEGABYTES))));
    server
        .peakResidentMegabytes()
        .ifPresent(
            peak -> add("resident memory, peak so far", waiting, (double) peak, Unit.MEGABYTES));
  }

  private void add(String name, int waiting, double value, Unit unit) {
    measurements.add(Measurement.of(name, waiting, value, unit));
  }
}
