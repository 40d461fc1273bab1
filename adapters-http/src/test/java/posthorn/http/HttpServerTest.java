package posthorn.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.http.TestApi.Answer;
import tools.jackson.databind.JsonNode;

class HttpServerTest {
  private static final String WEBHOOK =
      "{\"url\": \"http://127.0.0.1:9999/hook\", \"events\": [\"user.*\"]}";
  private static final String EVENT = "{\"event_type\": \"user.created\", \"data\": {\"a\": 1}}";

  @RegisterExtension final TestApi api = new TestApi();

  @Test
  void the_process_is_live_without_a_key() throws Exception {
    assertThat(api.send(api.request("/healthz")).status()).isEqualTo(200);
  }

  @Test
  void readiness_says_whether_work_is_taken() throws Exception {
    assertThat(api.send(api.request("/readyz")).status()).isEqualTo(200);
    api.ready = false;
    assertThat(api.send(api.request("/readyz")).status()).isEqualTo(503);
  }

  @Test
  void nobody_gets_in_without_a_key() throws Exception {
    for (var request :
        List.of(
            api.request("/v1/deliveries"),
            api.request("/v1/deliveries").header("Authorization", "Bearer wrong"),
            api.request("/v1/deliveries").header("Authorization", "Basic " + TestApi.KEY),
            api.request("/v1/nothing"))) {
      Answer answer = api.send(request);
      assertThat(answer.status()).isEqualTo(401);
      assertThat(answer.code()).isEqualTo("unauthorized");
      assertThat(answer.response().headers().firstValue("WWW-Authenticate")).contains("Bearer");
    }
  }

  @Test
  void a_webhook_is_created_and_its_secret_shown() throws Exception {
    Answer answer = api.post("/v1/webhooks", WEBHOOK);

    assertThat(answer.status()).isEqualTo(201);
    JsonNode webhook = answer.body();
    assertThat(webhook.path("id").asString()).startsWith("wh_");
    assertThat(webhook.path("secret").asString()).startsWith("whsec_");
    assertThat(webhook.path("tenant_id").asString()).isEqualTo("default");
    assertThat(answer.response().headers().firstValue("Location"))
        .contains("/v1/webhooks/" + webhook.path("id").asString());
  }

  @Test
  void a_webhook_may_choose_its_secret_and_schemes() throws Exception {
    Answer answer =
        api.post(
            "/v1/webhooks",
            """
            {"url": "http://127.0.0.1:9999/hook", "events": ["*"], "name": "mine",
             "secret": "a-secret-of-my-own",
             "signature_schemes":
               ["standard", {"scheme": "sha256", "header": "X-Observatory-Signature"}]}
            """);

    assertThat(answer.status()).isEqualTo(201);
    assertThat(answer.body().path("secret").asString()).isEqualTo("a-secret-of-my-own");
    assertThat(answer.body().path("signature_schemes").toString())
        .isEqualTo(
            "[{\"scheme\":\"standard\",\"header\":\"webhook-signature\"},"
                + "{\"scheme\":\"sha256\",\"header\":\"X-Observatory-Signature\"}]");
  }

