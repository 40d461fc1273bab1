package posthorn.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** What webhooks whose receivers hang do to those whose receivers answer. */
final class HangingStudy {
  private static final List<Integer> COUNTS = List.of(1, 20, 400);

  /** Of which the hanging ones get some: more than they may have under way. */
  private static final int EVENTS = 10;

  private static final String TYPE = "bench.hanging";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Path folder;
  private final Plan plan;
  private final Progress progress;
  private final InstantSource clock;

  HangingStudy(Path folder, Plan plan, Progress progress, InstantSource clock) {
    this.folder = folder;
    this.plan = plan;
    this.progress = progress;
    this.clock = clock;
  }

  /** Where the hanging receivers are. */
  private enum Layout {
    SHARED("the host of the others"),
    OWN("hosts of their own"),
    PROXY("behind a proxy, with the others");

    private final String label;

    Layout(String label) {
      this.label = label;
    }

    String url(Receiver receiver, int number) {
      return receiver.hangingUrl(
          this == SHARED ? "127.0.0.1" : "127.1.%d.%d".formatted(number / 250, 1 + number % 250));
    }

    /** The receiver takes what is meant for any host, as a proxy does. */
    Map<String, String> settings(Receiver receiver) {
      return this == PROXY ? Map.of("POSTHORN_OUTBOUND_PROXY", receiver.address()) : Map.of();
    }
  }

  /** The usual counts up to that, and that. */
  static List<Integer> countsUpTo(int most) {
    return IntStream.concat(
            COUNTS.stream().mapToInt(Integer::intValue).filter(count -> count < most),
            IntStream.of(most))
        .boxed()
        .toList();
  }

  /** Whether the others are disturbed no more than is aimed at. */
  static boolean isMet(double undisturbed, double disturbed) {
    return disturbed <= 2 * undisturbed + 50;
  }

  /** The table of what was found. */
  String run(int most) throws IOException, InterruptedException {
    var table =
        new Table("hanging webhooks", "p99 undisturbed", "disturbed", "ratio", "≤ 2 × + 50 ms");
    for (Layout layout : Layout.values()) {
      for (int count : countsUpTo(most)) {
        Disturbance found = measure(layout, count);
        table.row(
            count + ", " + layout.label,
            Unit.MILLISECONDS.print(found.undisturbed.p99()),
            Unit.MILLISECONDS.print(found.disturbed.p99()),
            String.format(Locale.ROOT, "%.1f", found.disturbed.p99() / found.undisturbed.p99()),
            isMet(found.undisturbed.p99(), found.disturbed.p99()) ? "met" : "not met");
      }
    }
    return table.print();
  }

  private record Disturbance(Percentiles undisturbed, Percentiles disturbed) {}

  private Disturbance measure(Layout layout, int count) throws IOException, InterruptedException {
    progress.begin("starting a server for " + count + " hanging webhooks, " + layout.label);
    Path own =
        Files.createDirectories(
            folder.resolve(layout.name().toLowerCase(Locale.ROOT) + "-" + count));
    try (var receiver = Receiver.onAnyAddress();
        var server = ServerProcess.start(own, layout.settings(receiver))) {
      Setup.webhooks(server, receiver);
      hangingWebhooks(server, receiver, layout, count);
      var session = new Session(server, receiver, progress, clock);
      // Once unmeasured, so that the server is warmed up.
      Percentiles _ = latency(session);
      Percentiles undisturbed = latency(session);
      Setup.publish(server, TYPE, EVENTS);
      awaitHanging(receiver, count);
      Percentiles disturbed = latency(session);
      server.check();
      return new Disturbance(undisturbed, disturbed);
    }
  }

  private static void hangingWebhooks(
      ServerProcess server, Receiver receiver, Layout layout, int count) throws IOException {
    try (var connection = new Connection(server.address())) {
      for (int i = 0; i < count; i++) {
        Setup.webhook(connection, layout.url(receiver, i), TYPE);
      }
    }
  }

  private Percentiles latency(Session session) throws IOException, InterruptedException {
    return Traffic.latency(session, plan.connections(), plan.rate(), plan.hanging());
  }

  /** Waits until some hang; how many can at once is the server's affair. */
  private static void awaitHanging(Receiver receiver, int count) throws InterruptedException {
    long startedAt = System.nanoTime();
    while (receiver.hanging() < Math.min(count, 20)) {
      if (System.nanoTime() - startedAt > PATIENCE.toNanos()) {
        throw new BenchException("the receivers that should hang were not asked");
      }
      Thread.sleep(Sending.LOOK_INTERVAL);
    }
  }
}
