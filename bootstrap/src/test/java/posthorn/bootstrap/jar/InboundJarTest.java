package posthorn.bootstrap.jar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** What sources send, to the jar, which is killed and started again. */
class InboundJarTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SECRET = "a-secret-between-github-and-us";
  private static final int MESSAGES = 20;

  @TempDir Path data;

  @Test
  void what_was_acknowledged_survives_a_kill_and_is_known_when_it_comes_again() throws Exception {
    List<Receiver.Received> received = new CopyOnWriteArrayList<>();
    Path log = data.resolve("log.txt");
    try (var receiver = new Receiver(received::add);
        HttpClient client = HttpClient.newHttpClient()) {
      String path;
      try (Posthorn posthorn = Posthorn.start(data, Map.of(), log)) {
        path = source(posthorn);
        for (int i = 0; i < MESSAGES; i++) {
          assertThat(statusOf(send(client, posthorn, path, i))).isEqualTo("routed");
        }
        posthorn.kill();
      }
      try (Posthorn posthorn = Posthorn.start(data, Map.of(), log)) {
        for (int i = 0; i < MESSAGES; i++) {
          assertThat(statusOf(send(client, posthorn, path, i))).isEqualTo("duplicate");
        }
        posthorn.createWebhook(receiver.port(), "code_review");
        assertThat(statusOf(send(client, posthorn, path, MESSAGES))).isEqualTo("routed");
        await().atMost(Duration.ofSeconds(30)).until(() -> received.size() == 1);
        JsonNode events = posthorn.get("/v1/events?event_type=code_review&limit=500");
        assertThat(events.path("items").size()).isEqualTo(MESSAGES + 1);
        assertThat(events.path("items").path(0).path("session_id").asString())
            .isEqualTo("reviewer-cluster");
        assertThat(posthorn.get("/v1/inbound?status=routed&limit=500").path("items").size())
            .isEqualTo(MESSAGES + 1);
        assertThat(forged(client, posthorn, path).statusCode()).isEqualTo(401);
      }
    }
    assertThat(Files.readString(log)).contains("not signed by their source").doesNotContain(SECRET);
  }

  private static String source(Posthorn posthorn) throws IOException, InterruptedException {
    JsonNode source =
        JSON.readTree(
            posthorn
                .post(
                    "/v1/sources",
                    "{\"name\":\"github\",\"kind\":\"github\",\"secret\":\"" + SECRET + "\"}")
                .body());
    HttpResponse<String> route =
        posthorn.post(
            "/v1/routes",
            "{\"source_id\":\"%s\",\"event_type\":\"pull_request.opened\","
                    .formatted(source.path("id").asString())
                + "\"intent\":\"code_review\",\"target\":\"reviewer-cluster\"}");
    assertThat(route.statusCode()).isEqualTo(201);
    return source.path("receive_url").asString();
  }

  private static HttpResponse<String> send(
      HttpClient client, Posthorn posthorn, String path, int number)
      throws IOException, InterruptedException, GeneralSecurityException {
    String body = "{\"action\":\"opened\",\"number\":" + number + "}";
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(SECRET.getBytes(UTF_8), "HmacSHA256"));
    String signature = HexFormat.of().formatHex(mac.doFinal(body.getBytes(UTF_8)));
    return client.send(
        HttpRequest.newBuilder(posthorn.address.resolve(path))
            .header("X-GitHub-Event", "pull_request")
            .header("X-GitHub-Delivery", "delivery-" + number)
            .header("X-Hub-Signature-256", "sha256=" + signature)
            .POST(BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }

  private static HttpResponse<String> forged(HttpClient client, Posthorn posthorn, String path)
      throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(posthorn.address.resolve(path))
            .header("X-Hub-Signature-256", "sha256=" + "0".repeat(64))
            .POST(BodyPublishers.ofString("{}"))
            .build(),
        BodyHandlers.ofString());
  }

  private static String statusOf(HttpResponse<String> response) {
    assertThat(response.statusCode()).isEqualTo(202);
    return JSON.readTree(response.body()).path("status").asString();
  }
}
