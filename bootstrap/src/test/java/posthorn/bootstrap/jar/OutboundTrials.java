package posthorn.bootstrap.jar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import posthorn.application.testing.ClientCertificates;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Tries what receivers, tests, certificates and loops may take of what goes out. */
final class OutboundTrials implements LimitTrials {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration SOON = Duration.ofSeconds(30);

  @Override
  public Map<String, Trial> trials() {
    return Map.of(
        "answer-body", OutboundTrials::aBodyThatNeverEndsFreesItsPlace,
        "tests", OutboundTrials::aFifthTestIsRefused,
        "client-certificates", OutboundTrials::aSeventeenthCertificateWaits,
        "hops", OutboundTrials::aLoopEnds);
  }

  private static Posthorn start() throws IOException {
    return Posthorn.start(Files.createTempDirectory("posthorn-limits"), Map.of());
  }

  /** The second is sent long before the first could have timed out. */
  private static void aBodyThatNeverEndsFreesItsPlace() throws Exception {
    try (var posthorn = start();
        var server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      server.setSoTimeout((int) SOON.toMillis());
      posthorn.post(
          "/v1/webhooks",
          "{\"url\":\"http://127.0.0.1:%d/\",\"events\":[\"*\"],\"max_in_flight\":1,\"timeout_ms\":50000}"
              .formatted(server.getLocalPort()));
      posthorn.publish("1");
      posthorn.publish("2");
      try (Socket first = answerWithoutEnd(server);
          Socket second = answerWithoutEnd(server)) {
        assertThat(first.getPort()).isNotEqualTo(second.getPort());
      }
    }
  }

  private static Socket answerWithoutEnd(ServerSocket server) throws IOException {
    Socket connection = server.accept();
    connection
        .getOutputStream()
        .write(
            "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"
                .getBytes(StandardCharsets.ISO_8859_1));
    return connection;
  }

  private static void aFifthTestIsRefused() throws Exception {
    try (var posthorn = start();
        var receiver = new Receiver();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      String test =
          "/v1/webhooks/" + posthorn.createWebhook(receiver.port()).path("id").asString() + "/test";
      receiver.hold();
      var under = new ArrayList<Future<HttpResponse<String>>>();
      for (int i = 0; i < 4; i++) {
        under.add(threads.submit(() -> posthorn.post(test, "")));
      }
      await().atMost(SOON).until(() -> receiver.unanswered() == 4);

      HttpResponse<String> fifth = posthorn.post(test, "");
      assertThat(fifth.statusCode()).isEqualTo(429);
      assertThat(fifth.body()).contains("too_many_tests");

      receiver.letGo();
      for (Future<HttpResponse<String>> each : under) {
        assertThat(each.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
      }
    }
  }

  private static void aSeventeenthCertificateWaits() throws Exception {
    try (var posthorn = start();
        var receiver = new Receiver();
        var other = new Receiver()) {
      for (int i = 0; i < 17; i++) {
        assertThat(posthorn.post("/v1/webhooks", certified(receiver.port(), i)).statusCode())
            .isEqualTo(201);
      }
      receiver.hold();
      posthorn.publish("{}");
      await().atMost(SOON).until(() -> receiver.unanswered() == 16);
      posthorn.createWebhook(other.port());
      posthorn.publish("{}");
      other.next();
      assertThat(receiver.unanswered()).isEqualTo(16);

      receiver.letGo();
      for (int i = 0; i < 17 * 2; i++) {
        receiver.next();
      }
    }
  }

  /** Each another one by its text. */
  private static String certified(int port, int number) {
    var one = ClientCertificates.ONE;
    return JSON.writeValueAsString(
        Map.of(
            "url",
            "http://127.0.0.1:" + port + "/" + number,
            "events",
            List.of("*"),
            "max_in_flight",
            1,
            "client_certificate",
            Map.of(
                "certificate",
                one.chain() + "\n".repeat(number),
                "private_key",
                one.privateKey())));
  }

  private static void aLoopEnds() throws Exception {
    try (var posthorn = start()) {
      JsonNode source =
          JSON.readTree(
              posthorn.post("/v1/sources", "{\"name\":\"s\",\"kind\":\"standard\"}").body());
      posthorn.post(
          "/v1/routes",
          "{\"source\":\"s\",\"event_type\":\"*\",\"intent\":\"again\",\"target\":\"me\"}");
      posthorn.post(
          "/v1/webhooks",
          "{\"url\":\"%s\",\"events\":[\"*\"],\"secret\":\"%s\"}"
              .formatted(
                  posthorn.address.resolve(source.path("receive_url").asString()),
                  source.path("secret").asString()));
      posthorn.publish("{}");

      await()
          .atMost(SOON)
          .until(() ->
              posthorn
                  .get("/v1/deliveries?limit=100")
                  .path("items")
                  .valueStream()
                  .anyMatch(each -> each.path("error_detail").path("http_status").asInt() == 508));
      assertThat(posthorn.get("/v1/inbound?limit=100").path("items").size()).isEqualTo(5);
    }
  }
}
