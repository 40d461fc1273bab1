package posthorn.bootstrap;

import com.google.inject.Guice;
import com.google.inject.Injector;
import com.google.inject.Stage;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Optional;
import posthorn.bootstrap.config.Configuration;

/** The {@code serve} command: runs the server until it is told to stop. */
final class Serve {
  private static final int EXIT_OK = 0;
  private static final int EXIT_FAILED = 1;

  private final PrintStream out;
  private final PrintStream err;

  Serve(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  int run(Configuration configuration) {
    try {
      Optional<DatabaseLock> lock = DatabaseLock.acquire(configuration.store().file());
      if (lock.isEmpty()) {
        err.println("posthorn: another process uses the database " + configuration.store().file());
        return EXIT_FAILED;
      }
      try (DatabaseLock _ = lock.get()) {
        serve(configuration);
        return EXIT_OK;
      }
    } catch (IOException | RuntimeException e) {
      err.println("posthorn: could not start: " + rootOf(e));
      return EXIT_FAILED;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return EXIT_FAILED;
    }
  }

  private void serve(Configuration configuration) throws InterruptedException {
    // The driver unpacks its native library here; a machine's /tmp may forbid running code.
    System.setProperty(
        "org.sqlite.tmpdir",
        String.valueOf(configuration.store().file().toAbsolutePath().getParent()));
    Server server = injector(configuration).getInstance(Server.class);
    var stop = new StopSignal();
    int port = server.start(out);
    out.println("posthorn ready on http://" + hostOf(configuration) + ":" + port);
    stop.await();
    server.stop();
  }

  private static Injector injector(Configuration configuration) {
    return Guice.createInjector(
        Stage.PRODUCTION,
        new ServerModule(configuration),
        new SystemModule(),
        new StoreModule(),
        new OutboundModule(),
        new UseCaseModule(),
        new DispatchModule(),
        new HttpModule());
  }

  private static String hostOf(Configuration configuration) {
    String host = configuration.http().host();
    return host.contains(":") ? "[" + host + "]" : host;
  }

  /** The innermost reason; those around it say only that there was one. */
  private static String rootOf(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getMessage() == null ? root.toString() : root.getMessage();
  }
}
