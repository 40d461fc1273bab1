package posthorn.bench;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A long history, written straight into the database of a server that does not run: copies of the
 * one event that it has delivered, and of its deliveries. As copies they have whatever columns the
 * schema has. Each copied event has as many deliveries as the first.
 */
final class PastDeliveries {
  /** How many events a transaction writes. */
  private static final int TRANSACTION = 10_000;

  private static final int MOST_WEBHOOKS = 100;

  /** Every so many events one has failed for good. */
  private static final int DEAD_EVERY = 100;

  /** Copies are numbered with as many digits, so that their ids are as long and in order. */
  private static final int NUMBER_DIGITS = 13;

  /** The session of half of all events. */
  static final String COMMON_SESSION = "common";

  /** The session of one event in a hundred thousand. */
  static final String RARE_SESSION = "rare";

  private static final String SESSION =
      "CASE WHEN i % 100000 = 100 THEN '"
          + RARE_SESSION
          + "' WHEN i % 2 = 0 THEN '"
          + COMMON_SESSION
          + "' END";

  private final Path database;
  private final Progress progress;

  PastDeliveries(Path database, Progress progress) {
    this.database = database;
    this.progress = progress;
  }

  /** Adds copies until there are as many deliveries; returns how many there are then. */
  int fill(int deliveries) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
        Statement statement = connection.createStatement()) {
      // Nothing here has to survive a power failure.
      statement.execute("PRAGMA synchronous = OFF");
      int present = count(statement, "deliveries");
      int events = count(statement, "events");
      int each = present / events;
      int wanted = Math.ceilDiv(deliveries, each);
      connection.setAutoCommit(false);
      progress.begin("filling the history");
      for (int from = events; from < wanted; from += TRANSACTION) {
        copy(statement, from, Math.min(from + TRANSACTION, wanted) - 1);
        connection.commit();
        progress.update(
            "%s of %s deliveries"
                .formatted(Numbers.grouped((double) from * each), Numbers.grouped(deliveries)));
      }
      connection.setAutoCommit(true);
      statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
      int filled = count(statement, "deliveries");
      progress.end("filling the history", Numbers.grouped(filled) + " deliveries");
      return filled;
    }
  }

  private static void copy(Statement statement, int from, int to) throws SQLException {
    String numbers =
        "WITH RECURSIVE n(i) AS (SELECT %d UNION ALL SELECT i + 1 FROM n WHERE i < %d) "
            .formatted(from, to);
    statement.executeUpdate(
        numbers
            + insert(statement, "events", Map.of("id", numbered("id", "i"), "session_id", SESSION))
            + " FROM n, (SELECT * FROM events ORDER BY id LIMIT 1)");
    Map<String, String> changed =
        Map.of(
            "id", numbered("id", "i * " + MOST_WEBHOOKS + " + k"),
            "event_id", numbered("event_id", "i"),
            "session_id", SESSION,
            "status", ifDead("'dead'", "status"),
            "dead_reason", ifDead("'attempts_exhausted'", "dead_reason"),
            "failure_category", ifDead("'timeout'", "failure_category"),
            "failure_message", ifDead("'no answer'", "failure_message"));
    statement.executeUpdate(
        numbers
            + insert(statement, "deliveries", changed)
            + " FROM n, (SELECT *, row_number() OVER (ORDER BY id) AS k FROM deliveries"
            + " WHERE event_id = (SELECT event_id FROM deliveries ORDER BY id LIMIT 1))");
  }

  /** The id with a number in place of its end. */
  private static String numbered(String column, String number) {
    return "substr(%s, 1, length(%s) - %d) || printf('%%0%dd', %s)"
        .formatted(column, column, NUMBER_DIGITS, NUMBER_DIGITS, number);
  }

  private static String ifDead(String then, String otherwise) {
    return "iif(i %% %d = 0, %s, %s)".formatted(DEAD_EVERY, then, otherwise);
  }

  private static String insert(Statement statement, String table, Map<String, String> replacements)
      throws SQLException {
    List<String> columns = new ArrayList<>();
    try (ResultSet found =
        statement.executeQuery("SELECT name FROM pragma_table_info('" + table + "')")) {
      while (found.next()) {
        columns.add(found.getString(1));
      }
    }
    List<String> values =
        columns.stream().map(column -> replacements.getOrDefault(column, column)).toList();
    return "INSERT INTO %s (%s) SELECT %s"
        .formatted(table, String.join(", ", columns), String.join(", ", values));
  }

  private static int count(Statement statement, String table) throws SQLException {
    try (ResultSet found = statement.executeQuery("SELECT count(*) FROM " + table)) {
      found.next();
      return found.getInt(1);
    }
  }
}
