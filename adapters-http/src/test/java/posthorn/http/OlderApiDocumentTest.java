package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.port.ArchiveEntry.PastAttempt;
import posthorn.application.port.History.Old;
import posthorn.application.port.WebhookRequest;
import posthorn.application.testing.Hmacs;
import posthorn.domain.access.Role;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.retry.AttemptOutcome.TimedOut;
import posthorn.domain.tenant.TenantId;
import posthorn.http.TestApi.Answer;
import tools.jackson.databind.JsonNode;

/**
 * The document of the older API, example by example and in its order: its tables by the names of
 * their columns, what its service sends, its pages, its queries, its routes.
 */
class OlderApiDocumentTest {
  private static final String WEBHOOKS = "/api/webhooks";
  private static final String DELIVERIES = WEBHOOKS + "/deliveries";
  private static final String DATA = "{\"post\":{\"id\":42,\"title\":\"Räksmörgås\"}}";

  /** What the page "Create Webhook" sends. */
  private static final String CREATE =
      """
      {"name": "blogmaster", "url": "https://example.com/webhooks",
       "events": ["post.created", "post.updated", "post.deleted", "user.created", "user.login",
         "payment.succeeded", "payment.failed"]}
      """;

  @RegisterExtension final TestApi api = new TestApi();

  private JsonNode webhook;

  @BeforeEach
  void create() throws Exception {
    Answer created = api.post(WEBHOOKS, CREATE);
    assertThat(created.status()).as(created.response().body()).isEqualTo(201);
    webhook = created.body();
    receiverAnswers(200, "{\"received\":true}", Duration.ofMillis(87));
  }

  // The table webhooks, and the page "Create Webhook".

  @Test
  void a_webhook_has_every_column_of_the_table() throws Exception {
    assertThat(webhook.propertyNames())
        .containsExactlyInAnyOrder(
            "id",
            "name",
            "url",
            "enabled",
            "events",
            "secret",
            "max_attempts",
            "timeout_ms",
            "created_by",
            "created_at",
            "updated_at");
    assertThat(webhook.path("name").asString()).isEqualTo("blogmaster");
    assertThat(webhook.path("url").asString()).isEqualTo("https://example.com/webhooks");
    assertThat(webhook.path("events").path(1).asString()).isEqualTo("post.updated");
    assertThat(webhook.path("created_at").asString()).isEqualTo(api.engine.time.now().toString());
    assertThat(webhook.path("updated_at")).isEqualTo(webhook.path("created_at"));
  }

  @Test
  void what_the_page_does_not_send_has_the_defaults_of_the_table() {
    assertThat(webhook.path("enabled").asBoolean()).isTrue();
    assertThat(webhook.path("max_attempts").asInt()).isEqualTo(5);
    assertThat(webhook.path("timeout_ms").asInt()).isEqualTo(10_000);
  }

  @Test
  void created_by_is_the_key_that_registered_it_and_stays() throws Exception {
    String key = api.keyOf(TenantId.DEFAULT, Role.TENANT_ADMIN);
    JsonNode own =
        api.send(api.authorized(WEBHOOKS, key).POST(BodyPublishers.ofString(CREATE))).body();
    JsonNode changed = api.patch(pathOf(own), "{\"name\": \"other\"}").body();
    JsonNode entry = api.get("/v1/audit?object_id=" + idOf(own)).body().path("items").path(1);

    assertThat(own.path("created_by").asString()).startsWith("key_");
    assertThat(own.path("created_by")).isNotEqualTo(webhook.path("created_by"));
    assertThat(own.path("created_by")).isEqualTo(entry.path("key_id"));
    assertThat(changed.path("created_by")).isEqualTo(own.path("created_by"));
    assertThat(api.get("/v1/webhooks/" + idOf(own)).body().path("created_by"))
        .isEqualTo(own.path("created_by"));
  }

  @Test
  void the_secret_is_shown_to_who_creates_the_webhook_and_not_again() throws Exception {
    assertThat(webhook.path("secret").asString()).startsWith("whsec_");
    assertThat(api.get(pathOf(webhook)).body().has("secret")).isFalse();
    assertThat(api.get(WEBHOOKS).body().path(0).has("secret")).isFalse();
    assertThat(api.get(WEBHOOKS).body().path(0)).isEqualTo(api.get(pathOf(webhook)).body());
  }

