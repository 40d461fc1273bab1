package posthorn.sqlite;

import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.Pragma;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteConfig.TransactionMode;
import org.sqlite.SQLiteDataSource;
import org.sqlite.SQLiteOpenMode;

/** How every connection is set up; SQLite keeps most of this per connection, not per file. */
final class SqliteConnections {
  private static final int BUSY_TIMEOUT_MILLIS = 5_000;
  private static final int WRITER_CACHE_KIB = 64 * 1024;
  private static final int READER_CACHE_KIB = 8 * 1024;

  /** When the writer itself brings over what {@link Checkpoints} has left, and starts anew. */
  private static final String CHECKPOINT_PAGES = "8000";

  private static final int LOG_BYTES = 64 * 1024 * 1024;

  private SqliteConnections() {}

  static SQLiteDataSource forWriting(String url, Durability durability) {
    SQLiteConfig config = common(WRITER_CACHE_KIB);
    // The file remembers this: readers go on while the writer writes.
    config.setJournalMode(JournalMode.WAL);
    config.setSynchronous(
        switch (durability) {
          case FULL -> SynchronousMode.FULL;
          case NORMAL -> SynchronousMode.NORMAL;
        });
    config.setPragma(Pragma.WAL_AUTOCHECKPOINT, CHECKPOINT_PAGES);
    config.setJournalSizeLimit(LOG_BYTES);
    // A transaction takes the write lock when it begins: one that starts by reading and then writes
    // could not wait for the lock, it would fail.
    config.setTransactionMode(TransactionMode.IMMEDIATE);
    return dataSource(url, config);
  }

  static SQLiteDataSource forReading(String url) {
    SQLiteConfig config = common(READER_CACHE_KIB);
    config.setReadOnly(true);
    return dataSource(url, config);
  }

  private static SQLiteConfig common(int cacheKib) {
    var config = new SQLiteConfig();
    // Negative: in KiB, not in pages.
    config.setCacheSize(-cacheKib);
    config.enforceForeignKeys(true);
    config.setBusyTimeout(BUSY_TIMEOUT_MILLIS);
    // A connection is used by one thread at a time, whichever that is: SQLite need not lock it.
    config.setOpenMode(SQLiteOpenMode.NOMUTEX);
    // Else the driver asks for the key of every row that is inserted.
    config.setGetGeneratedKeys(false);
    return config;
  }

  private static SQLiteDataSource dataSource(String url, SQLiteConfig config) {
    var dataSource = new SQLiteDataSource(config);
    dataSource.setUrl(url);
    return dataSource;
  }
}
