package posthorn.sqlite;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A statement that is prepared once and run many times. Values are bound one after another; the hot
 * statements go this way, since rendering and binding through jOOQ would cost more than SQLite
 * does.
 */
final class Prepared {
  private final PreparedStatement statement;
  private int bound;

  Prepared(PreparedStatement statement) {
    this.statement = statement;
  }

  Prepared text(@Nullable String value) throws SQLException {
    statement.setString(++bound, value);
    return this;
  }

  Prepared number(long value) throws SQLException {
    statement.setLong(++bound, value);
    return this;
  }

  Prepared number(@Nullable Integer value) throws SQLException {
    if (value == null) {
      statement.setNull(++bound, Types.INTEGER);
      return this;
    }
    return number(value.longValue());
  }

  Prepared time(@Nullable Instant value) throws SQLException {
    if (value == null) {
      statement.setNull(++bound, Types.INTEGER);
      return this;
    }
    return number(value.toEpochMilli());
  }

  Prepared bytes(byte[] value) throws SQLException {
    statement.setBytes(++bound, value);
    return this;
  }

  /** Runs it; how many rows it changed. The driver's own batches cost more than they save. */
  int run() throws SQLException {
    bound = 0;
    return statement.executeUpdate();
  }

  ResultSet query() throws SQLException {
    bound = 0;
    return statement.executeQuery();
  }

  void close() throws SQLException {
    statement.close();
  }
}
