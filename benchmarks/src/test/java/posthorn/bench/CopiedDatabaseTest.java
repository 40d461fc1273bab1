package posthorn.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CopiedDatabaseTest {
  private static final String EVENT = "evt_01234567890123456789012345";

  @TempDir Path folder;

  private Path database;
  private Path copy;

  @BeforeEach
  void oneEventIsThere() throws SQLException {
    database = folder.resolve("posthorn.db");
    copy = folder.resolve("copy.db");
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
        Statement statement = connection.createStatement()) {
      for (String sql :
          """
          CREATE TABLE webhooks (id TEXT PRIMARY KEY);
          CREATE TABLE events (id TEXT PRIMARY KEY, at INTEGER, note TEXT);
          CREATE TABLE event_data (event_id TEXT PRIMARY KEY REFERENCES events, json BLOB);
          CREATE TABLE deliveries (id TEXT PRIMARY KEY, webhook TEXT REFERENCES webhooks,
                                   event_id TEXT REFERENCES events);
          INSERT INTO webhooks VALUES ('wh_1');
          INSERT INTO events VALUES ('EVENT', 7, NULL);
          INSERT INTO event_data VALUES ('EVENT', x'7B7D');
          INSERT INTO deliveries VALUES ('dlv_01234567890123456789012345', 'wh_1', 'EVENT');
          """
              .replace("EVENT", EVENT)
              .split(";\n", 0)) {
        statement.execute(sql);
      }
    }
  }

  @Test
  void the_rows_of_an_event_are_written_again_with_ids_of_their_own() throws SQLException {
    try (var ceiling = new SqliteCeiling(CopiedDatabase.of(database, EVENT, copy))) {
      assertThat(ceiling.measure(700)).isPositive();
      assertThat(ceiling.measure(1)).isPositive();
    }

    assertThat(ask("SELECT count(*) FROM webhooks")).isEqualTo("1");
    assertThat(ask("SELECT count(*) FROM events WHERE at = 7 AND note IS NULL")).isEqualTo("702");
    assertThat(ask("SELECT count(*) FROM event_data WHERE json = x'7B7D'")).isEqualTo("702");
    assertThat(ask("SELECT count(DISTINCT event_id) FROM deliveries WHERE webhook = 'wh_1'"))
        .isEqualTo("702");
    assertThat(ask("SELECT count(*) FROM deliveries WHERE id = 'dlv_01234567890121000000000701'"))
        .isEqualTo("1");
  }

  @Test
  void each_of_those_who_ask_at_once_gets_its_rows() throws Exception {
    CopiedDatabase first = CopiedDatabase.of(database, EVENT, folder.resolve("first.db"));
    try (var commits = new SharedCommits(first.copiedTo(copy));
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 300; i++) {
        threads.execute(commits::write);
      }
    }
    assertThat(ask("SELECT count(*) FROM events")).isEqualTo("301");
    assertThat(ask("SELECT count(*) FROM deliveries")).isEqualTo("301");
  }

  @Test
  void whoever_cannot_be_written_is_told() throws Exception {
    CopiedDatabase broken = CopiedDatabase.of(database, EVENT, copy);
    try (Connection connection = broken.open();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TRIGGER refuse BEFORE INSERT ON deliveries BEGIN SELECT RAISE(ABORT, 'no'); END");
    }
    try (var commits = new SharedCommits(broken)) {
      assertThatThrownBy(commits::write).hasRootCauseInstanceOf(SQLException.class);
    }
  }

  @Test
  void a_database_without_the_event_is_refused() throws SQLException {
    CopiedDatabase without = CopiedDatabase.of(database, "evt_other", copy);
    assertThatThrownBy(() -> new RowCopier(without)).isInstanceOf(BenchException.class);
  }

  private String ask(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + copy);
        Statement statement = connection.createStatement();
        ResultSet answer = statement.executeQuery(sql)) {
      return answer.getString(1);
    }
  }
}
