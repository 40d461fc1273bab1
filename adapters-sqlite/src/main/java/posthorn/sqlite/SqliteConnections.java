package posthorn.sqlite;

import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteConfig.TransactionMode;
import org.sqlite.SQLiteDataSource;

/** How every connection is set up; SQLite keeps most of this per connection, not per file. */
final class SqliteConnections {
  private static final int BUSY_TIMEOUT_MILLIS = 5_000;

  private SqliteConnections() {}

  static SQLiteDataSource forWriting(String url) {
    SQLiteConfig config = common();
    // The file remembers this: readers go on while the writer writes.
    config.setJournalMode(JournalMode.WAL);
    // Every commit reaches the disk before it is acknowledged, so that a power failure loses none.
    config.setSynchronous(SynchronousMode.FULL);
    // A transaction takes the write lock when it begins: one that starts by reading and then writes
    // could not wait for the lock, it would fail.
    config.setTransactionMode(TransactionMode.IMMEDIATE);
    return dataSource(url, config);
  }

  static SQLiteDataSource forReading(String url) {
    SQLiteConfig config = common();
    config.setReadOnly(true);
    return dataSource(url, config);
  }

  private static SQLiteConfig common() {
    var config = new SQLiteConfig();
    config.enforceForeignKeys(true);
    config.setBusyTimeout(BUSY_TIMEOUT_MILLIS);
    return config;
  }

  private static SQLiteDataSource dataSource(String url, SQLiteConfig config) {
    var dataSource = new SQLiteDataSource(config);
    dataSource.setUrl(url);
    return dataSource;
  }
}
