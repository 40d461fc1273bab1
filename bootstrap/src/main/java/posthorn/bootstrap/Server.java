package posthorn.bootstrap;

import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import posthorn.http.HttpServer;
import posthorn.sqlite.SqliteStore;

/** The server's life: what is started in which order, and how it is stopped again. */
final class Server {
  /** Who holds the leases. One process has the database, so there is but one. */
  static final String NODE = "local";

  /** For the attempts under way, and again for the requests being answered. */
  static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);

  private static final Logger LOG = LoggerFactory.getLogger(Server.class);

  private final Preparation preparation;
  private final Loops loops;
  private final HttpServer httpServer;
  private final Readiness readiness;
  private final Senders senders;
  private final SqliteStore store;

  Server(
      Preparation preparation,
      Loops loops,
      HttpServer httpServer,
      Readiness readiness,
      Senders senders,
      SqliteStore store) {
    this.preparation = preparation;
    this.loops = loops;
    this.httpServer = httpServer;
    this.readiness = readiness;
    this.senders = senders;
    this.store = store;
  }

  /** Starts everything; returns the port it listens on. */
  int start(Consumer<String> newOperatorKey) {
    preparation.prepare(newOperatorKey);
    int port = httpServer.start();
    loops.start();
    readiness.set(true);
    return port;
  }

  /** Takes no more work, finishes what is under way, and closes everything. */
  void stop() throws InterruptedException {
    LOG.info("Stopping: finishing what is under way");
    readiness.set(false);
    if (!loops.stop(STOP_TIMEOUT)) {
      LOG.atWarn()
          .addKeyValue("after", STOP_TIMEOUT)
          .log("Attempts are still under way; their deliveries are tried again at the next start");
    }
    httpServer.close();
    senders.close();
    preparation.freeLeases();
    store.close();
    LOG.info("Stopped");
  }
}
