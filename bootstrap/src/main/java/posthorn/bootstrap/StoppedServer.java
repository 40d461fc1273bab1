package posthorn.bootstrap;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.ToIntFunction;
import posthorn.bootstrap.config.Configuration;

/** For commands that need the database to themselves: no server runs with it meanwhile. */
final class StoppedServer {
  private static final int EXIT_FAILED = 1;

  private StoppedServer() {}

  /**
   * Does the work, or says what stands in its way.
   *
   * @param failure what could not be done, if it throws
   * @return the exit code
   */
  static int work(
      Configuration configuration,
      PrintStream err,
      String failure,
      ToIntFunction<Configuration> work) {
    Path database = configuration.store().file();
    if (Files.notExists(database)) {
      return failed(err, "there is no database " + database);
    }
    try {
      Optional<DatabaseLock> lock = DatabaseLock.acquire(database);
      if (lock.isEmpty()) {
        return failed(err, "another process uses the database " + database + "; stop it first");
      }
      try (DatabaseLock _ = lock.get()) {
        NativeFolder.prepareBeside(database);
        return work.applyAsInt(configuration);
      }
    } catch (IOException e) {
      return failed(err, FolderTrouble.sentenceBesideServer(configuration, e));
    } catch (RuntimeException e) {
      return failed(err, failure + ": " + Serve.rootOf(e));
    }
  }

  static int failed(PrintStream err, String why) {
    err.println("posthorn: " + why);
    return EXIT_FAILED;
  }
}
