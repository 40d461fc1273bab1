package posthorn.bench;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteConfig.TransactionMode;

/**
 * What publishing could reach at best: the rows that a published event makes, many events a
 * transaction, by one plain connection that is as durable as the server's.
 *
 * <p>Database and rows are copies of the server's own, so that they stay the same ones when its
 * schema changes.
 */
final class SqliteCeiling {
  /** How many events a transaction writes; more bring little. */
  private static final int TRANSACTION = 500;

  private final Path file;
  private final List<CopiedRow> rows;
  private long copies;

  private SqliteCeiling(Path file, List<CopiedRow> rows) {
    this.file = file;
    this.rows = rows;
  }

  /**
   * Copies the server's database while it has but one event.
   *
   * @param file where the copy goes
   */
  static SqliteCeiling copyOf(Path database, String eventId, Path file) throws SQLException {
    try (Connection source = DriverManager.getConnection("jdbc:sqlite:" + database);
        PreparedStatement copy = source.prepareStatement("VACUUM INTO ?")) {
      copy.setString(1, file.toString());
      copy.execute();
      return new SqliteCeiling(file, CopiedRow.allOf(source, eventId));
    }
  }

  /** Events per second, over so many. */
  double measure(int events) throws SQLException {
    try (Connection connection = open()) {
      connection.setAutoCommit(false);
      var inserts = new ArrayList<PreparedStatement>();
      for (CopiedRow row : rows) {
        inserts.add(connection.prepareStatement(row.insert()));
      }
      long startedAt = System.nanoTime();
      for (int done = 0; done < events; done += TRANSACTION) {
        write(inserts, Math.min(TRANSACTION, events - done));
        connection.commit();
      }
      double rate = Rates.perSecond(events, System.nanoTime() - startedAt);
      for (Statement insert : inserts) {
        insert.close();
      }
      return rate;
    }
  }

  private void write(List<PreparedStatement> inserts, int events) throws SQLException {
    for (int i = 0; i < events; i++) {
      copies++;
      for (int row = 0; row < rows.size(); row++) {
        rows.get(row).bind(inserts.get(row), copies);
        inserts.get(row).addBatch();
      }
    }
    for (PreparedStatement insert : inserts) {
      insert.executeBatch();
    }
  }

  private Connection open() throws SQLException {
    var config = new SQLiteConfig();
    config.enforceForeignKeys(true);
    config.setJournalMode(JournalMode.WAL);
    config.setSynchronous(SynchronousMode.FULL);
    config.setTransactionMode(TransactionMode.IMMEDIATE);
    return config.createConnection("jdbc:sqlite:" + file);
  }
}
