package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.port.OperatorEvent.DeliveriesCancelled;
import posthorn.application.port.OperatorEvent.DeliveryCancelled;
import posthorn.application.port.OperatorEvent.WebhookDeleted;
import posthorn.domain.access.Role;
import posthorn.domain.delivery.CancelReason;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;
import posthorn.http.TestApi.Answer;
import tools.jackson.databind.JsonNode;

/** What people do with one delivery, and see of it. */
class DeliveryActionsTest {
  private static final String WEBHOOK =
      """
      {"url": "http://127.0.0.1:9999/hook", "events": ["*"], "headers": {"X-Token": "t0p"},
       "ordering_guarantee": "strict"}
      """;

  @RegisterExtension final TestApi api = new TestApi();

  private String webhook;
  private Delivery delivery;

  @BeforeEach
  void publish() throws Exception {
    webhook = api.post("/v1/webhooks", WEBHOOK).body().path("id").asString();
    api.post("/v1/events", TestApi.EVENT);
    delivery = api.onlyDelivery();
  }

  @Test
  void a_replay_is_a_new_delivery_of_the_same_event_and_leaves_at_once() throws Exception {
    api.engine.runDue();

    Answer answer = api.post(retryPath(delivery.id().value()), "{\"priority\": \"high\"}");

    assertThat(answer.status()).isEqualTo(202);
    JsonNode replay = answer.body();
    assertThat(replay.path("id").asString()).isNotEqualTo(delivery.id().value());
    assertThat(replay.path("delivery_id")).isEqualTo(replay.path("id"));
    assertThat(replay.path("replay_of").asString()).isEqualTo(delivery.id().value());
    assertThat(replay.path("event_id").asString()).isEqualTo(delivery.event().value());
    assertThat(replay.path("status").asString()).isEqualTo("pending");
    assertThat(replay.path("priority").asString()).isEqualTo("high");

    assertThat(api.engine.runDue()).isEqualTo(1);
    assertThat(api.get("/v1/deliveries?status=success").body().path("items").size()).isEqualTo(2);
  }

  @Test
  void what_a_deleted_webhook_takes_along_is_announced_first() throws Exception {
    api.post("/v1/events", TestApi.EVENT);

    assertThat(api.delete("/v1/webhooks/" + webhook).status()).isEqualTo(204);

    var id = new WebhookId(webhook);
    Instant now = api.engine.time.now();
    assertThat(api.engine.announced)
        .containsExactly(
            new DeliveriesCancelled(TenantId.DEFAULT, id, 2, CancelReason.WEBHOOK_DELETED, now),
            new WebhookDeleted(TenantId.DEFAULT, id, now));
  }

  @Test
  void a_webhook_without_deliveries_takes_none_along() throws Exception {
    api.engine.runDue();
    api.engine.announced.clear();

    api.delete("/v1/webhooks/" + webhook);

    assertThat(api.engine.announced)
        .containsExactly(
            new WebhookDeleted(TenantId.DEFAULT, new WebhookId(webhook), api.engine.time.now()));
  }

  @Test
  void a_replay_needs_no_body_and_a_delivery_of_that_webhook() throws Exception {
    assertThat(api.post(retryPath(delivery.id().value()), "").status()).isEqualTo(202);
    assertThat(api.post(retryPath("dlv_00000000000000000000000000"), "").status()).isEqualTo(404);
    String another = api.post("/v1/webhooks", WEBHOOK).body().path("id").asString();
    assertThat(
            api.post("/v1/webhooks/" + another + "/deliveries/" + delivery.id() + "/retry", "")
                .status())
        .isEqualTo(404);
    assertThat(
            api.post(retryPath(delivery.id().value()), "{\"priority\": \"odd\", \"x\": 1}")
                .wrongFields())
        .containsExactlyInAnyOrder("priority", "x");
  }

