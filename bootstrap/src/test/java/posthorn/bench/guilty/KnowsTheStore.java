package posthorn.bench.guilty;

import posthorn.sqlite.SqliteStore;

/** Breaks the rule that the benchmarks see the server from outside. */
public final class KnowsTheStore {
  void close(SqliteStore store) {
    store.close();
  }
}
