package posthorn.sqlite;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.sqlite.SQLiteDataSource;
import posthorn.application.port.ApiKeys;
import posthorn.application.port.Deliveries;
import posthorn.application.port.Events;
import posthorn.application.port.StoreException;
import posthorn.application.port.Webhooks;

/** All store ports on one SQLite database. */
public final class SqliteStore implements AutoCloseable {
  private final SqliteWriter writer;
  private final SqliteReaders readers;

  private SqliteStore(SqliteWriter writer, SqliteReaders readers) {
    this.writer = writer;
    this.readers = readers;
  }

  /**
   * Opens the database, makes it if it is not there, and brings its schema up to date.
   *
   * @param url a {@code jdbc:sqlite:} URL of a file
   */
  public static SqliteStore open(String url) {
    migrate(SqliteConnections.forWriting(url));
    var writer = new SqliteWriter(connect(SqliteConnections.forWriting(url)));
    return new SqliteStore(writer, new SqliteReaders(SqliteConnections.forReading(url)));
  }

  private static void migrate(DataSource dataSource) {
    try {
      Flyway.configure()
          .dataSource(dataSource)
          .locations("classpath:posthorn/sqlite/migrations")
          .failOnMissingLocations(true)
          .load()
          .migrate();
    } catch (FlywayException e) {
      throw new StoreException("the database could not be opened and migrated", e);
    }
  }

  private static Connection connect(SQLiteDataSource dataSource) {
    try {
      return dataSource.getConnection();
    } catch (SQLException e) {
      throw new StoreException("the database could not be opened", e);
    }
  }

  public Webhooks webhooks() {
    return new SqliteWebhooks(writer, readers);
  }

  public Events events() {
    return new SqliteEvents(writer);
  }

  public Deliveries deliveries() {
    return new SqliteDeliveries(writer, readers);
  }

  public ApiKeys apiKeys() {
    return new SqliteApiKeys(writer, readers);
  }

  /** Finishes the writes that were asked for, then closes the file. */
  @Override
  public void close() {
    // The last connection to close tidies the write-ahead log away, which a reader could not.
    readers.close();
    writer.close();
  }
}
