package posthorn.sqlite;

import static posthorn.sqlite.schema.Tables.TENANTS;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import org.jooq.exception.DataAccessException;
import posthorn.application.port.StoreException;
import posthorn.application.port.StoreSpace;
import posthorn.domain.access.ApiKey;
import posthorn.domain.tenant.TenantId;

/** The database as a file, for those who do not have the store open: to look at, and to shrink. */
public final class SqliteFile {
  /** At once, and then into the file: so the log does not grow on a disk that is nearly full. */
  private static final int STEP_PAGES = 10_000;

  private final String url;

  /** That of a {@code jdbc:sqlite:} URL. */
  public SqliteFile(String url) {
    this.url = url;
  }

  /**
   * Looks at it, and changes nothing, whoever else uses it. All of it is read.
   *
   * @throws StoreException if it cannot be read at all
   */
  public Checkup examine(Instant now) {
    try (Connection connection = SqliteConnections.forReading(url).getConnection()) {
      return Checkup.of(Jooq.on(connection), SchemaState.of(url), DatabaseFile.of(url), now);
    } catch (SQLException | DataAccessException e) {
      throw new StoreException("the database could not be read", e);
    }
  }

  /** All API keys, in the order they were made. */
  public List<ApiKey> apiKeys() {
    try (Connection connection = SqliteConnections.forReading(url).getConnection()) {
      return SqliteApiKeys.all(Jooq.on(connection));
    } catch (SQLException | DataAccessException e) {
      throw new StoreException("the database could not be read", e);
    }
  }

  /** Whether there is that tenant. */
  public boolean hasTenant(TenantId tenant) {
    try (Connection connection = SqliteConnections.forReading(url).getConnection()) {
      return Jooq.on(connection).fetchExists(TENANTS, TENANTS.ID.eq(tenant.value()));
    } catch (SQLException | DataAccessException e) {
      throw new StoreException("the database could not be read", e);
    }
  }

  /** How much room it takes; only its ends are read. */
  public StoreSpace.Taken taken() {
    try (Connection connection = SqliteConnections.forReading(url).getConnection()) {
      return SqliteStoreSpace.taken(
          Jooq.on(connection), DatabaseFile.of(url), SqliteStoreSpace.MOST_COUNTED);
    } catch (SQLException | DataAccessException e) {
      throw new StoreException("the database could not be read", e);
    }
  }

  /** Gives all pages back that nothing is in; nobody else may use it meanwhile. */
  public void shrink() {
    change(statement -> {
      long free = number(statement, "freelist_count");
      long before = free + 1;
      while (free > 0 && free < before) {
        before = free;
        // It answers an empty row for every page, and only an update is run to the end of them.
        statement.executeUpdate("PRAGMA incremental_vacuum(" + STEP_PAGES + ")");
        statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
        free = number(statement, "freelist_count");
      }
      statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    });
  }

  /**
   * Writes it anew, without gaps; nobody else may use it meanwhile. That takes, for a while, twice
   * the room of what is in it besides itself, on the same disk: a copy, and the log that leads back
   * to it.
   */
  public void rewrite() {
    change(statement -> {
      String folder = DatabaseFile.of(url).folder().toString();
      statement.execute("PRAGMA temp_store_directory = '" + folder.replace("'", "''") + "'");
      // Also a file that was made elsewhere can shrink by itself from then on.
      statement.execute("PRAGMA auto_vacuum = INCREMENTAL");
      statement.execute("VACUUM");
      statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    });
  }

  private interface Change {
    void make(Statement statement) throws SQLException;
  }

  private void change(Change change) {
    try (Connection connection =
            SqliteConnections.forWriting(url, Durability.FULL).getConnection();
        Statement statement = connection.createStatement()) {
      change.make(statement);
    } catch (SQLException e) {
      throw new StoreException("the database could not be made smaller", e);
    }
  }

  private static long number(Statement statement, String pragma) throws SQLException {
    try (ResultSet result = statement.executeQuery("PRAGMA " + pragma)) {
      return result.getLong(1);
    }
  }
}
