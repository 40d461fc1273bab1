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
      assertThat(errorsOf(second))
          .singleElement()
          .asString()
          .contains("another process uses", "stop it, or set another folder with --data-dir");
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
  void a_port_that_is_taken_is_named_with_its_flag_before_any_key_is_made() throws Exception {
    ProcessBuilder builder =
        Posthorn.process(data, Map.of("POSTHORN_HTTP_PORT", Integer.toString(receiver.port())));
    builder.environment().remove("POSTHORN_OPERATOR_KEY");
    Process process = builder.start();

    assertThat(exitCodeOf(process)).isEqualTo(1);
    assertThat(errorsOf(process))
        .containsExactly(
            "posthorn: could not listen on 127.0.0.1:"
                + receiver.port()
                + ": another process listens there; stop it, or set another port with --http-port");
    assertThat(process.getInputStream()).isEmpty();
    assertThat(data.resolve("operator.key")).doesNotExist();
    assertThat(data.resolve("secret.key")).doesNotExist();
    assertThat(data.resolve("posthorn.db")).doesNotExist();
  }

  @Test
  void an_address_that_is_none_of_this_machine_is_told_so() throws Exception {
    Process process = Posthorn.process(data, Map.of("POSTHORN_HTTP_HOST", "192.0.2.1")).start();

    assertThat(exitCodeOf(process)).isEqualTo(1);
    assertThat(errorsOf(process))
        .containsExactly(
            "posthorn: could not listen on 192.0.2.1: this machine has no such address; set"
                + " another with --http-host");
  }

  @Test
  void a_data_folder_that_cannot_be_used_says_why() throws Exception {
    Path file = Files.createFile(data.resolve("file"));
    for (Path folder : List.of(file, file.resolve("below"))) {
      Process process = Posthorn.process(folder, Map.of()).start();

      assertThat(exitCodeOf(process)).isEqualTo(1);
      assertThat(errorsOf(process))
          .containsExactly(
              "posthorn: could not use the data folder "
                  + folder
                  + ": "
                  + file
                  + " is not a folder; set another with --data-dir");
    }
  }

  @Test
  void it_starts_in_kubernetes_beside_a_service_of_its_name() throws Exception {
    Path log = data.resolve("log");
    var service =
        Map.of(
            "POSTHORN_SERVICE_HOST", "10.96.0.7",
            "POSTHORN_SERVICE_PORT", "8080",
            "POSTHORN_PORT", "tcp://10.96.0.7:8080",
            "POSTHORN_PORT_8080_TCP_ADDR", "10.96.0.7");

    try (var posthorn = Posthorn.start(data.resolve("data"), service, log)) {
      assertThat(posthorn.get("/v1/webhooks").path("items").isArray()).isTrue();
    }
    assertThat(log).content().contains("Ignored variables that Kubernetes made for a Service");
  }

  @Test
  void a_wrong_flag_is_one_line_and_where_to_read_on() throws Exception {
    Process process = Posthorn.process(data, Map.of(), "serve", "--htpp-port=1").start();

    assertThat(exitCodeOf(process)).isEqualTo(2);
    assertThat(errorsOf(process))
        .containsExactly(
            "posthorn: there is no option --htpp-port; did you mean --http-port?",
            "See 'posthorn serve --help'.");
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

  @Test
  void the_help_of_demo_has_what_applies_with_its_own_defaults() throws Exception {
    Process help = Posthorn.process(data, Map.of(), "demo", "--help").start();

    assertThat(exitCodeOf(help)).isZero();
    assertThat(new String(help.getInputStream().readAllBytes(), UTF_8))
        .contains("--http-port", "Default: 2s,4s,8s,15s")
        .contains("gateway (30s 2m 10m 1h)")
        .doesNotContain("--data-dir", "--store-", "--secrets-", "--retention-");
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
