package posthorn.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.IdentityHashMap;
import java.util.List;
import org.jooq.Field;
import org.jooq.exception.DataAccessException;
import org.jspecify.annotations.Nullable;

/**
 * The row a result stands at. For what is read for every delivery: a record of jOOQ costs more to
 * make than the row costs SQLite to find.
 */
final class ResultRow implements Row {
  private final ResultSet result;
  private final IdentityHashMap<Field<?>, Integer> positions = new IdentityHashMap<>();

  /**
   * A view of whatever row the result is moved to.
   *
   * @param columns what was selected, in that order
   */
  ResultRow(ResultSet result, List<Field<?>> columns) {
    this.result = result;
    columns.forEach(column -> positions.put(column, positions.size() + 1));
  }

  @Override
  @SuppressWarnings({"unchecked", "NullAway"}) // The value is read as the column's own type.
  public <T> T get(Field<T> column) {
    Integer position = positions.get(column);
    if (position == null) {
      throw new IllegalArgumentException(column + " was not selected");
    }
    try {
      return (T) read(position, column.getType());
    } catch (SQLException e) {
      throw new DataAccessException("could not read " + column, e);
    }
  }

  private @Nullable Object read(int position, Class<?> type) throws SQLException {
    if (type == String.class) {
      return result.getString(position);
    }
    if (type == byte[].class) {
      return result.getBytes(position);
    }
    long number = result.getLong(position);
    if (number == 0 && result.wasNull()) {
      return null;
    }
    if (type == Instant.class) {
      return Instant.ofEpochMilli(number);
    }
    if (type == Integer.class) {
      return Math.toIntExact(number);
    }
    throw new IllegalArgumentException("no column of the schema is of " + type);
  }
}
