package posthorn.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteConfig.TransactionMode;

/**
 * A copy of the server's database as it was when it had but one event. What is measured with its
 * schema and rows stays comparable when those of the server change.
 */
record CopiedDatabase(Path file, String eventId) {

  /** Copies a database, also while a server uses it. */
  static CopiedDatabase of(Path database, String eventId, Path file) throws SQLException {
    loadLibraryBeside(file);
    try (Connection source = DriverManager.getConnection("jdbc:sqlite:" + database);
        PreparedStatement copy = source.prepareStatement("VACUUM INTO ?")) {
      copy.setString(1, file.toString());
      copy.execute();
    }
    return new CopiedDatabase(file, eventId);
  }

  /** Another copy, as long as nobody has this one open. */
  CopiedDatabase copiedTo(Path other) throws IOException {
    return new CopiedDatabase(Files.copy(file, other), eventId);
  }

  /** A connection for one who writes, as durable as the server's. */
  Connection open() throws SQLException {
    loadLibraryBeside(file);
    var config = new SQLiteConfig();
    config.enforceForeignKeys(true);
    config.setJournalMode(JournalMode.WAL);
    config.setSynchronous(SynchronousMode.FULL);
    config.setTransactionMode(TransactionMode.IMMEDIATE);
    return config.createConnection("jdbc:sqlite:" + file);
  }

  /** The driver unpacks its library somewhere; some machines run nothing from /tmp. */
  private static void loadLibraryBeside(Path file) {
    System.setProperty("org.sqlite.tmpdir", file.resolveSibling("").toAbsolutePath().toString());
  }
}
