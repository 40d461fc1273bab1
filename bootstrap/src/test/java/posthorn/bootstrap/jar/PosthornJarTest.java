package posthorn.bootstrap.jar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.standardwebhooks.Webhook;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import posthorn.bootstrap.jar.Receiver.Received;
import tools.jackson.databind.JsonNode;

class PosthornJarTest {
  private static final Map<String, String> QUICK_RETRIES = Map.of("POSTHORN_RETRY_DELAYS", "1ms");

  @TempDir Path data;

  private final Receiver receiver;

  PosthornJarTest() throws IOException {
    receiver = new Receiver();
  }

  @AfterEach
  void close() {
    receiver.close();
  }

  @Test
  void two_calls_give_a_delivered_webhook_that_verifies() throws Exception {
    try (var posthorn = Posthorn.start(data, Map.of())) {
      JsonNode webhook = posthorn.createWebhook(receiver.port());
      String event = posthorn.publish("{\"user\": 1}");

      Received request = receiver.next();
      assertThat(request.header("webhook-id")).isEqualTo(event);
      assertThat(request.header("User-Agent")).startsWith("Posthorn/").doesNotContain("develop");
      assertThat(request.body()).endsWith(",\"data\":{\"user\": 1}}");
      // Judged by the reference implementation, which throws if the signature is wrong.
      new Webhook(webhook.path("secret").asString())
          .verify(request.body(), HttpHeaders.of(request.headers(), (_, _) -> true));
      awaitStatus(posthorn, "delivered");
    }
  }

  @Test
  void what_was_accepted_before_a_kill_is_delivered_after_the_restart() throws Exception {
    String event;
    receiver.hold();
    try (var posthorn = Posthorn.start(data, Map.of())) {
      posthorn.createWebhook(receiver.port());
      event = posthorn.publish("{}");
      receiver.next();
      posthorn.kill();
    }
    receiver.letGo();

    try (var posthorn = Posthorn.start(data, Map.of())) {
      assertThat(receiver.next().header("webhook-id")).isEqualTo(event);
      awaitStatus(posthorn, "delivered");
      assertThat(posthorn.delivery().path("attempt_count").asInt()).isEqualTo(1);
    }
  }

  @Test
  void the_fifth_failure_is_dead_and_a_restart_and_an_operator_bring_it_back() throws Exception {
    receiver.answer(500);
    try (var posthorn = Posthorn.start(data, QUICK_RETRIES)) {
      posthorn.createWebhook(receiver.port());
      posthorn.publish("{}");
      for (int attempt = 1; attempt <= 5; attempt++) {
        assertThat(receiver.next().header("X-Webhook-Attempt"))
            .isEqualTo(Integer.toString(attempt));
      }
      awaitStatus(posthorn, "dead");
      assertThat(posthorn.delivery().path("attempt_count").asInt()).isEqualTo(5);
      assertThat(posthorn.delivery().path("dead_reason").asString())
          .isEqualTo("attempts_exhausted");
      posthorn.kill();
    }

    receiver.answer(200);
    try (var posthorn = Posthorn.start(data, QUICK_RETRIES)) {
      assertThat(posthorn.delivery().path("status").asString()).isEqualTo("dead");
      String id = posthorn.delivery().path("id").asString();
      assertThat(posthorn.post("/v1/deliveries/" + id + "/retry-now", "").statusCode())
          .isEqualTo(202);
      assertThat(receiver.next().header("X-Webhook-Attempt")).isEqualTo("1");
      awaitStatus(posthorn, "delivered");
      assertThat(posthorn.get("/v1/deliveries/" + id + "/attempts").path("items").size())
          .isEqualTo(6);
    }
  }

  @Test
  void a_stop_finishes_what_is_under_way_and_exits_with_0() throws Exception {
    receiver.hold();
    try (var posthorn = Posthorn.start(data, Map.of())) {
      posthorn.createWebhook(receiver.port());
      posthorn.publish("{}");
      receiver.next();
      posthorn.terminate();
      receiver.letGo();
      assertThat(posthorn.exitCode()).isZero();
    }

    try (var posthorn = Posthorn.start(data, Map.of())) {
      assertThat(posthorn.delivery().path("status").asString()).isEqualTo("delivered");
      assertThat(receiver.isQuiet()).isTrue();
    }
  }

