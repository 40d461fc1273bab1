package posthorn.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.port.OperatorEvent.SignatureFailed;
import posthorn.application.port.WebhookRequest;
import tools.jackson.databind.JsonNode;

class GatewayRoutesTest {
  private static final String UNKNOWN = "/gateway/webhooks/src_00000000000000000000000009";

  @RegisterExtension final TestApi api = new TestApi();

  private Github github;

  @BeforeEach
  void makeSource() throws Exception {
    github = new Github(api);
  }

  @Test
  void adr_020_a_pull_request_reaches_whoever_subscribed_to_code_reviews() throws Exception {
    api.post(
        "/v1/routes",
        """
        {"source_id": "%s", "event_type": "pull_request.opened",
         "intent": "code_review", "target": "reviewer-cluster"}
        """
            .formatted(github.sourceId));
    api.post("/v1/webhooks", TestApi.WEBHOOK.replace("user.*", "code_review"));

    TestApi.Answer answer = github.opened("72d3162e");

    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.body().path("inbound_id").asString()).startsWith("in_");
    assertThat(answer.body().path("status").asString()).isEqualTo("routed");
    api.engine.sender.everyReceiverAnswers(200);
    assertThat(api.engine.runDue()).isEqualTo(1);
    WebhookRequest sent = api.engine.sender.sent().getFirst();
    JsonNode body = Json.MAPPER.readTree(new String(sent.body().bytes(), UTF_8));
    assertThat(body.path("type").asString()).isEqualTo("code_review");
    assertThat(body.path("data")).isEqualTo(Json.MAPPER.readTree(Github.OPENED));
    JsonNode delivery =
        api.get("/v1/deliveries?session_id=reviewer-cluster").body().path("items").path(0);
    assertThat(delivery.path("event_type").asString()).isEqualTo("code_review");
    assertThat(delivery.path("session_id").asString()).isEqualTo("reviewer-cluster");
    assertThat(delivery.path("status").asString()).isEqualTo("delivered");
  }

  @Test
  void what_goes_in_a_circle_is_refused() throws Exception {
    TestApi.Answer answer =
        api.send(github.request(github.path, "1", Github.OPENED).header("Posthorn-Hops", "5"));

    assertThat(answer.status()).isEqualTo(508);
    assertThat(answer.code()).isEqualTo("loop_detected");
  }

  @Test
  void an_extreme_number_in_a_message_is_no_fault_of_ours() throws Exception {
    github.route("*", "code_review", "reviewer-cluster");
    api.post(
        "/v1/webhooks",
        TestApi.WEBHOOK
            .replace("user.*", "code_review")
            .replaceFirst("\\{", "{\"filter\": {\"/data/n\": {\"gt\": 0}},"));

    TestApi.Answer answer =
        api.send(
            github.request(github.path, "1", "{\"action\": \"opened\", \"n\": 1e99999999999}"));

    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.body().path("status").asString()).isEqualTo("routed");
    assertThat(api.get("/v1/deliveries").body().path("items").size()).isEqualTo(1);
  }

  @Test
  void a_message_with_too_many_parts_is_refused() throws Exception {
    TestApi.Answer answer =
        api.send(github.request(github.path, "1", "[0" + ",0".repeat(50_000) + "]"));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.code()).isEqualTo("too_many_parts");
    assertThat(answer.body().path("detail").asString()).contains("50000");
  }

  @Test
  void a_message_without_a_route_is_acknowledged_as_unrouted() throws Exception {
    assertThat(github.opened("1").body().path("status").asString()).isEqualTo("unrouted");
  }

  @Test
  void the_same_message_is_acknowledged_twice_and_routed_once() throws Exception {
    github.route("*", "code_review", "reviewer-cluster");
    JsonNode first = github.opened("1").body();

    TestApi.Answer second = github.opened("1");

    assertThat(second.status()).isEqualTo(202);
    assertThat(second.body().path("status").asString()).isEqualTo("duplicate");
    assertThat(second.body().path("inbound_id")).isEqualTo(first.path("inbound_id"));
    assertThat(api.get("/v1/events").body().path("items").size()).isEqualTo(1);
  }

  @Test
  void of_many_that_come_at_once_one_is_routed() throws Exception {
    github.route("*", "code_review", "reviewer-cluster");
    List<Callable<TestApi.Answer>> calls = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      calls.add(() -> github.opened("same"));
    }
    List<String> statuses = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<TestApi.Answer> call : threads.invokeAll(calls)) {
        assertThat(call.get().status()).isEqualTo(202);
        statuses.add(call.get().body().path("status").asString());
      }
    }

    assertThat(statuses).filteredOn("routed"::equals).hasSize(1);
    assertThat(statuses).filteredOn("duplicate"::equals).hasSize(15);
    assertThat(api.get("/v1/events").body().path("items").size()).isEqualTo(1);
  }

  @Test
  void githubs_own_example_is_accepted() throws Exception {
    TestApi.Answer answer =
        api.send(
            api.request(github.path)
                .header(
                    "X-Hub-Signature-256",
                    "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17")
                .POST(BodyPublishers.ofString("Hello, World!")));

    assertThat(answer.status()).isEqualTo(202);
  }

  @Test
  void a_bad_a_missing_and_a_changed_signature_are_refused_and_announced() throws Exception {
    var missing = api.request(github.path).POST(BodyPublishers.ofString(Github.OPENED));
    var changed =
        api.request(github.path)
            .header("X-Hub-Signature-256", Github.signatureOf(Github.OPENED))
            .POST(BodyPublishers.ofString(Github.OPENED + " "));

    for (var request : List.of(missing, changed)) {
      TestApi.Answer answer = api.send(request);
      assertThat(answer.status()).isEqualTo(401);
      assertThat(answer.code()).isEqualTo("invalid_signature");
      assertThat(answer.response().body()).doesNotContain(Github.SECRET);
    }
    assertThat(api.engine.announced)
        .hasSize(2)
        .allSatisfy(event -> assertThat(event).isInstanceOf(SignatureFailed.class));
    assertThat(api.get("/v1/inbound").body().path("items").size()).isZero();
  }

  @Test
  void an_unknown_source_answers_like_a_path_that_is_not_there() throws Exception {
    TestApi.Answer unknown = api.send(github.request(UNKNOWN, "1", Github.OPENED));
    TestApi.Answer malformed = api.send(github.request("/gateway/webhooks/x", "1", Github.OPENED));
    TestApi.Answer nowhere = api.send(github.request("/gateway/nowhere", "1", Github.OPENED));

    assertThat(unknown.status()).isEqualTo(404);
    assertThat(unknown.body()).isEqualTo(nowhere.body()).isEqualTo(malformed.body());
    assertThat(api.engine.announced).isEmpty();
  }

  @Test
  void a_message_over_the_limit_is_refused() throws Exception {
    String large = "x".repeat(TestApi.MAX_INBOUND + 1);

    // It is refused unread: a client that sends all the same may see no answer, but a closed
    // connection.
    TestApi.Answer answer = api.send(github.request(github.path, "1", large).expectContinue(true));
    assertThat(answer.status()).isEqualTo(413);
    assertThat(answer.code()).isEqualTo("payload_too_large");
    assertThat(answer.body().path("detail").asString())
        .startsWith("the body may have at most " + TestApi.MAX_INBOUND + " bytes");
    assertThat(api.send(github.request(github.path, "1", large.substring(1))).status())
        .isEqualTo(202);
  }

  @Test
  void an_unknown_source_and_a_stranger_are_answered_before_they_have_sent_a_body()
      throws Exception {
    for (int i = 0; i < 10; i++) {
      api.send(api.request(github.path).POST(BodyPublishers.noBody()));
    }

    assertThat(firstLine(UNKNOWN)).startsWith("HTTP/1.1 404");
    assertThat(firstLine(github.path)).startsWith("HTTP/1.1 429");
  }

  /** Of the answer to a request whose body never comes. */
  private String firstLine(String path) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), api.port())) {
      socket.setSoTimeout(20_000);
      String head = "POST " + path + " HTTP/1.1\r\nHost: a\r\nContent-Length: 9000\r\n\r\n";
      socket.getOutputStream().write(head.getBytes(UTF_8));
      return new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8)).readLine();
    }
  }

  @Test
  void a_source_that_demands_json_refuses_what_is_none() throws Exception {
    var strict = new Github(api, "\"require_json\": true, ");

    TestApi.Answer wrongType =
        api.send(
            api.request(strict.path)
                .header("Content-Type", "text/plain")
                .header("X-Hub-Signature-256", Github.signatureOf("{}"))
                .POST(BodyPublishers.ofString("{}")));
    TestApi.Answer malformed = api.send(strict.request(strict.path, "1", "{"));

    assertThat(wrongType.status()).isEqualTo(415);
    assertThat(wrongType.code()).isEqualTo("unsupported_media_type");
    assertThat(malformed.status()).isEqualTo(400);
    assertThat(malformed.code()).isEqualTo("malformed_json");
  }

  @Test
  void who_fails_often_is_told_when_to_come_again() throws Exception {
    for (int i = 0; i < 10; i++) {
      api.send(api.request(github.path).POST(BodyPublishers.noBody()));
    }

    TestApi.Answer answer = api.send(api.request(github.path).POST(BodyPublishers.noBody()));

    assertThat(answer.status()).isEqualTo(429);
    assertThat(answer.code()).isEqualTo("too_many_failures");
    assertThat(answer.response().headers().firstValueAsLong("Retry-After").orElseThrow())
        .isBetween(1L, 60L);
    assertThat(github.opened("1").status()).isEqualTo(202);
  }

  @Test
  void a_sender_may_add_parameters_and_needs_no_key() throws Exception {
    HttpResponse<String> response =
        api.send(github.request(github.path + "?from=github&x=1", "1", Github.OPENED)).response();

    assertThat(response.statusCode()).isEqualTo(202);
  }

  @Test
  void a_removed_or_inactive_source_takes_nothing() throws Exception {
    api.patch("/v1/sources/" + github.sourceId, "{\"active\": false}");
    assertThat(github.opened("1").status()).isEqualTo(404);
    api.patch("/v1/sources/" + github.sourceId, "{\"active\": true}");
    assertThat(github.opened("1").status()).isEqualTo(202);
    api.delete("/v1/sources/" + github.sourceId);
    assertThat(github.opened("2").status()).isEqualTo(404);
  }

  @Test
  void slacks_question_is_answered() throws Exception {
    JsonNode slack =
        api.post(
                "/v1/sources",
                "{\"name\": \"slack\", \"kind\": \"slack\", \"secret\": \"%s\"}"
                    .formatted(Github.SECRET))
            .body();
    String body = "{\"type\":\"url_verification\",\"challenge\":\"3eZbrw1a\"}";
    long seconds = api.engine.time.now().getEpochSecond();
    String signature = Github.signatureOf("v0:" + seconds + ":" + body);

    TestApi.Answer answer =
        api.send(
            api.request(slack.path("receive_url").asString())
                .header("X-Slack-Request-Timestamp", Long.toString(seconds))
                .header("X-Slack-Signature", signature.replace("sha256=", "v0="))
                .POST(BodyPublishers.ofString(body)));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body().path("challenge").asString()).isEqualTo("3eZbrw1a");
    assertThat(api.get("/v1/inbound").body().path("items").size()).isZero();
  }

  @Test
  void zooms_question_is_answered() throws Exception {
    JsonNode zoom =
        api.post(
                "/v1/sources",
                "{\"name\": \"zoom\", \"kind\": \"zoom\", \"secret\": \"%s\"}"
                    .formatted(Github.SECRET))
            .body();
    String body = "{\"event\":\"endpoint.url_validation\",\"payload\":{\"plainToken\":\"qgg8vl\"}}";
    long seconds = api.engine.time.now().getEpochSecond();
    String signature = Github.signatureOf("v0:" + seconds + ":" + body);

    TestApi.Answer answer =
        api.send(
            api.request(zoom.path("receive_url").asString())
                .header("x-zm-request-timestamp", Long.toString(seconds))
                .header("x-zm-signature", signature.replace("sha256=", "v0="))
                .POST(BodyPublishers.ofString(body)));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.response().headers().firstValue("Content-Type").orElseThrow())
        .startsWith("application/json");
    assertThat(answer.body().path("plainToken").asString()).isEqualTo("qgg8vl");
    assertThat(answer.body().path("encryptedToken").asString())
        .isEqualTo(Github.signatureOf("qgg8vl").substring("sha256=".length()));
    assertThat(api.get("/v1/inbound").body().path("items").size()).isZero();
  }

  @Test
  void discords_ping_is_answered_with_nothing() throws Exception {
    KeyPair keys = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    byte[] der = keys.getPublic().getEncoded();
    String hex = HexFormat.of().formatHex(Arrays.copyOfRange(der, der.length - 32, der.length));
    JsonNode discord =
        api.post(
                "/v1/sources",
                "{\"name\": \"discord\", \"kind\": \"discord\", \"secret\": \"%s\"}".formatted(hex))
            .body();
    String body = "{\"version\":1,\"application_id\":\"1234\",\"type\":0}";
    String seconds = Long.toString(api.engine.time.now().getEpochSecond());
    Signature signature = Signature.getInstance("Ed25519");
    signature.initSign(keys.getPrivate());
    signature.update((seconds + body).getBytes(UTF_8));
    var request =
        api.request(discord.path("receive_url").asString())
            .header("X-Signature-Timestamp", seconds)
            .header("X-Signature-Ed25519", HexFormat.of().formatHex(signature.sign()));

    TestApi.Answer answer = api.send(request.POST(BodyPublishers.ofString(body)));
    assertThat(answer.status()).isEqualTo(204);
    assertThat(answer.response().body()).isEmpty();
    assertThat(api.send(request.POST(BodyPublishers.ofString(body + " "))).status()).isEqualTo(401);
  }
}
