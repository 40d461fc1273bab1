package posthorn.bootstrap.jar;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The jar starts long after it ran last, by its clock. */
class ClockJarTest {
  @TempDir private Path data;

  @Test
  void a_server_that_starts_days_later_asks_an_operator_before_it_removes_anything()
      throws Exception {
    try (var posthorn = Posthorn.start(data, Map.of())) {
      assertThat(posthorn.get("/v1/clock").path("trusted").asBoolean()).isTrue();
      posthorn.terminate();
      assertThat(posthorn.exitCode()).isZero();
    }
    pretendItRanLast(Duration.ofDays(3));

    try (var posthorn = Posthorn.start(data, Map.of())) {
      JsonNode ready = posthorn.get("/readyz");
      assertThat(ready.path("status").asString()).isEqualTo("ready");
      assertThat(ready.path("warnings").path(0).path("code").asString())
          .isEqualTo("clock_in_doubt");

      assertThat(posthorn.post("/v1/clock/agree", "").statusCode()).isEqualTo(200);

      assertThat(posthorn.get("/readyz").path("warnings").isEmpty()).isTrue();
    }
  }

  private void pretendItRanLast(Duration ago) throws Exception {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + data.resolve("posthorn.db"));
        Statement statement = connection.createStatement()) {
      int rows =
          statement.executeUpdate(
              "UPDATE trusted_time SET trusted_at = trusted_at - " + ago.toMillis());
      assertThat(rows).isEqualTo(1);
    }
  }
}
