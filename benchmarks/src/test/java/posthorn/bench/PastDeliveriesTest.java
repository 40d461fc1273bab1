package posthorn.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PastDeliveriesTest {
  @TempDir Path folder;

  @Test
  void an_event_and_its_deliveries_are_copied_until_there_are_enough() throws SQLException {
    Path database = folder.resolve("posthorn.db");
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
        Statement statement = connection.createStatement()) {
      for (String sql :
          """
          CREATE TABLE events (id TEXT PRIMARY KEY, note TEXT);
          CREATE TABLE deliveries (id TEXT PRIMARY KEY, webhook TEXT, event_id TEXT REFERENCES events,
            status TEXT, dead_reason TEXT, failure_category TEXT, failure_message TEXT);
          INSERT INTO events VALUES ('evt_0123456789ABCDEFGHJKMNPQRS', 'kept');
          INSERT INTO deliveries VALUES ('dlv_0123456789ABCDEFGHJKMNPQR0', 'wh_1',
            'evt_0123456789ABCDEFGHJKMNPQRS', 'delivered', NULL, NULL, NULL);
          INSERT INTO deliveries VALUES ('dlv_0123456789ABCDEFGHJKMNPQR1', 'wh_2',
            'evt_0123456789ABCDEFGHJKMNPQRS', 'delivered', NULL, NULL, NULL);
          """
              .split(";\n", 0)) {
        statement.execute(sql);
      }
      var past =
          new PastDeliveries(
              database, new Progress(new PrintStream(OutputStream.nullOutputStream()), false));

      assertThat(past.fill(400)).isEqualTo(400);
      assertThat(past.fill(500)).isEqualTo(500);

      assertThat(ask(statement, "SELECT count(*) FROM events WHERE note = 'kept'")).isEqualTo(250);
      assertThat(ask(statement, "SELECT count(*) FROM deliveries WHERE webhook = 'wh_2'"))
          .isEqualTo(250);
      assertThat(ask(statement, "SELECT count(*) FROM deliveries JOIN events e ON event_id = e.id"))
          .isEqualTo(500);
      assertThat(ask(statement, "SELECT count(*) FROM deliveries WHERE status = 'dead'"))
          .isEqualTo(4);
    }
  }

  private static int ask(Statement statement, String sql) throws SQLException {
    try (ResultSet answer = statement.executeQuery(sql)) {
      return answer.getInt(1);
    }
  }
}
