package posthorn.bootstrap;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import posthorn.bench.Bench;
import posthorn.bench.Plan;

/** The {@code bench} command's options. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description = "Measures the server on this machine, beside what it is compared with.")
final class BenchCommand {
  private static final int EXIT_MISUSED = 2;

  @Option(
      names = "--quick",
      description = "A look within a minute; too short for the server to be warmed up.")
  private boolean quick;

  @Option(
      names = "--events",
      paramLabel = "N",
      description = "Over how many events a rate is measured. Default: 160000")
  private @Nullable Integer events;

  @Option(
      names = "--connections",
      paramLabel = "N",
      description = "How many connections publish single events. Default: 128")
  private @Nullable Integer connections;

  @Option(
      names = "--backlogs",
      paramLabel = "N",
      split = ",",
      description = "How many deliveries wait meanwhile. Default: 0,100000,1000000")
  private @Nullable List<Integer> backlogs;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Events per second while latency is measured. Default: 200")
  private @Nullable Integer rate;

  @Option(
      names = "--history",
      paramLabel = "N",
      description = "Measures what lists cost with so many past deliveries, and nothing else.")
  private @Nullable Integer history;

  @Option(
      names = "--hanging",
      paramLabel = "N",
      description =
          "Measures what 1, 20, … and so many hanging webhooks do to the others, and nothing else.")
  private @Nullable Integer hanging;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Where to write the report as JSON; - for standard output.")
  private @Nullable String json;

  @Option(
      names = "--data-dir",
      paramLabel = "FOLDER",
      description = "Where to write the data, several gigabytes; unless set, a temporary folder.")
  private @Nullable Path dataDir;

  @Option(names = "--keep", description = "Keeps the data and the server's log.")
  private boolean keep;

  int run() {
    Plan plan;
    try {
      plan = plan(quick ? Plan.quick() : Plan.full());
    } catch (IllegalArgumentException e) {
      System.err.println("posthorn: " + e.getMessage());
      return EXIT_MISUSED;
    }
    var places = new Bench.Places(dataDir, keep, json);
    var bench = new Bench(plan, places, InstantSource.system(), System.out, System.err);
    if (hanging != null) {
      return bench.runBesideHanging(hanging);
    }
    return history == null ? bench.run() : bench.runOverHistory(history);
  }

  private Plan plan(Plan base) {
    return new Plan(
        or(events, base.events()),
        base.warmUp(),
        or(connections, base.connections()),
        base.batch(),
        or(backlogs, base.backlogs()),
        or(rate, base.rate()),
        base.steady(),
        base.hanging(),
        base.budget());
  }

  private static <T> T or(@Nullable T given, T otherwise) {
    return given == null ? otherwise : given;
  }
}
