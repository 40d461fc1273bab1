package posthorn.bootstrap;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import posthorn.application.port.Randomness;
import posthorn.bootstrap.config.Configuration;
import posthorn.sqlite.SqliteStore;

/** The {@code keys reencrypt} command: has the present key seal what earlier ones sealed. */
final class Reencrypt {
  private static final int EXIT_OK = 0;
  private static final int EXIT_FAILED = 1;

  private final PrintStream out;
  private final PrintStream err;

  Reencrypt(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  int run(Configuration configuration) {
    Path database = configuration.store().file();
    if (!Files.exists(database)) {
      return failed("there is no database " + database);
    }
    try {
      Optional<DatabaseLock> lock = DatabaseLock.acquire(database);
      if (lock.isEmpty()) {
        return failed("another process uses the database " + database + "; stop it first");
      }
      try (DatabaseLock _ = lock.get()) {
        NativeFolder.prepareBeside(database);
        return reencrypt(configuration);
      }
    } catch (IOException | RuntimeException e) {
      return failed("could not seal the secrets anew: " + Serve.rootOf(e));
    }
  }

  private int reencrypt(Configuration configuration) {
    Randomness randomness = new SystemModule().randomness();
    try (SqliteStore store = SealedStore.open(configuration, randomness)) {
      int sealed = store.resealSecrets();
      String key = SealingKeys.of(configuration.secrets(), randomness).keyring().present().id();
      out.println(
          "posthorn sealed the secrets of "
              + sealed
              + " webhooks and sources anew; all there are have the key "
              + key
              + " now");
      return EXIT_OK;
    }
  }

  private int failed(String why) {
    err.println("posthorn: " + why);
    return EXIT_FAILED;
  }
}
