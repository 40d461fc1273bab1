package posthorn.bootstrap;

import posthorn.application.port.Randomness;
import posthorn.application.port.VitalThreads;
import posthorn.application.sealing.KeyringSeal;
import posthorn.bootstrap.config.Configuration;
import posthorn.sqlite.SqliteStore;

/** The store, with the configured keys. */
final class SealedStore {
  private SealedStore() {}

  /**
   * Opens it. A key that has to be made is kept only when the store could be opened with it: where
   * there are secrets already, a new key in the place of a lost one would help nobody.
   */
  static SqliteStore open(Configuration configuration, Randomness randomness) {
    return open(configuration, randomness, VitalThreads.UNWATCHED);
  }

  /** The same for the server, whose threads are watched over. */
  static SqliteStore open(
      Configuration configuration, Randomness randomness, VitalThreads threads) {
    DatabaseFiles.of(configuration.store().file()).prepare();
    SealingKeys keys = SealingKeys.of(configuration.secrets(), randomness);
    SqliteStore store =
        SqliteStore.open(
            configuration.store().url(),
            configuration.store().durability(),
            configuration.store().queryTimeout(),
            new KeyringSeal(keys.keyring(), randomness),
            threads);
    try {
      keys.keep();
      return store;
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }
}