  @Test
  void poll_mode_delivers_too() throws Exception {
    var poll = Map.of("POSTHORN_DISPATCH_MODE", "poll", "POSTHORN_DISPATCH_POLL_INTERVAL", "10ms");
    try (var posthorn = Posthorn.start(data, poll)) {
      posthorn.createWebhook(receiver.port());
      posthorn.publish("{}");
      receiver.next();
      awaitStatus(posthorn, "delivered");
    }
  }

  @Test
  void a_second_process_on_the_same_database_is_refused() throws Exception {
    try (var _ = Posthorn.start(data, Map.of())) {
      Process second = Posthorn.process(data, Map.of()).start();

      assertThat(exitCodeOf(second)).isEqualTo(1);
      assertThat(errorsOf(second)).singleElement().asString().contains("another process uses");
    }
  }

  @Test
  void every_mistake_in_the_configuration_is_one_line() throws Exception {
    Process process =
        Posthorn.process(data, Map.of("POSTHORN_NONSENSE", "1", "POSTHORN_LEASE", "soon")).start();

    assertThat(exitCodeOf(process)).isEqualTo(2);
    assertThat(errorsOf(process)).hasSize(2).allMatch(line -> line.startsWith("posthorn: "));
  }

  @Test
  void a_port_that_is_taken_is_one_sentence() throws Exception {
    Process process =
        Posthorn.process(
                data,
                Map.of(
                    "POSTHORN_HTTP_PORT",
                    Integer.toString(receiver.port()),
                    // Else it would say too that it made one.
                    "POSTHORN_SECRETS_KEY",
                    "0".repeat(64)))
            .start();

    assertThat(exitCodeOf(process)).isEqualTo(1);
    assertThat(errorsOf(process)).singleElement().asString().startsWith("posthorn: could not");
  }

  @Test
  void without_a_key_of_ones_own_one_is_made_once_into_a_file_where_no_terminal_is()
      throws Exception {
    Path file = data.resolve("operator.key");
    String firstOut = outputUntilReady(null);
    String key = Files.readString(file);
    String secondOut = outputUntilReady(null);

    assertThat(firstOut).contains("posthorn operator key written to " + file).doesNotContain("ph_");
    assertThat(key).startsWith("ph_").hasSizeGreaterThan(40);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(secondOut).doesNotContain("operator key");
    assertThat(file).hasContent(key.strip());
  }

  @Test
  void a_configured_operator_key_stops_working_when_another_takes_its_place() throws Exception {
    String earlier = "the-operator-key-of-yesterday";
    outputUntilReady(earlier);

    try (var posthorn = Posthorn.start(data, Map.of())) {
      assertThat(posthorn.get("/v1/webhooks").path("items").isArray()).isTrue();
      assertThat(posthorn.get("/v1/webhooks", earlier).path("code").asString())
          .isEqualTo("unauthorized");
    }
  }

  private String outputUntilReady(@Nullable String operatorKey)
      throws IOException, InterruptedException {
    ProcessBuilder builder = Posthorn.process(data, Map.of());
    builder.environment().remove("POSTHORN_OPERATOR_KEY");
    if (operatorKey != null) {
      builder.environment().put("POSTHORN_OPERATOR_KEY", operatorKey);
    }
    Process process = builder.start();
    var output = new StringBuilder();
    try (var out = process.inputReader()) {
      String line;
      do {
        line = out.readLine();
        output.append(line).append('\n');
      } while (line != null && !line.startsWith("posthorn ready"));
    }
    process.destroyForcibly().waitFor();
    return output.toString();
  }

  @Test
  void help_and_version_are_answered_without_warnings() throws Exception {
    Process version = Posthorn.process(data, Map.of(), "--version").start();
    assertThat(exitCodeOf(version)).isZero();
    assertThat(new String(version.getInputStream().readAllBytes(), UTF_8)).startsWith("posthorn ");
    assertThat(errorsOf(version)).isEmpty();

    Process help = Posthorn.process(data, Map.of(), "serve", "--help").start();
    assertThat(exitCodeOf(help)).isZero();
    assertThat(new String(help.getInputStream().readAllBytes(), UTF_8)).contains("--http-port");
  }

  private static int exitCodeOf(Process process) throws InterruptedException {
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  private static List<String> errorsOf(Process process) throws IOException {
    return new String(process.getErrorStream().readAllBytes(), UTF_8).lines().toList();
  }

  private static void awaitStatus(Posthorn posthorn, String status) {
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> posthorn.delivery().path("status").asString().equals(status));
  }
}
