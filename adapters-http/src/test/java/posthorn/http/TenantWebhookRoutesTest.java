package posthorn.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.port.WebhookRequest;
import posthorn.http.TestApi.Answer;
import tools.jackson.databind.JsonNode;

class TenantWebhookRoutesTest {
  private static final String WEBHOOK =
      """
      {"name": "blog", "url": "http://127.0.0.1:9999/hook", "events": ["post.created"],
       "max_attempts": 2, "timeout_ms": 5000}
      """;
  private static final String EVENT = "{\"event_type\": \"post.created\", \"data\": {\"a\": 1}}";

  @RegisterExtension final TestApi api = new TestApi();

  @Test
  void a_webhook_is_made_in_the_older_words_and_sent_in_the_older_form() throws Exception {
    Answer made = api.post("/api/webhooks", WEBHOOK);
    assertThat(made.status()).as(made.response().body()).isEqualTo(201);
    assertThat(made.body().path("enabled").asBoolean()).isTrue();
    assertThat(made.body().path("secret").asString()).startsWith("whsec_");
    assertThat(made.body().path("max_attempts").asInt()).isEqualTo(2);
    assertThat(made.body().path("timeout_ms").asInt()).isEqualTo(5000);

    api.post("/v1/events", EVENT);
    api.engine.runDue();
    WebhookRequest sent = api.engine.sender.sent().getFirst();
    assertThat(sent.headers().get("X-Webhook-Signature")).startsWith("sha256=");
    assertThat(new String(sent.body().bytes(), UTF_8)).contains("\"event\":\"post.created\"");
    assertThat(api.get("/api/webhooks/deliveries").body().path(0).path("status").asString())
        .isEqualTo("success");
  }

  @Test
  void a_dead_letter_is_shown_and_retried() throws Exception {
    api.post("/api/webhooks", WEBHOOK.replace("\"max_attempts\": 2", "\"max_attempts\": 1"));
    api.engine.sender.everyReceiverAnswers(500);
    api.post("/v1/events", EVENT);
    api.engine.runDue();

    JsonNode dead = api.get("/api/webhooks/deliveries?status=dead_letter").body().path(0);
    String path = "/api/webhooks/deliveries/" + dead.path("id").asString();
    assertThat(dead.path("attempt").asInt()).isEqualTo(1);
    assertThat(dead.path("response_status_code").asInt()).isEqualTo(500);
    Answer retried = api.post(path + "/retry", "");
    assertThat(retried.body().path("success").asBoolean()).isTrue();
    assertThat(api.get(path).body().path("status").asString()).isEqualTo("pending");
    assertThat(api.post(path + "/retry", "").code()).isEqualTo("not_retryable");

    api.engine.sender.everyReceiverAnswers(200);
    api.engine.runDue();
    assertThat(api.post(path + "/retry", "").body().path("detail").asString())
        .isEqualTo("it was delivered already");
  }

  @Test
  void a_webhook_is_changed_listed_and_removed() throws Exception {
    String path =
        "/api/webhooks/" + api.post("/api/webhooks", WEBHOOK).body().path("id").asString();
    Answer changed =
        api.send(
            api.authorized(path)
                .PUT(BodyPublishers.ofString("{\"enabled\": false, \"max_attempts\": 3}")));

    assertThat(changed.body().path("enabled").asBoolean()).isFalse();
    assertThat(changed.body().path("max_attempts").asInt()).isEqualTo(3);
    assertThat(api.get("/api/webhooks").body().path(0)).isEqualTo(api.get(path).body());
    assertThat(api.send(api.authorized(path).DELETE()).status()).isEqualTo(204);
    assertThat(api.get(path).status()).isEqualTo(404);
  }

  @Test
  void what_is_wrong_is_said_at_once() throws Exception {
    assertThat(api.post("/api/webhooks", "{\"url\": 7, \"max_attempts\": 0}").wrongFields())
        .containsExactlyInAnyOrder("name", "url", "events", "max_attempts");
  }
}
