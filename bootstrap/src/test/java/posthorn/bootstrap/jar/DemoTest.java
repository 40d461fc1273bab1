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
  private static final Pattern RECEIVED =
      Pattern.compile("posthorn demo received (\\S+) (evt_\\S+), attempt ([0-9]+): (\\S+)");

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
      assertThat(next(out, RECEIVED).group(4)).isEqualTo("ok");

      order(receiver, "status=500");
      String event = awaitReceived(out, "status=500").group(2);
      await()
          .atMost(SOON)
          .untilAsserted(() -> {
            JsonNode delivery = deliveryOf(server, event);
            assertThat(delivery.path("failure_category").asString()).isEqualTo("server_error");
            assertThat(delivery.path("status").asString()).isEqualTo("failed");
          });

      order(receiver, "ok");
      assertThat(awaitReceived(out, "ok").group(1)).contains(".");
      await()
          .atMost(SOON)
          .untilAsserted(() -> {
            JsonNode delivery = deliveryOf(server, event);
            assertThat(delivery.path("status").asString()).isEqualTo("delivered");
            assertThat(delivery.path("attempt_count").asInt()).isGreaterThan(1);
          });
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
      awaitReceived(out, "stall");
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
  void a_database_with_webhooks_gets_no_sample_events() throws Exception {
    try (var posthorn = Posthorn.start(folder, Map.of())) {
      posthorn.createWebhook(9000);
    }

    Process demo = Posthorn.process(folder, Map.of(), "demo").start();

    assertThat(demo.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(demo.exitValue()).isEqualTo(1);
    assertThat(new String(demo.getErrorStream().readAllBytes(), UTF_8))
        .contains("the demo needs a data folder of its own");
  }

  /** As a user would, but for the port and the key, with temporary folders in this one. */
  private Process start() throws IOException {
    ProcessBuilder builder = Posthorn.process(folder, Map.of(), "demo");
    builder.command().add(1, "-Djava.io.tmpdir=" + folder);
    builder
        .environment()
        .keySet()
        .removeIf(
            name -> name.equals("POSTHORN_DATA_DIR") || name.startsWith("POSTHORN_OUTBOUND_"));
    return builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
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
    while (!received.group(4).equals(order)) {
      received = next(out, RECEIVED);
    }
    return received;
  }

  private void order(URI receiver, String order) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(receiver).POST(BodyPublishers.ofString(order)).build();
    assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
  }

  private JsonNode deliveryOf(URI server, String event) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(server.resolve("/v1/events/" + event))
            .header("Authorization", "Bearer " + Posthorn.KEY)
            .build();
    String body = client.send(request, BodyHandlers.ofString()).body();
    return JSON.readTree(body).path("deliveries").path(0);
  }
}
