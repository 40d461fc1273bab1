package posthorn.sqlite;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import posthorn.application.port.Heartbeat;
import posthorn.application.port.StoreException;
import posthorn.application.port.VitalThreads;

/**
 * Brings what is in the write-ahead log into the database file, beside the writer, so that no
 * commit has to wait while that is done. What little came meanwhile the writer brings over itself
 * when the log has grown long, and then starts it anew.
 */
final class Checkpoints implements AutoCloseable {
  /** In pages. Fewer would write the same pages again and again. */
  static final int WORTH_IT = 2_000;

  private static final Duration LOOK = Duration.ofMillis(50);

  /** A whole log, on a disk that is very slow. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Connection connection;
  private final Thread thread;
  private volatile boolean closed;

  /**
   * Starts.
   *
   * @param connection to nothing but this
   */
  Checkpoints(Connection connection, VitalThreads threads) {
    this.connection = connection;
    thread = threads.create("sqlite-checkpoints", PATIENCE, this::run);
    thread.setDaemon(true);
    thread.start();
  }

  private void run(Heartbeat heartbeat) {
    while (!closed) {
      heartbeat.rest(LOOK);
      LockSupport.parkNanos(this, LOOK.toNanos());
      heartbeat.beat();
      try {
        if (waiting(connection) >= WORTH_IT) {
          checkpoint();
        }
      } catch (SQLException _) {
        // Then the writer does all of it, and says so if it cannot either.
      }
    }
  }

  /** How many pages are in the log and not yet in the database file. */
  static int waiting(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet state = statement.executeQuery("PRAGMA wal_checkpoint(NOOP)")) {
      return state.next() ? state.getInt("log") - state.getInt("checkpointed") : 0;
    }
  }

  private void checkpoint() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA wal_checkpoint(PASSIVE)");
    }
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    try {
      thread.join();
      connection.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("interrupted while the database was closing", e);
    } catch (SQLException e) {
      throw new StoreException("the database could not be closed", e);
    }
  }
}
