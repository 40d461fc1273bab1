package posthorn.bench;

import java.io.Console;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The {@code bench} command: measures the server and prints what it found. */
public final class Bench {
  private static final int EXIT_OK = 0;
  private static final int EXIT_FAILED = 1;
  private static final String STANDARD_OUTPUT = "-";

  /**
   * Where things go.
   *
   * @param dataDir the folder to write in, if not where temporary files go
   * @param keep whether what was written there stays
   * @param json the file for the report as JSON, {@code -} for standard output, or none
   */
  public record Places(@Nullable Path dataDir, boolean keep, @Nullable String json) {}

  private final Plan plan;
  private final Places places;
  private final InstantSource clock;
  private final PrintStream out;
  private final PrintStream err;

  public Bench(Plan plan, Places places, InstantSource clock, PrintStream out, PrintStream err) {
    this.plan = plan;
    this.places = places;
    this.clock = clock;
    this.out = out;
    this.err = err;
  }

  /** Runs it; the exit code says whether it could be measured, not whether targets were met. */
  public int run() {
    return in(folder -> {
      Report report = measure(folder);
      print(report);
      if (report.repeated() > 0) {
        throw new BenchException("events were received more than once: " + report.repeated());
      }
    });
  }

  /** Measures instead what lists cost when there are so many deliveries. */
  public int runOverHistory(int deliveries) {
    return in(folder -> {
      String table =
          new HistoryStudy(folder.path(), new Progress(err, isTerminal())).run(deliveries);
      out.println();
      out.print(table);
    });
  }

  /** Measures instead what webhooks that hang, up to so many, do to the others. */
  public int runBesideHanging(int most) {
    return in(folder -> {
      String table =
          new HangingStudy(folder.path(), plan, new Progress(err, isTerminal()), clock).run(most);
      out.println();
      out.print(table);
    });
  }

  /** Something to be done in a folder of its own. */
  private interface Work {
    void run(WorkFolder folder) throws IOException, InterruptedException, SQLException;
  }

  private int in(Work work) {
    try (var _ = new Interruption();
        var folder = WorkFolder.in(places.dataDir(), places.keep())) {
      work.run(folder);
      return EXIT_OK;
    } catch (BenchException e) {
      err.println("posthorn: " + e.getMessage());
    } catch (IOException | SQLException e) {
      err.println("posthorn: the benchmark failed: " + e);
    } catch (InterruptedException _) {
      err.println("posthorn: the benchmark was interrupted");
    }
    return EXIT_FAILED;
  }

  private Report measure(WorkFolder folder) throws IOException, InterruptedException, SQLException {
    var progress = new Progress(err, isTerminal());
    progress.begin("starting the server");
    try (var receiver = new Receiver();
        var server = ServerProcess.start(folder.path())) {
      progress.end("the server is ready", "its data is in " + folder.path());
      var session = new Session(server, receiver, progress, clock);
      Setup.webhooks(server, receiver);
      CopiedDatabase copy = Setup.databaseWithOneEvent(session, folder.path());
      InboundSource source = Setup.inboundSource(server, receiver);
      try (var http = new HttpCeiling(folder.path(), receiver);
          var emptyHandler = HandlerCeiling.empty(folder.path());
          var storingHandler = HandlerCeiling.storing(folder.path(), copy);
          var sqlite = new SqliteCeiling(copy)) {
        var ceilings = new Ceilings(http, sqlite, emptyHandler, storingHandler, progress);
        var study = new Study(plan, session, source, ceilings);
        study.run();
        server.check();
        return new Report(
            environment(folder),
            study.ceilings(),
            study.findings().measurements(),
            receiver.repeated());
      }
    }
  }

  private static boolean isTerminal() {
    return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
  }

  private Map<String, String> environment(WorkFolder folder) throws IOException {
    var environment = new LinkedHashMap<String, String>();
    environment.put("time", clock.instant().toString());
    environment.put("processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
    environment.put("system", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    environment.put("java", Runtime.version().toString());
    environment.put("file_system", folder.fileSystem());
    environment.put("server_heap", ChildProcess.HEAP_LIMIT);
    environment.put("events", Integer.toString(plan.events()));
    environment.put("warm_up", Integer.toString(plan.warmUp()));
    environment.put("connections", Integer.toString(plan.connections()));
    environment.put("batch", Integer.toString(plan.batch()));
    environment.put("steady_rate", plan.rate() + "/s for " + plan.steady().toSeconds() + " s");
    return environment;
  }

  private void print(Report report) throws IOException {
    out.println();
    report.environment().forEach((name, value) -> out.println(name + ": " + value));
    out.println();
    out.print(report.table());
    if (!plan.isLongEnough()) {
      out.println("\nOver so few events the server is not warmed up: a look, not a verdict.");
    }
    String json = places.json();
    if (json == null) {
      return;
    }
    if (json.equals(STANDARD_OUTPUT)) {
      out.println(JsonReport.print(report));
    } else {
      Files.writeString(Path.of(json), JsonReport.print(report) + "\n");
    }
  }
}
