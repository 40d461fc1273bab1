package posthorn.sqlite;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jooq.DSLContext;
import org.jooq.exception.DataAccessException;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteConnection;
import posthorn.application.port.StoreException;

/** Reads on the caller's thread, for as long as it takes: for the server's own work. */
final class DirectReaders implements SqliteReaders {
  /** How much SQLite does between two looks at whether to go on: a fraction of a millisecond. */
  private static final int OPERATIONS_UNWATCHED = 10_000;

  private final HikariDataSource pool;

  DirectReaders(String name, DataSource dataSource, int connections) {
    var config = new HikariConfig();
    config.setPoolName(name);
    config.setDataSource(dataSource);
    config.setReadOnly(true);
    // What one caller reads is of one moment, and is not read again from the file meanwhile.
    config.setAutoCommit(false);
    config.setMaximumPoolSize(connections);
    pool = new HikariDataSource(config);
  }

  @Override
  public <T> T read(Function<DSLContext, T> query) {
    try (Connection connection = pool.getConnection()) {
      return read(connection, query);
    } catch (SQLException | DataAccessException e) {
      throw new StoreException("the database could not be read", e);
    }
  }

  /** The same, but it fails soon after its caller has given it up. */
  <T> T readWhile(BooleanSupplier wanted, Function<DSLContext, T> query) {
    try (Connection connection = pool.getConnection()) {
      Connection watched = connection.unwrap(SQLiteConnection.class);
      ProgressHandler.setHandler(watched, OPERATIONS_UNWATCHED, new Watch(wanted));
      try {
        return read(connection, query);
      } finally {
        ProgressHandler.clearHandler(watched);
      }
    } catch (SQLException | DataAccessException e) {
      throw new StoreException("the database could not be read", e);
    }
  }

  private static <T> T read(Connection connection, Function<DSLContext, T> query)
      throws SQLException {
    T found = query.apply(Jooq.on(connection));
    connection.commit();
    return found;
  }

  private static final class Watch extends ProgressHandler {
    private final BooleanSupplier wanted;

    Watch(BooleanSupplier wanted) {
      this.wanted = wanted;
    }

    @Override
    protected int progress() {
      return wanted.getAsBoolean() ? 0 : 1;
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
