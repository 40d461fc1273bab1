package posthorn.sqlite;

import java.time.Duration;
import javax.sql.DataSource;

/**
 * The readers of a store, so that none waits for the other.
 *
 * @param dispatcher claims what is due; whatever callers of the API search, deliveries go on
 * @param own the server's other work, and what it keeps in memory
 * @param callers what callers of the API ask for, with a deadline
 */
record Readers(SqliteReaders dispatcher, SqliteReaders own, SqliteReaders callers) {

  static Readers of(DataSource dataSource, Duration deadline) {
    return new Readers(
        new DirectReaders("sqlite-dispatcher", dataSource, 1),
        new DirectReaders("sqlite-own", dataSource, 3),
        new BoundedReaders(dataSource, deadline));
  }

  void close() {
    dispatcher.close();
    own.close();
    callers.close();
  }
}