  @Test
  void all_that_is_wrong_with_a_webhook_is_said_at_once() throws Exception {
    Answer answer =
        api.post(
            "/v1/webhooks",
            """
            {"url": 7, "events": ["a b"], "secret": "short", "nonsense": 1,
             "signature_schemes": ["sha256", "timestamped", "unheard-of"]}
            """);

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.code()).isEqualTo("validation_failed");
    assertThat(answer.wrongFields())
        .contains("url", "events", "secret", "signature_schemes", "nonsense");
    assertThat(answer.response().headers().firstValue("Content-Type"))
        .contains("application/problem+json");
  }

  @Test
  void a_url_that_webhooks_may_not_have_is_refused() throws Exception {
    Answer answer =
        api.post("/v1/webhooks", "{\"url\": \"http://10.0.0.1/\", \"events\": [\"*\"]}");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.wrongFields()).containsExactly("url");
    assertThat(answer.body().toString()).contains("10.0.0.1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "7", "{\"a\":1} x", "{\"a\":1,\"a\":2}", "{\"a\":tru}"})
  void what_is_not_a_json_object_is_refused(String body) throws Exception {
    Answer answer = api.post("/v1/events", body);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.code()).isEqualTo("malformed_json");
  }

  @Test
  void what_is_not_utf_8_is_refused() throws Exception {
    byte[] latin1 = {'{', '"', 'a', '"', ':', '"', (byte) 0xFC, '"', '}'};
    Answer answer = api.send(api.authorized("/v1/events").POST(BodyPublishers.ofByteArray(latin1)));

    assertThat(answer.status()).isEqualTo(400);
  }

  @Test
  void what_is_nested_too_deeply_is_refused() throws Exception {
    Answer answer =
        api.post(
            "/v1/events",
            "{\"event_type\":\"a\",\"data\":" + "[".repeat(10_000) + "]".repeat(10_000) + "}");

    assertThat(answer.status()).isEqualTo(400);
  }

  @Test
  void an_event_is_accepted_with_its_deliveries() throws Exception {
    api.post("/v1/webhooks", WEBHOOK);

    Answer answer = api.post("/v1/events", EVENT);

    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.body().path("event_id").asString()).startsWith("evt_");
    assertThat(answer.body().path("deliveries").asInt()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{ \"b\" : [1, 2.50, 1e400] , \"ü\":\"\\u00fc\" }",
        "[]",
        "\"text\"",
        "12345678901234567890.10",
        "-0.0",
        "true",
        "null"
      })
  void data_is_sent_on_byte_for_byte(String data) throws Exception {
    api.post("/v1/webhooks", WEBHOOK);
    api.post("/v1/events", "{\"data\" : " + data + " ,\"event_type\":\"user.created\"}");
    api.engine.runDue();

    assertThat(new String(api.engine.sender.sent().getFirst().body().bytes(), UTF_8))
        .endsWith("\"data\":" + data + "}");
  }

  @Test
  void all_that_is_wrong_with_an_event_is_said_at_once() throws Exception {
    Answer answer =
        api.post(
            "/v1/events",
            "{\"event_type\": \"a..b\", \"timestamp\": \"yesterday\", \"nonsense\": 1}");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.wrongFields())
        .containsExactlyInAnyOrder("event_type", "data", "timestamp", "nonsense");
  }

  @Test
  void a_number_that_nobody_could_read_is_refused() throws Exception {
    String huge = "9".repeat(5_000);
    assertThat(api.post("/v1/events", "{\"event_type\":\"a\",\"data\":" + huge + "}").code())
        .isEqualTo("malformed_json");

    Answer inside =
        api.post("/v1/webhooks", "{\"url\":\"https://a.example\",\"events\":[" + huge + "]}");
    assertThat(inside.code()).isEqualTo("malformed_json");
  }

  @Test
  void an_idempotency_key_makes_the_second_a_duplicate() throws Exception {
    Answer first = api.send(withKey());
    Answer second = api.send(withKey());

    assertThat(first.status()).isEqualTo(202);
    assertThat(second.status()).isEqualTo(409);
    assertThat(second.code()).isEqualTo("duplicate_event");
    assertThat(second.body().path("detail").asString())
        .contains(first.body().path("event_id").asString());
  }

  private HttpRequest.Builder withKey() {
    return api.authorized("/v1/events")
        .header("Idempotency-Key", "key-1")
        .POST(BodyPublishers.ofString(EVENT));
  }

  @Test
  void too_much_data_is_refused() throws Exception {
    String data = "\"" + "x".repeat(256 * 1024) + "\"";
    Answer answer = api.post("/v1/events", "{\"event_type\":\"a\",\"data\":" + data + "}");
    assertThat(answer.status()).isEqualTo(413);
    assertThat(answer.code()).isEqualTo("payload_too_large");

    Answer endless = api.post("/v1/events", "x".repeat(2 * 1024 * 1024));
    assertThat(endless.status()).isEqualTo(413);
  }

  @Test
  void a_delivery_is_shown_with_its_failure_and_attempts() throws Exception {
    api.post("/v1/webhooks", WEBHOOK);
    api.post("/v1/events", EVENT);
    api.engine.sender.everyReceiverAnswers(500);
    api.engine.runDue();

    JsonNode delivery = api.get("/v1/deliveries").body().path("items").get(0);
    assertThat(delivery.path("status").asString()).isEqualTo("failed");
    assertThat(delivery.path("attempt_count").asInt()).isEqualTo(1);
    assertThat(delivery.path("max_attempts").asInt()).isEqualTo(5);
    assertThat(delivery.path("next_retry_at").asString()).isEqualTo("2026-01-01T00:00:30Z");
    assertThat(delivery.path("failure_category").asString()).isEqualTo("server_error");
    assertThat(delivery.path("error_detail").path("http_status").asInt()).isEqualTo(500);

    String path = "/v1/deliveries/" + delivery.path("id").asString();
    assertThat(api.get(path).body()).isEqualTo(delivery);
    JsonNode attempt = api.get(path + "/attempts").body().path("items").get(0);
    assertThat(attempt.path("attempt_number").asInt()).isEqualTo(1);
    assertThat(attempt.path("http_status_code").asInt()).isEqualTo(500);
    assertThat(attempt.path("status").asString()).isEqualTo("failed");
    assertThat(attempt.path("request_headers").path("X-Webhook-Attempt").asString()).isEqualTo("1");
    assertThat(attempt.path("response_headers").isObject()).isTrue();
  }

  @Test
  void a_list_is_paged_and_filtered() throws Exception {
    api.post("/v1/webhooks", WEBHOOK);
    for (int i = 0; i < 3; i++) {
      api.post("/v1/events", EVENT);
      api.engine.time.advance(Duration.ofMillis(1));
    }

    JsonNode first = api.get("/v1/deliveries?limit=2").body();
    assertThat(first.path("items").size()).isEqualTo(2);
    JsonNode second =
        api.get("/v1/deliveries?limit=2&cursor=" + first.path("next_cursor").asString()).body();
    assertThat(second.path("items").size()).isEqualTo(1);
    assertThat(second.path("next_cursor").isNull()).isTrue();

    api.engine.runDue();
    assertThat(api.get("/v1/deliveries?status=success").body().path("items").size()).isEqualTo(3);
    assertThat(api.get("/v1/deliveries?status=dead").body().path("items").size()).isZero();
  }

  @Test
  void all_that_is_wrong_with_a_query_is_said_at_once() throws Exception {
    Answer answer = api.get("/v1/deliveries?limit=0&status=odd&cursor=x&nonsense=1");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.wrongFields())
        .containsExactlyInAnyOrder("limit", "status", "cursor", "nonsense");
  }

  @Test
  void a_dead_delivery_is_retried_now_and_a_pending_one_is_not() throws Exception {
    api.post("/v1/webhooks", WEBHOOK);
    api.post("/v1/events", EVENT);
    String id = api.get("/v1/deliveries").body().path("items").get(0).path("id").asString();
    String path = "/v1/deliveries/" + id + "/retry-now";
    assertThat(api.post(path, "").code()).isEqualTo("not_retryable");

    api.engine.sender.everyReceiverAnswers(500);
    api.engine.runDue();

    Answer retried = api.post(path, "");
    assertThat(retried.status()).isEqualTo(202);
    assertThat(retried.body().path("cycle").asInt()).isEqualTo(2);
    assertThat(retried.body().path("status").asString()).isEqualTo("pending");
  }

  @Test
  void what_is_not_there_is_not_found() throws Exception {
    for (String path :
        new String[] {
          "/v1/deliveries/dlv_00000000000000000000000000",
          "/v1/deliveries/nonsense",
          "/v1/nonsense",
          "/nonsense"
        }) {
      Answer answer = api.get(path);
      assertThat(answer.status()).isEqualTo(404);
      assertThat(answer.code()).isEqualTo("not_found");
    }
    assertThat(api.send(api.authorized("/v1/events").DELETE()).status()).isEqualTo(405);
  }
}