  @Test
  void max_attempts_timeout_ms_and_a_secret_of_its_own_are_optional_overrides() throws Exception {
    Answer own =
        api.post(
            WEBHOOKS,
            CREATE.replace(
                "{\"name\"",
                "{\"max_attempts\": 3, \"timeout_ms\": 2500, \"enabled\": false,"
                    + " \"secret\": \"a-secret-of-24-characters\", \"name\""));

    assertThat(own.status()).as(own.response().body()).isEqualTo(201);
    assertThat(own.body().path("max_attempts").asInt()).isEqualTo(3);
    assertThat(own.body().path("timeout_ms").asInt()).isEqualTo(2_500);
    assertThat(own.body().path("enabled").asBoolean()).isFalse();
    assertThat(own.body().path("secret").asString()).isEqualTo("a-secret-of-24-characters");
  }

  @Test
  void put_and_patch_change_what_is_mentioned() throws Exception {
    api.engine.time.advance(Duration.ofMinutes(1));
    JsonNode patched =
        api.patch(pathOf(webhook), "{\"enabled\": false, \"timeout_ms\": 4000}").body();
    JsonNode put = api.put(pathOf(webhook), "{\"max_attempts\": 2}").body();

    assertThat(patched.path("enabled").asBoolean()).isFalse();
    assertThat(patched.path("timeout_ms").asInt()).isEqualTo(4_000);
    assertThat(patched.path("name")).isEqualTo(webhook.path("name"));
    assertThat(patched.path("updated_at").asString()).isEqualTo(api.engine.time.now().toString());
    assertThat(put.path("max_attempts").asInt()).isEqualTo(2);
    assertThat(put.path("timeout_ms").asInt()).isEqualTo(4_000);
  }

  // WebhookService.trigger and deliverWebhook.

  @Test
  void an_event_goes_to_the_enabled_webhooks_that_subscribe_to_it() throws Exception {
    publish("post.created");
    publish("comment.created");

    assertThat(api.get(DELIVERIES).body().valueStream().map(each -> each.path("event_type")))
        .extracting(JsonNode::asString)
        .containsExactly("post.created");
  }

  @Test
  void the_request_is_the_one_of_the_document() throws Exception {
    publish("post.created");
    api.engine.runDue();
    WebhookRequest request = api.engine.sender.sent().getFirst();
    JsonNode payload = Json.MAPPER.readTree(request.body().bytes());

    assertThat(payload.propertyNames()).containsExactly("id", "event", "data", "timestamp");
    assertThat(payload.path("id").asString()).isEqualTo(idOf(delivery()));
    assertThat(payload.path("event").asString()).isEqualTo("post.created");
    assertThat(payload.path("data").toString()).isEqualTo(DATA);
    assertThat(Instant.parse(payload.path("timestamp").asString()))
        .isEqualTo(api.engine.time.now());
    assertThat(request.headers())
        .containsEntry("X-Webhook-Event", "post.created")
        .containsEntry("X-Webhook-Delivery-ID", idOf(delivery()));
    assertThat(request.timeout()).hasSeconds(10);
  }

  /** As {@code verifyWebhookSignature} does: over the body that was parsed and written again. */
  @Test
  void the_receiver_of_the_document_verifies_the_signature() throws Exception {
    publish("post.created");
    api.engine.runDue();
    WebhookRequest request = api.engine.sender.sent().getFirst();
    String secret = webhook.path("secret").asString();
    String written = Json.MAPPER.writeValueAsString(Json.MAPPER.readTree(request.body().bytes()));

    assertThat(request.headers().get("X-Webhook-Signature"))
        .isEqualTo("sha256=" + Hmacs.hex(secret, written));
  }

  // The table webhook_deliveries.

  @Test
  void a_delivery_has_every_column_of_the_table_and_those_that_queries_join() throws Exception {
    publish("post.created");

    assertThat(delivery().propertyNames())
        .containsExactlyInAnyOrder(
            "id",
            "webhook_id",
            "event_type",
            "event_data",
            "status",
            "attempt",
            "max_attempts",
            "response_status_code",
            "response_body",
            "response_time_ms",
            "error_message",
            "next_retry_at",
            "last_attempt_at",
            "created_at",
            "completed_at",
            "webhook_name",
            "url");
    assertThat(delivery()).isEqualTo(api.get(DELIVERIES + "/" + idOf(delivery())).body());
  }

