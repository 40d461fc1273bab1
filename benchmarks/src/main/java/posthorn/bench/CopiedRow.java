package posthorn.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A row that can be inserted again and again, each time with ids of its own. */
final class CopiedRow {
  private static final Set<String> EXPECTED = Set.of("events", "deliveries");

  /** Copies are numbered with as many digits, so that their ids are as long and in order. */
  private static final long FIRST_NUMBER = 1_000_000_000_000L;

  private static final int NUMBER_DIGITS = 13;

  private final String table;
  private final List<@Nullable Object> values;

  /** By column: what comes before the number, if it is an id. */
  private final List<@Nullable String> idPrefixes = new ArrayList<>();

  private CopiedRow(String table, List<@Nullable Object> values) {
    this.table = table;
    this.values = values;
  }

  /** Every row of the database that mentions the event. */
  static List<CopiedRow> allOf(Connection connection, String eventId) throws SQLException {
    var rows = new ArrayList<CopiedRow>();
    Set<Object> ids = new HashSet<>(Set.of(eventId));
    try (Statement statement = connection.createStatement()) {
      for (String table : tablesOf(statement)) {
        for (CopiedRow row : rowsOf(statement, table)) {
          if (row.values.contains(eventId)) {
            rows.add(row);
            // Rows have text keys, and these come first.
            if (row.values.getFirst() instanceof String key) {
              ids.add(key);
            }
          }
        }
      }
    }
    if (!rows.stream().map(row -> row.table).collect(Collectors.toSet()).containsAll(EXPECTED)) {
      throw new BenchException("the rows of a published event were not found in the database");
    }
    rows.forEach(row -> row.renew(ids));
    return rows;
  }

  /** In the order in which they were made, so that what is referred to comes first. */
  private static List<String> tablesOf(Statement statement) throws SQLException {
    var names = new ArrayList<String>();
    try (ResultSet found =
        statement.executeQuery(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
                + " ORDER BY rowid")) {
      while (found.next()) {
        names.add(found.getString(1));
      }
    }
    return names;
  }

  private static List<CopiedRow> rowsOf(Statement statement, String table) throws SQLException {
    var rows = new ArrayList<CopiedRow>();
    try (ResultSet found = statement.executeQuery("SELECT * FROM \"" + table + "\"")) {
      ResultSetMetaData columns = found.getMetaData();
      while (found.next()) {
        var values = new ArrayList<@Nullable Object>();
        for (int column = 1; column <= columns.getColumnCount(); column++) {
          values.add(found.getObject(column));
        }
        rows.add(new CopiedRow(table, values));
      }
    }
    return rows;
  }

  private void renew(Set<Object> ids) {
    for (Object value : values) {
      idPrefixes.add(value instanceof String id && ids.contains(id) ? prefixOf(id) : null);
    }
  }

  private static String prefixOf(String id) {
    return id.substring(0, Math.max(0, id.length() - NUMBER_DIGITS));
  }

  String insert() {
    return "INSERT INTO \"%s\" VALUES (%s)"
        .formatted(table, String.join(", ", Collections.nCopies(values.size(), "?")));
  }

  /** Gives the statement the values of the so-manieth copy. */
  void bind(PreparedStatement statement, long copy) throws SQLException {
    for (int column = 0; column < values.size(); column++) {
      String prefix = idPrefixes.get(column);
      statement.setObject(
          column + 1, prefix == null ? values.get(column) : prefix + (FIRST_NUMBER + copy));
    }
  }
}
