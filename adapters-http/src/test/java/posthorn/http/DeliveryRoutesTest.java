package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.http.TestApi.Answer;
import tools.jackson.databind.JsonNode;

class DeliveryRoutesTest {
  @RegisterExtension final TestApi api = new TestApi();

  @Test
  void a_delivery_is_shown_with_its_failure_and_attempts() throws Exception {
    api.post("/v1/webhooks", TestApi.WEBHOOK);
    api.post("/v1/events", TestApi.EVENT);
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
    assertThat(attempt.path("request_headers").path("User-Agent").asString())
        .isEqualTo("Posthorn/test");
    assertThat(attempt.path("response_headers").isObject()).isTrue();
    assertThat(attempt.path("delivery_id")).isEqualTo(delivery.path("id"));
    assertThat(attempt.path("circuit_breaker_prevented").isBoolean()).isTrue();
    assertThat(attempt.path("circuit_breaker_prevented").asBoolean()).isFalse();
  }

  @Test
  void a_list_is_paged_and_filtered() throws Exception {
    api.post("/v1/webhooks", TestApi.WEBHOOK);
    for (int i = 0; i < 3; i++) {
      api.post("/v1/events", TestApi.EVENT);
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
    api.post("/v1/webhooks", TestApi.WEBHOOK);
    api.post("/v1/events", TestApi.EVENT);
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
  void a_delivery_that_waits_says_until_when() throws Exception {
    api.post("/v1/webhooks", TestApi.WEBHOOK);
    api.post(
        "/v1/events",
        """
        {"event_type": "user.created", "data": 1, "deliver_at": "2026-01-01T00:10:00Z"}
        """);
    assertThat(api.engine.runDue()).isZero();

    JsonNode delivery = onlyDelivery();
    assertThat(delivery.path("status").asString()).isEqualTo("pending");
    assertThat(delivery.path("next_retry_at").asString()).isEqualTo("2026-01-01T00:10:00Z");
    assertThat(delivery.path("deferrals").toString())
        .isEqualTo("{\"count\":0,\"circuit_open\":0,\"last_reason\":null}");
  }

  @Test
  void a_delivery_that_was_put_off_says_how_often_and_why() throws Exception {
    api.post(
        "/v1/webhooks",
        """
        {"url": "http://127.0.0.1:9999/hook", "events": ["*"],
         "circuit_breaker_config": {"force_open_until": "2026-01-01T01:00:00Z"}}
        """);
    api.post("/v1/events", TestApi.EVENT);
    api.engine.runDue();
    assertThat(api.engine.sender.sent()).isEmpty();

    JsonNode delivery = onlyDelivery();
    assertThat(delivery.path("status").asString()).isEqualTo("pending");
    assertThat(delivery.path("attempt_count").asInt()).isZero();
    assertThat(delivery.path("next_retry_at").isNull()).isFalse();
    assertThat(delivery.path("deferrals").toString())
        .isEqualTo("{\"count\":1,\"circuit_open\":1,\"last_reason\":\"circuit_open\"}");
  }

  @Test
  void a_delivery_to_an_inactive_webhook_is_cancelled() throws Exception {
    api.post(
        "/v1/webhooks",
        "{\"url\": \"http://127.0.0.1:9999/hook\", \"events\": [\"*\"], \"active\": false}");
    api.post("/v1/events", TestApi.EVENT);
    api.engine.runDue();

    JsonNode delivery = onlyDelivery();
    assertThat(delivery.path("status").asString()).isEqualTo("cancelled");
    assertThat(delivery.path("dead_reason").asString()).isEqualTo("cancelled");
    assertThat(delivery.path("next_retry_at").isNull()).isTrue();
    assertThat(delivery.path("completed_at").isNull()).isFalse();
  }

  private JsonNode onlyDelivery() throws Exception {
    JsonNode items = api.get("/v1/deliveries").body().path("items");
    assertThat(items.size()).isEqualTo(1);
    return items.get(0);
  }
}
