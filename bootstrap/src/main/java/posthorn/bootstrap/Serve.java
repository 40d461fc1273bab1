package posthorn.bootstrap;

import com.google.inject.Guice;
import com.google.inject.Injector;
import com.google.inject.Module;
import com.google.inject.Stage;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.Optional;
import posthorn.bootstrap.config.Configuration;
import posthorn.bootstrap.config.Setting;
import posthorn.bootstrap.vital.LastResort;
import posthorn.files.FileTrouble;

/** The {@code serve} command: runs the server until it is told to stop. */
final class Serve {
  private static final int EXIT_OK = 0;
  private static final int EXIT_FAILED = 1;

  private final PrintStream out;
  private final PrintStream err;
  private final Companion companion;

  Serve(PrintStream out, PrintStream err, Companion companion) {
    this.out = out;
    this.err = err;
    this.companion = companion;
  }

  int run(Configuration configuration) {
    try {
      Optional<DatabaseLock> lock = DatabaseLock.acquire(configuration.store().file());
      if (lock.isEmpty()) {
        return StoppedServer.failed(
            err,
            "another process uses the database "
                + configuration.store().file()
                + "; stop it, or set another folder with "
                + Setting.DATA_DIR.flag());
      }
      try (DatabaseLock _ = lock.get()) {
        Optional<String> trouble = ListenAddress.of(configuration).trouble();
        if (trouble.isPresent()) {
          return StoppedServer.failed(err, trouble.get());
        }
        NativeFolder.prepareBeside(configuration.store().file());
        return serve(configuration);
      }
    } catch (IOException e) {
      return StoppedServer.failed(err, FolderTrouble.sentence(configuration, e));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return EXIT_FAILED;
    }
  }

  private int serve(Configuration configuration) throws InterruptedException {
    var stop = new StopSignal();
    Injector injector;
    Server server;
    URI address;
    try {
      injector = injector(configuration);
      server = injector.getInstance(Server.class);
      int port = server.start(companion.newOperatorKey(configuration.dataDir(), out));
      address = URI.create("http://" + new ListenAddress(configuration.http().host(), port));
      out.println("posthorn ready on " + address);
    } catch (RuntimeException e) {
      return ListenAddress.of(configuration)
          .troubleIn(e)
          .map(trouble -> StoppedServer.failed(err, trouble))
          .orElseGet(() -> failed("could not start", e));
    }
    int code = accompany(injector, address, stop);
    companion.beforeStop();
    server.stop();
    companion.afterStop();
    return code;
  }

  /** Until it is time to stop. */
  private int accompany(Injector injector, URI address, StopSignal stop)
      throws InterruptedException {
    try {
      companion.start(injector, address);
    } catch (IOException | RuntimeException e) {
      return failed("could not start", e);
    }
    stop.await();
    return EXIT_OK;
  }

  private int failed(String what, Exception why) {
    err.println("posthorn: " + what + ": " + rootOf(why));
    return EXIT_FAILED;
  }

  private static Injector injector(Configuration configuration) {
    // As they are needed: what cannot be made is then tried once, and is the one reason to name.
    return Guice.createInjector(Stage.DEVELOPMENT, modules(configuration, LastResort.ofProcess()));
  }

  /** All that the server is made of. */
  static List<Module> modules(Configuration configuration, LastResort lastResort) {
    return List.of(
        new ServerModule(configuration, lastResort),
        new SystemModule(),
        new StoreModule(),
        new ClockModule(),
        new OutboundModule(),
        new UseCaseModule(),
        new InboundModule(),
        new AccessModule(),
        new DispatchModule(),
        new ReplayModule(),
        new RetentionModule(),
        new AlertModule(),
        new HttpModule());
  }

  /** The innermost reason; those around it say only that there was one. */
  static String rootOf(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    if (root instanceof FileSystemException trouble) {
      return trouble.getFile() + ": " + FileTrouble.reason(trouble);
    }
    return root.getMessage() == null ? root.toString() : root.getMessage();
  }
}
