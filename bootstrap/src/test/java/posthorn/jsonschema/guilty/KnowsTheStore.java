package posthorn.jsonschema.guilty;

import posthorn.sqlite.SqliteStore;

/** Breaks the rule that adapters do not know one another. */
public final class KnowsTheStore {
  void close(SqliteStore store) {
    store.close();
  }
}
