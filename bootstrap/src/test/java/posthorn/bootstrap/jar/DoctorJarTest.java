package posthorn.bootstrap.jar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The doctor beside a server that runs, and after it has stopped. */
class DoctorJarTest {
  @TempDir Path data;

  @Test
  void it_looks_beside_the_server_and_frees_space_when_that_has_stopped() throws Exception {
    try (var posthorn = Posthorn.start(data, Map.of())) {
      posthorn.publish("{}");
      assertThat(doctor(0)).contains("server         runs;", "is sound");
      assertThat(doctor(1, "--free")).contains("another process uses the database");
      JsonNode storage = posthorn.get("/v1/storage");
      assertThat(storage.path("database").path("bytes").asLong()).isPositive();
      assertThat(storage.path("rows").path("events").path("count").asInt()).isEqualTo(1);
      // The server is as it was.
      posthorn.publish("{}");
      posthorn.terminate();
      assertThat(posthorn.exitCode()).isZero();
    }

    assertThat(doctor(0)).contains("server         does not run");
    assertThat(doctor(0, "--vacuum")).contains("before   database", "after    database");
    assertThat(doctor(1, "--http-port=none")).contains("problem  configuration  --http-port");
  }

  private String doctor(int exitCode, String... options) throws IOException, InterruptedException {
    String[] arguments = new String[options.length + 1];
    arguments[0] = "doctor";
    System.arraycopy(options, 0, arguments, 1, options.length);
    Process process = Posthorn.process(data, Map.of(), arguments).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(printed).isEqualTo(exitCode);
    return printed;
  }
}
