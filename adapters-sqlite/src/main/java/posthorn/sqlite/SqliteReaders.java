package posthorn.sqlite;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jooq.DSLContext;
import org.jooq.exception.DataAccessException;
import posthorn.application.port.StoreException;

/** A small pool of read-only connections; in WAL mode they never wait for the writer. */
final class SqliteReaders implements AutoCloseable {
  private static final int POOL_SIZE = 4;

  private final HikariDataSource pool;

  SqliteReaders(DataSource dataSource) {
    var config = new HikariConfig();
    config.setPoolName("sqlite-readers");
    config.setDataSource(dataSource);
    config.setReadOnly(true);
    // What one caller reads is of one moment, and is not read again from the file meanwhile.
    config.setAutoCommit(false);
    config.setMaximumPoolSize(POOL_SIZE);
    pool = new HikariDataSource(config);
  }

  <T> T read(Function<DSLContext, T> query) {
    try (Connection connection = pool.getConnection()) {
      T found = query.apply(Jooq.on(connection));
      connection.commit();
      return found;
    } catch (SQLException | DataAccessException e) {
      throw new StoreException("the database could not be read", e);
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