  @Test
  void a_delivery_that_waits_has_the_defaults_of_the_table() throws Exception {
    publish("post.created");
    JsonNode pending = delivery();

    assertThat(pending.path("webhook_id")).isEqualTo(webhook.path("id"));
    assertThat(pending.path("event_type").asString()).isEqualTo("post.created");
    assertThat(pending.path("status").asString()).isEqualTo("pending");
    assertThat(pending.path("attempt").asInt()).isZero();
    assertThat(pending.path("max_attempts").asInt()).isEqualTo(5);
    assertThat(pending.path("next_retry_at").asString())
        .isEqualTo(api.engine.time.now().toString());
    assertThat(
            List.of(
                "response_status_code",
                "response_body",
                "response_time_ms",
                "error_message",
                "last_attempt_at",
                "completed_at"))
        .allMatch(column -> pending.path(column).isNull());
  }

  @Test
  void event_data_is_as_it_was_published_byte_by_byte() throws Exception {
    String odd = "{ \"n\": 1.0, \"s\":\"\\u00e9\" }";
    api.post("/v1/events", "{\"event_type\": \"post.created\", \"data\": " + odd + "}");

    assertThat(api.get(DELIVERIES).response().body()).contains("\"event_data\":" + odd + ",");
    assertThat(api.get(DELIVERIES + "/" + idOf(delivery())).response().body())
        .contains("\"event_data\":" + odd + ",");
  }

  @Test
  void a_list_has_4_mib_of_event_data_and_a_delivery_shown_alone_has_its_own() throws Exception {
    String large = "\"" + "x".repeat(255 * 1024) + "\"";
    int those = TenantDeliveryRoutes.MOST_DATA / large.length() + 1;
    for (int i = 0; i < those + 2; i++) {
      api.post("/v1/events", "{\"event_type\": \"post.created\", \"data\": " + large + "}");
    }

    List<JsonNode> rows = api.get(DELIVERIES).body().valueStream().toList();
    assertThat(rows).hasSize(those + 2);
    assertThat(rows.subList(0, those)).allMatch(row -> row.has("event_data"));
    assertThat(rows.subList(those, those + 2)).noneMatch(row -> row.has("event_data"));
    assertThat(
            api.get(DELIVERIES + "/" + idOf(rows.getLast())).body().path("event_data").toString())
        .isEqualTo(large);
  }

  @Test
  void a_success_has_what_the_receiver_answered_and_how_long_it_took() throws Exception {
    publish("post.created");
    api.engine.runDue();
    JsonNode success = delivery();

    assertThat(success.path("status").asString()).isEqualTo("success");
    assertThat(success.path("attempt").asInt()).isEqualTo(1);
    assertThat(success.path("response_status_code").asInt()).isEqualTo(200);
    assertThat(success.path("response_body").asString()).isEqualTo("{\"received\":true}");
    assertThat(success.path("response_time_ms").asInt()).isEqualTo(87);
    assertThat(success.path("error_message").isNull()).isTrue();
    assertThat(success.path("next_retry_at").isNull()).isTrue();
    assertThat(success.path("last_attempt_at").isString()).isTrue();
    assertThat(success.path("completed_at").isString()).isTrue();
  }

  @Test
  void a_failure_has_its_error_and_what_the_receiver_answered() throws Exception {
    receiverAnswers(503, "busy", Duration.ofMillis(12));
    publish("post.created");
    api.engine.runDue();
    JsonNode failed = delivery();

    assertThat(failed.path("status").asString()).isEqualTo("failed");
    assertThat(failed.path("error_message").asString()).contains("503");
    assertThat(failed.path("response_status_code").asInt()).isEqualTo(503);
    assertThat(failed.path("response_body").asString()).isEqualTo("busy");
    assertThat(failed.path("response_time_ms").asInt()).isEqualTo(12);
    assertThat(failed.path("completed_at").isNull()).isTrue();
  }

  @Test
  void an_attempt_without_an_answer_has_an_error_and_no_response() throws Exception {
    api.engine.sender.everyReceiver(
        _ -> new TimedOut(TimedOut.Phase.ANSWER, "no answer", null, Duration.ofSeconds(10)));
    publish("post.created");
    api.engine.runDue();
    JsonNode failed = delivery();

    assertThat(failed.path("error_message").isString()).isTrue();
    assertThat(List.of("response_status_code", "response_body", "response_time_ms"))
        .allMatch(column -> failed.path(column).isNull());
  }

  @Test
  void once_retention_has_removed_the_attempts_the_response_of_a_failure_remains()
      throws Exception {
    publish("post.created");
    api.engine.runDue();
    die("post.updated");
    Old<PastAttempt> attempts =
        api.engine.stores.history().attempts(_ -> Instant.parse("2099-01-01T00:00:00Z"));
    assertThat(attempts.removeIfStillOld(attempts.page(null, 10).entries())).isEqualTo(6);

    JsonNode rows = api.get(DELIVERIES).body();
    assertThat(rows.path(0).path("response_status_code").asInt()).isEqualTo(500);
    assertThat(rows.path(0).path("response_time_ms").isNull()).isTrue();
    assertThat(rows.path(1).path("status").asString()).isEqualTo("success");
    assertThat(rows.path(1).path("response_status_code").isNull()).isTrue();
    assertThat(rows.path(1).path("response_time_ms").isNull()).isTrue();
  }

