package posthorn.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/** What the API's lists cost with a short and with a long history of deliveries. */
final class HistoryStudy {
  private static final int SHORT = 10_000;

  /** An event's deliveries. */
  private static final int WEBHOOKS = 10;

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Path folder;
  private final Progress progress;
  private int filled;

  HistoryStudy(Path folder, Progress progress) {
    this.folder = folder;
    this.progress = progress;
  }

  /** The table of what was found. */
  String run(int deliveries) throws IOException, SQLException, InterruptedException {
    // The driver unpacks its library there; some machines run nothing from /tmp.
    System.setProperty("org.sqlite.tmpdir", folder.toString());
    Path database = deliverOne();
    Map<String, Percentiles> few = with(database, SHORT);
    int countOfFew = filled;
    Map<String, Percentiles> many = with(database, deliveries);
    var table =
        new Table(
            "list",
            "p50 of " + Numbers.grouped(countOfFew),
            "p99",
            "p50 of " + Numbers.grouped(filled),
            "p99",
            "ratio of p50");
    few.forEach((list, before) -> {
      Percentiles after = many.getOrDefault(list, before);
      table.row(
          list,
          Unit.MILLISECONDS.print(before.p50()),
          Unit.MILLISECONDS.print(before.p99()),
          Unit.MILLISECONDS.print(after.p50()),
          Unit.MILLISECONDS.print(after.p99()),
          String.format(Locale.ROOT, "%.1f", after.p50() / before.p50()));
    });
    return table.print();
  }

  private Map<String, Percentiles> with(Path database, int deliveries)
      throws IOException, SQLException {
    filled = new PastDeliveries(database, progress).fill(deliveries);
    try (var server = ServerProcess.start(folder)) {
      progress.begin("asking for lists");
      Map<String, Percentiles> costs = new ListCosts(server.address()).measure();
      progress.end("asking for lists", costs.size() + " of them");
      return costs;
    }
  }

  /** Has the server make the rows that are copied: an event, delivered to each webhook. */
  private Path deliverOne() throws IOException, InterruptedException {
    progress.begin("delivering the first event");
    try (var receiver = new Receiver();
        var server = ServerProcess.start(folder);
        var connection = new Connection(server.address())) {
      for (int i = 0; i < WEBHOOKS; i++) {
        Setup.webhook(connection, receiver, 0);
      }
      var request = new PublishRequest(1, null);
      if (!request.isAcceptedBy(connection.exchange(request.marked(0, System.nanoTime())))) {
        throw new BenchException("the first event was not accepted");
      }
      awaitDelivered(connection);
      progress.end("delivering the first event", "to " + WEBHOOKS + " webhooks");
      return server.database();
    }
  }

  private static void awaitDelivered(Connection connection)
      throws IOException, InterruptedException {
    long startedAt = System.nanoTime();
    while (ListCosts.get(connection, "/v1/deliveries?status=delivered").path("items").size()
        < WEBHOOKS) {
      if (System.nanoTime() - startedAt > PATIENCE.toNanos()) {
        throw new BenchException("the first event was not delivered to all webhooks");
      }
      Thread.sleep(Sending.LOOK_INTERVAL);
    }
  }
}