  @Test
  void a_waiting_delivery_is_cancelled_once_and_the_next_of_its_lane_leaves() throws Exception {
    api.engine.sender.everyReceiverAnswers(500);
    api.engine.runDue();
    api.post("/v1/events", TestApi.EVENT);
    assertThat(api.engine.runDue()).isZero();
    String path = "/v1/deliveries/" + delivery.id() + "/cancel";

    Answer cancelled = api.post(path, "");

    assertThat(cancelled.status()).isEqualTo(200);
    assertThat(cancelled.body().path("status").asString()).isEqualTo("cancelled");
    assertThat(cancelled.body().path("cancel_reason").asString()).isEqualTo("by_operator");
    assertThat(cancelled.body().path("attempt_count").asInt()).isEqualTo(1);
    assertThat(api.engine.announced)
        .contains(
            new DeliveryCancelled(
                delivery.tenant(),
                delivery.id(),
                delivery.webhook(),
                CancelReason.BY_OPERATOR,
                api.engine.time.now()));
    assertThat(api.engine.runDue()).isEqualTo(1);

    Answer again = api.post(path, "");
    assertThat(again.status()).isEqualTo(409);
    assertThat(again.code()).isEqualTo("not_cancellable");
    assertThat(api.post("/v1/deliveries/dlv_00000000000000000000000000/cancel", "").status())
        .isEqualTo(404);
  }

  @Test
  void the_request_is_shown_without_signature_and_the_owners_headers() throws Exception {
    String path = "/v1/deliveries/" + delivery.id() + "/request";
    JsonNode before = api.get(path).body();
    assertThat(before.path("attempt_id").isNull()).isTrue();
    api.engine.runDue();

    JsonNode request = api.get(path).body();

    assertThat(request.path("method").asString()).isEqualTo("POST");
    assertThat(request.path("url").asString()).isEqualTo("http://127.0.0.1:9999/hook");
    assertThat(request.path("body").asString())
        .isEqualTo(
            "{\"type\":\"user.created\",\"timestamp\":\"2026-01-01T00:00:00Z\",\"data\":{\"a\":"
                + " 1}}");
    assertThat(request.path("headers").path("webhook-signature").asString()).isEqualTo("(hidden)");
    assertThat(request.path("headers").path("X-Token").asString()).isEqualTo("(hidden)");
    assertThat(request.path("headers").path("X-Webhook-ID").asString()).isEqualTo(webhook);
    assertThat(request.path("headers").path("Content-Type").asString())
        .isEqualTo("application/json");
    assertThat(request.path("headers").path("User-Agent").asString()).isEqualTo("Posthorn/test");
    assertThat(request.path("executed_at").isNull()).isFalse();
  }

  @Test
  void a_viewer_sees_the_host_only_and_no_signature() throws Exception {
    api.engine.runDue();
    String viewer = api.keyOf(TenantId.DEFAULT, Role.VIEWER);

    for (String path : new String[] {"/request", "/attempts"}) {
      JsonNode answer =
          api.send(
                  api.request("/v1/deliveries/" + delivery.id() + path)
                      .header("Authorization", "Bearer " + viewer))
              .body();
      JsonNode headers =
          path.equals("/request")
              ? answer.path("headers")
              : answer.path("items").get(0).path("request_headers");
      assertThat(answer.toString()).doesNotContain("/hook");
      assertThat(headers.path("webhook-signature").asString()).isEqualTo("(hidden)");
      assertThat(headers.path("X-Webhook-Signature").asString()).isEqualTo("(hidden)");
      assertThat(headers.path("X-Token").asString()).isEqualTo("(hidden)");
      assertThat(headers.path("webhook-id").asString()).isEqualTo(delivery.event().value());
    }
    Answer refused =
        api.send(
            api.request("/v1/deliveries/" + delivery.id() + "/cancel")
                .header("Authorization", "Bearer " + viewer)
                .POST(BodyPublishers.noBody()));
    assertThat(refused.status()).isEqualTo(403);
  }

  private String retryPath(String id) {
    return "/v1/webhooks/" + webhook + "/deliveries/" + id + "/retry";
  }
}