  // The retry strategy: its configuration and the service's calculateDelay.

  @Test
  void five_attempts_are_30_s_1_2_and_4_min_apart_and_the_fifth_failure_is_a_dead_letter()
      throws Exception {
    receiverAnswers(500, "no", Duration.ZERO);
    publish("post.created");

    for (int delay : List.of(30, 60, 120, 240)) {
      api.engine.runDue();
      assertThat(delivery().path("status").asString()).isEqualTo("failed");
      Instant next = api.engine.time.now().plusSeconds(delay);
      assertThat(delivery().path("next_retry_at").asString()).isEqualTo(next.toString());
      api.engine.time.advanceTo(next);
    }
    api.engine.runDue();

    JsonNode dead = delivery();
    assertThat(dead.path("status").asString()).isEqualTo("dead_letter");
    assertThat(dead.path("attempt").asInt()).isEqualTo(5);
    assertThat(dead.path("next_retry_at").isNull()).isTrue();
    assertThat(dead.path("completed_at").isString()).isTrue();
    assertThat(api.engine.sender.sent()).hasSize(5);
  }

  // The page "Webhook Deliveries" and POST /api/webhooks/deliveries/:id/retry.

  @Test
  void a_dead_letter_is_queued_again_and_delivered() throws Exception {
    die("post.created");
    String path = DELIVERIES + "/" + idOf(delivery());
    Answer retried = api.post(path + "/retry", "");

    assertThat(retried.status()).isEqualTo(200);
    assertThat(retried.response().body()).isEqualTo("{\"success\":true}");
    JsonNode reset = api.get(path).body();
    assertThat(reset.path("status").asString()).isEqualTo("pending");
    assertThat(reset.path("attempt").asInt()).isZero();
    assertThat(reset.path("next_retry_at").asString()).isEqualTo(api.engine.time.now().toString());
    assertThat(reset.path("error_message").isNull()).isTrue();

    receiverAnswers(200, "{\"received\":true}", Duration.ofMillis(20));
    api.engine.runDue();
    assertThat(api.get(path).body().path("status").asString()).isEqualTo("success");
    assertThat(api.get(path).body().path("attempt").asInt()).isEqualTo(1);
    assertThat(api.get(path).body().path("response_time_ms").asInt()).isEqualTo(20);
  }

  @Test
  void a_retry_is_for_tenant_admins() throws Exception {
    die("post.created");
    String path = DELIVERIES + "/" + idOf(delivery()) + "/retry";

    assertThat(statusOfPost(path, Role.VIEWER)).isEqualTo(403);
    assertThat(statusOfPost(path, Role.TENANT_ADMIN)).isEqualTo(200);
  }

  @Test
  void deliveries_are_listed_by_every_status_of_the_table_and_by_webhook() throws Exception {
    publish("post.created");
    api.engine.runDue();
    die("post.updated");
    receiverAnswers(500, "no", Duration.ZERO);
    publish("post.deleted");
    api.engine.runDue();
    publish("user.login");

    for (String status : List.of("pending", "success", "failed", "dead_letter")) {
      assertThat(api.get(DELIVERIES + "?status=" + status).body().valueStream())
          .as(status)
          .singleElement()
          .satisfies(row -> assertThat(row.path("status").asString()).isEqualTo(status));
    }
    assertThat(api.get(DELIVERIES + "?webhook_id=" + idOf(webhook)).body()).hasSize(4);
    assertThat(api.get(DELIVERIES + "?limit=2").body()).hasSize(2);
  }

  // "Webhook Stats", "Dead Letter Queue" and "Alert on High Failure Rate".

