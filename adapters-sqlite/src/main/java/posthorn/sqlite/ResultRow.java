package posthorn.sqlite;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jooq.Field;
import org.jooq.exception.DataAccessException;
import org.jspecify.annotations.Nullable;

/**
 * The row a result stands at. For what is read for every delivery: a record of jOOQ costs more to
 * make than the row costs SQLite to find.
 */
final class ResultRow implements Row {
  private final ResultSet result;
  private final int rareFrom;
  private final IdentityHashMap<Field<?>, Integer> positions = new IdentityHashMap<>();
  private final IdentityHashMap<Field<?>, Object> known = new IdentityHashMap<>();
  private boolean hasRare;

  /**
   * A view of whatever row the result is moved to. It has selected the usual columns, whether any
   * of the rare ones has a value, and those.
   *
   * @param known what is the same in all the rows, and was not selected
   */
  ResultRow(
      ResultSet result, List<Field<?>> usual, List<Field<?>> rare, Map<Field<?>, Object> known) {
    this.result = result;
    this.rareFrom = usual.size() + 1;
    known.forEach(this.known::put);
    usual.forEach(column -> positions.put(column, positions.size() + 1));
    rare.forEach(column -> positions.put(column, positions.size() + 2));
  }

  boolean next() throws SQLException {
    boolean isThere = result.next();
    hasRare = isThere && result.getBoolean(rareFrom);
    return isThere;
  }

  @Override
  @SuppressWarnings({"unchecked", "NullAway"}) // The value is read as the column's own type.
  public <T> T get(Field<T> column) {
    Integer position = positions.get(column);
    try {
      return (T) (position == null ? known(column) : read(position, column.getType()));
    } catch (SQLException e) {
      throw new DataAccessException("could not read " + column, e);
    }
  }

  private Object known(Field<?> column) {
    Object value = known.get(column);
    if (value == null) {
      throw new IllegalArgumentException(column + " was not selected");
    }
    return value;
  }

  private @Nullable Object read(int position, Class<?> type) throws SQLException {
    if (position > rareFrom) {
      return hasRare ? readRare(position, type) : null;
    }
    if (type == byte[].class) {
      return result.getBytes(position);
    }
    if (type == String.class) {
      // The driver makes a text in two steps, and one of them is slow. None of these is empty.
      return new String(result.getBytes(position), UTF_8);
    }
    return readNumber(position, type);
  }

  private @Nullable Object readRare(int position, Class<?> type) throws SQLException {
    return type == String.class ? result.getString(position) : readNumber(position, type);
  }

  private @Nullable Object readNumber(int position, Class<?> type) throws SQLException {
    long number = result.getLong(position);
    if (number == 0 && result.wasNull()) {
      return null;
    }
    if (type == Instant.class) {
      return Instant.ofEpochMilli(number);
    }
    if (type == Long.class) {
      return number;
    }
    if (type == Integer.class) {
      return Math.toIntExact(number);
    }
    throw new IllegalArgumentException("no column of the schema is of " + type);
  }
}
