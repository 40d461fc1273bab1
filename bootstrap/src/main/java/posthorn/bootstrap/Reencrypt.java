package posthorn.bootstrap;

import java.io.PrintStream;
import posthorn.application.port.Randomness;
import posthorn.bootstrap.config.Configuration;
import posthorn.sqlite.SqliteStore;

/** The {@code keys reencrypt} command: has the present key seal what earlier ones sealed. */
final class Reencrypt {
  private static final int EXIT_OK = 0;

  private final PrintStream out;
  private final PrintStream err;

  Reencrypt(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  int run(Configuration configuration) {
    return StoppedServer.work(
        configuration, err, "could not seal the secrets anew", this::reencrypt);
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
}
