package posthorn.sqlite;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import posthorn.application.port.StoreException;

/** The pages of the file that nothing is in any more, and how the system gets them back. */
final class SqliteSpace {
  /** At once: few, since whoever publishes waits for it, and a page is not always quick to move. */
  private static final int STEP_PAGES = 100;

  /**
   * One page of so many may stay free, for what comes next: where as much comes as goes, pages need
   * not be moved about for a file that would grow again at once.
   */
  private static final int KEPT_SHARE = 10;

  private final SqliteWriter writer;
  private final String url;

  SqliteSpace(SqliteWriter writer, String url) {
    this.writer = writer;
    this.url = url;
  }

  DatabaseFile file() {
    return DatabaseFile.of(url);
  }

  /** How many pages too many were free before a step, and are after it. */
  private record Step(long before, long after) {}

  /** Gives some of them back; whether there are more. */
  boolean reclaim() {
    Step step = writer.write(sql -> sql.connectionResult(SqliteSpace::step));
    // Nothing to do, or nothing that can be done: a file that was not made here may be unable to
    // shrink.
    if (step.after >= step.before) {
      return false;
    }
    if (step.after > 0) {
      return true;
    }
    shortenFile();
    return false;
  }

  private static Step step(Connection connection) throws SQLException {
    long before = tooMany(connection);
    if (before <= 0) {
      return new Step(before, before);
    }
    try (Statement statement = connection.createStatement()) {
      // It answers an empty row for every page, and only an update is run to the end of them.
      statement.executeUpdate("PRAGMA incremental_vacuum(" + Math.min(before, STEP_PAGES) + ")");
    }
    return new Step(before, tooMany(connection));
  }

  private static long tooMany(Connection connection) throws SQLException {
    return number(connection, "freelist_count") - number(connection, "page_count") / KEPT_SHARE;
  }

  private static long number(Connection connection, String pragma) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("PRAGMA " + pragma)) {
      return result.getLong(1);
    }
  }

  /**
   * The file itself gets shorter when the write-ahead log is written into it. The writer cannot
   * have that done, it is always within a transaction; from beside, it holds nobody up. The log is
   * kept short by its own limit.
   */
  private void shortenFile() {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA wal_checkpoint(PASSIVE)");
    } catch (SQLException e) {
      throw new StoreException("the database could not be shortened", e);
    }
  }
}
