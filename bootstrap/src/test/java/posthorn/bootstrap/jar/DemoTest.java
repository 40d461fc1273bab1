package posthorn.bootstrap.jar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** What {@code posthorn demo} shows to somebody who sees it for the first time. */
class DemoTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern READY = Pattern.compile("posthorn ready on (\\S+)");
  private static final Pattern ORDER = Pattern.compile("curl -X POST (\\S+) -d status=500");
  private static final Pattern KEY = Pattern.compile("^ *(export KEY=.+)$");

  /** A short id, an event type, an attempt, what the signature is, and the answer. */
  private static final Pattern RECEIVED =
      Pattern.compile(
          "^[0-9:]{8}  \u2026(\\w{6})  (\\S+) +attempt ([0-9]+)  signature (\\w+)  (.+)$");

  @TempDir Path folder;

  private final HttpClient client = HttpClient.newHttpClient();

  @AfterEach
  void close() {
    client.close();
  }

  @Test
  void it_delivers_fails_when_its_receiver_is_told_to_and_delivers_again() throws Exception {
    Process demo = start();
    try (BufferedReader out = demo.inputReader()) {
      URI server = URI.create(next(out, READY).group(1));
      URI receiver = URI.create(next(out, ORDER).group(1));
      Matcher first = next(out, RECEIVED);
      assertThat(first.group(4)).isEqualTo("valid");
      assertThat(first.group(5)).isEqualTo("answers 200");

      order(receiver, "status=500");
      String delivery = awaitReceived(out, "answers 500").group(1);
      await()
          .atMost(SOON)
          .untilAsserted(() -> {
            JsonNode failed = deliveryEndingWith(server, delivery);
            assertThat(failed.path("failure_category").asString()).isEqualTo("server_error");
            assertThat(failed.path("status").asString()).isEqualTo("failed");
          });

      order(receiver, "ok");
      assertThat(awaitReceived(out, "answers 200").group(2)).contains(".");
      await()
          .atMost(SOON)
          .untilAsserted(() -> {
            JsonNode delivered = deliveryEndingWith(server, delivery);
            assertThat(delivered.path("status").asString()).isEqualTo("delivered");
            assertThat(delivered.path("attempt_count").asInt()).isGreaterThan(1);
          });
    } finally {
      demo.destroyForcibly().waitFor();
    }
  }

  @Test
  void a_retry_is_seen_without_an_order_and_every_line_is_whole_and_plain() throws Exception {
    Process demo = start();
    try (BufferedReader out = demo.inputReader()) {
      var seen = new ArrayList<String>();
      String line;
      do {
        line = out.readLine();
        seen.add(line);
      } while (line != null && !line.contains("  attempt 2  signature valid  answers 200"));

      assertThat(seen)
          .allSatisfy(each -> assertThat(each).hasSizeLessThanOrEqualTo(120))
          .noneMatch(each -> each.contains("\u001B"))
          .anyMatch(each -> each.endsWith("the receiver answered 500; will be tried again in 2 s"));
      // All that follow the ready line and the explanation are whole.
      assertThat(seen.subList(seen.indexOf("") + 1, seen.size()))
          .filteredOn(each -> each.matches("^[0-9]{2}:.*"))
          .allMatch(
              each -> RECEIVED.matcher(each).find() || each.contains("; will be tried again in "));
    } finally {
      demo.destroyForcibly().waitFor();
    }
  }

  @Test
  void the_key_is_a_line_to_paste_into_a_shell() throws Exception {
    ProcessBuilder builder = builder();
    builder.environment().remove("POSTHORN_OPERATOR_KEY");
    Process demo = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (BufferedReader out = demo.inputReader()) {
      String server = next(out, READY).group(1);
      String script =
          next(out, KEY).group(1)
              + "; curl -sS --fail-with-body "
              + server
              + "/v1/webhooks -H \"Authorization: Bearer $KEY\"";
      Process shell = new ProcessBuilder("bash", "-ec", script).redirectErrorStream(true).start();

      assertThat(new String(shell.getInputStream().readAllBytes(), UTF_8)).contains("\"items\"");
      assertThat(shell.waitFor()).isZero();
    } finally {
      demo.destroyForcibly().waitFor();
    }
  }

  @Test
  void a_stop_is_clean_even_while_the_receiver_stalls_and_leaves_no_data() throws Exception {
    Process demo = start();
    try (BufferedReader out = demo.inputReader()) {
      URI receiver = URI.create(next(out, ORDER).group(1));
      order(receiver, "stall");
      awaitReceived(out, "stalls: no answer at all");
      assertThat(folder).isNotEmptyDirectory();

      demo.destroy();
      assertThat(demo.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(demo.exitValue()).isZero();
      assertThat(folder).isEmptyDirectory();
    } finally {
      demo.destroyForcibly().waitFor();
    }
  }

  @Test
  void a_folder_for_its_data_is_refused_and_not_made() throws Exception {
    ProcessBuilder builder = builder();
    builder.command().add("--data-dir=" + folder.resolve("kept"));
    Process demo = builder.start();

    assertThat(demo.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(demo.exitValue()).isEqualTo(2);
    assertThat(new String(demo.getErrorStream().readAllBytes(), UTF_8))
        .isEqualTo(
            "posthorn: --data-dir cannot be set for this command, whose data is temporary\n");
    assertThat(folder).isEmptyDirectory();
  }

  /** As a user would, but for the port and the key, with temporary folders in this one. */
  private Process start() throws IOException {
    return builder().redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  private ProcessBuilder builder() {
    ProcessBuilder builder = Posthorn.process(folder, Map.of(), "demo");
    builder.command().add(1, "-Djava.io.tmpdir=" + folder);
    builder
        .environment()
        .keySet()
        .removeIf(
            name -> name.equals("POSTHORN_DATA_DIR") || name.startsWith("POSTHORN_OUTBOUND_"));
    return builder;
  }

  private static Matcher next(BufferedReader out, Pattern pattern) throws IOException {
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      Matcher matcher = pattern.matcher(line);
      if (matcher.find()) {
        return matcher;
      }
    }
    throw new IOException("it ended without " + pattern);
  }

  private static Matcher awaitReceived(BufferedReader out, String order) throws IOException {
    Matcher received = next(out, RECEIVED);
    while (!received.group(5).equals(order)) {
      received = next(out, RECEIVED);
    }
    return received;
  }

  private void order(URI receiver, String order) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(receiver).POST(BodyPublishers.ofString(order)).build();
    assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
  }

  private JsonNode deliveryEndingWith(URI server, String end)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(server.resolve("/v1/deliveries?limit=100"))
            .header("Authorization", "Bearer " + Posthorn.KEY)
            .build();
    String body = client.send(request, BodyHandlers.ofString()).body();
    return JSON.readTree(body)
        .path("items")
        .valueStream()
        .filter(delivery -> delivery.path("id").asString().endsWith(end))
        .findFirst()
        .orElseThrow();
  }
}