  @Test
  void the_stats_query_has_each_webhook_of_the_last_seven_days_worst_first() throws Exception {
    JsonNode other = api.post(WEBHOOKS, named("better")).body();
    api.post(WEBHOOKS, named("idle"));
    publish("better");
    publish("post.created");
    publish("post.updated");
    api.engine.runDue();
    die("post.deleted");

    JsonNode stats = api.get(WEBHOOKS + "/stats").body();
    assertThat(stats.valueStream())
        .extracting(
            row -> row.path("name").asString(),
            row -> row.path("total_deliveries").asInt(),
            row -> row.path("successful").asInt(),
            row -> row.path("failed").asInt(),
            row -> row.path("success_rate").asDouble())
        .containsExactly(tuple("blogmaster", 3, 2, 1, 66.67), tuple("better", 1, 1, 0, 100.0));
    assertThat(stats.path(0).propertyNames())
        .containsExactly(
            "id",
            "name",
            "url",
            "total_deliveries",
            "successful",
            "failed",
            "success_rate",
            "avg_response_time_ms");
    assertThat(stats.path(1).path("id")).isEqualTo(other.path("id"));
    assertThat(stats.path(1).path("url")).isEqualTo(other.path("url"));
    assertThat(stats.path(1).path("avg_response_time_ms").asDouble()).isEqualTo(87.0);

    api.engine.time.advance(Duration.ofDays(8));
    assertThat(api.get(WEBHOOKS + "/stats").body()).isEmpty();
  }

  @Test
  void the_dead_letter_query_has_all_its_columns() throws Exception {
    die("post.created");
    JsonNode dead = api.get(DELIVERIES + "?status=dead_letter").body().path(0);

    assertThat(dead.path("webhook_name").asString()).isEqualTo("blogmaster");
    assertThat(dead.path("url").asString()).isEqualTo("https://example.com/webhooks");
    assertThat(dead.path("event_type").asString()).isEqualTo("post.created");
    assertThat(dead.path("attempt").asInt()).isEqualTo(5);
    assertThat(dead.path("error_message").asString()).contains("500");
    assertThat(dead.path("last_attempt_at").asString()).isEqualTo(api.engine.time.now().toString());
  }

  @Test
  void more_than_ten_dead_letters_of_a_webhook_within_an_hour_raise_a_warning() throws Exception {
    api.patch(
        pathOf(webhook), "{\"max_attempts\": 1, \"circuit_breaker_config\": {\"enabled\": false}}");
    receiverAnswers(500, "no", Duration.ZERO);
    for (int i = 0; i < 10; i++) {
      publish("post.created");
    }
    api.engine.runDue();
    api.lookForAlerts();
    assertThat(deadLetterAlerts()).isEmpty();

    publish("post.created");
    api.engine.runDue();
    api.lookForAlerts();

    assertThat(deadLetterAlerts())
        .singleElement()
        .satisfies(alert -> {
          assertThat(alert.path("severity").asString()).isEqualTo("warning");
          assertThat(alert.path("webhook_id")).isEqualTo(webhook.path("id"));
          assertThat(alert.path("message").asString()).contains("blogmaster");
        });
  }

  private List<JsonNode> deadLetterAlerts() throws Exception {
    return api.get("/v1/alerts")
        .body()
        .path("items")
        .valueStream()
        .filter(alert -> alert.path("rule").asString().equals("dead_deliveries"))
        .toList();
  }

  private void receiverAnswers(int status, String body, Duration took) {
    api.engine.sender.everyReceiver(_ -> new Answered(status, Map.of(), body, "192.0.2.1", took));
  }

  private void publish(String type) throws Exception {
    Answer accepted =
        api.post("/v1/events", "{\"event_type\": \"" + type + "\", \"data\": " + DATA + "}");
    assertThat(accepted.status()).isEqualTo(202);
  }

  /** A webhook with that name, which wants events of that type. */
  private static String named(String name) {
    return "{\"name\": \"%1$s\", \"url\": \"https://example.com/%1$s\", \"events\": [\"%1$s\"]}"
        .formatted(name);
  }

  /** Has an event fail as often as it may. */
  private void die(String type) throws Exception {
    receiverAnswers(500, "no", Duration.ZERO);
    publish(type);
    api.engine.runDue();
    while (delivery().path("status").asString().equals("failed")) {
      api.engine.time.advanceTo(Instant.parse(delivery().path("next_retry_at").asString()));
      api.engine.runDue();
    }
  }

  /** The newest delivery, as the list has it. */
  private JsonNode delivery() throws Exception {
    return api.get(DELIVERIES).body().path(0);
  }

  private int statusOfPost(String path, Role role) throws Exception {
    return api.send(
            api.authorized(path, api.keyOf(TenantId.DEFAULT, role)).POST(BodyPublishers.noBody()))
        .status();
  }

  private static String pathOf(JsonNode webhook) {
    return WEBHOOKS + "/" + idOf(webhook);
  }

  private static String idOf(JsonNode thing) {
    return thing.path("id").asString();
  }
}
