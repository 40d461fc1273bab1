package posthorn.bootstrap.seeds;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.bootstrap.seeds.Decided.shown;
import static posthorn.bootstrap.seeds.Decided.unshown;
import static posthorn.bootstrap.seeds.World.fieldsOf;
import static posthorn.bootstrap.seeds.World.idOf;
import static posthorn.bootstrap.seeds.World.quoted;
import static posthorn.bootstrap.seeds.World.textOf;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.domain.retry.AttemptOutcome.Unreachable.Trouble;
import posthorn.receiver.Behaviour;
import tools.jackson.databind.JsonNode;

/** 002_…, first part: its data models and interfaces, with its preset {@code consensus}. */
@DisplayName("Webhook Delivery System with Retries: Data Models, Interfaces")
class AgreedDesign1InterfacesTest {
  private static final String SECRET = "signing_secret_for_hmac";

  @RegisterExtension
  final World world =
      new World("POSTHORN_RETRY_POLICY", "consensus", "POSTHORN_DISPATCH_SLOW_START", "off");

  private final CircuitSteps steps = new CircuitSteps(world);

  @Nested
  @DisplayName("Data Models")
  class DataModels {
    private static final String RETRY_CONFIG =
        """
        {'max_attempts': 5, 'base_delay_ms': 1000, 'max_delay_ms': 300000,
         'backoff_multiplier': 2.0, 'timeout_ms': 30000, 'timeout_growth_factor': 1.0}
        """;

    private static final String CIRCUIT_BREAKER_CONFIG =
        """
        {'enabled': true, 'error_threshold_percentage': 50, 'minimum_throughput': 10,
         'window_size_ms': 60000, 'sleep_window_ms': 30000, 'half_open_max_calls': 3,
         'force_open_until': null}
        """;

    @TestFactory
    @DisplayName("Webhook Subscription")
    Stream<DynamicTest> webhook_subscription() {
      JsonNode created =
          world.webhook(
              "'owner_id': 'owner', 'events': ['user.created', 'order.completed'], 'secret': '"
                  + SECRET
                  + "', 'active': true, 'retry_config': "
                  + RETRY_CONFIG
                  + ", 'circuit_breaker_config': "
                  + CIRCUIT_BREAKER_CONFIG
                  + ", 'rate_limit': {'requests_per_minute': 100, 'burst': 20},"
                  + " 'ordering_guarantee': 'none', 'headers': {'X-Custom-Header': 'value'},"
                  + " 'metadata': {}");
      Instant at = world.now();
      world.publish("user.created");
      world.runDue();
      JsonNode shown = world.get("/v1/webhooks/" + idOf(created));
      return Stream.concat(
          Stream.of(
              DynamicTest.dynamicTest("secret", () -> assertThat(shown.has("secret")).isFalse())),
          fieldsOf(
              shown,
              "id",
              quoted(idOf(created)),
              "owner_id",
              "'owner'",
              "tenant_id",
              "'default'",
              "url",
              quoted(world.receiverUrl()),
              "events",
              "['user.created', 'order.completed']",
              "active",
              "true",
              "retry_config",
              RETRY_CONFIG,
              "circuit_breaker_config",
              CIRCUIT_BREAKER_CONFIG,
              "rate_limit",
              "{'requests_per_minute': 100, 'burst': 20}",
              "ordering_guarantee",
              "'none'",
              "headers",
              "{'X-Custom-Header': 'value'}",
              "created_at",
              quoted(at),
              "updated_at",
              quoted(at),
              "last_success_at",
              quoted(at),
              "metadata",
              "{}"));
    }

    // What the object of the document has is what holds where nothing is said.
    @TestFactory
    @DisplayName("Webhook Subscription: its numbers are the defaults")
    Stream<DynamicTest> webhook_subscription_defaults() {
      JsonNode webhook = world.webhook("'retry_config': {}, 'circuit_breaker_config': {}");
      return fieldsOf(
          webhook,
          "retry_config",
          RETRY_CONFIG,
          "circuit_breaker_config",
          CIRCUIT_BREAKER_CONFIG,
          "ordering_guarantee",
          "'none'");
    }

    @TestFactory
    @DisplayName("Delivery Attempt")
    Stream<DynamicTest> delivery_attempt() {
      String webhook = idOf(world.webhook());
      String event = world.publish("user.created");
      Instant at = world.now();
      world.receiverAnswers(500, Map.of(), "sorry");
      world.server().sender.takes(Duration.ofMillis(245));
      world.runDue();
      JsonNode attempt = world.attempts().getFirst();
      return Stream.concat(
          Stream.of(
              DynamicTest.dynamicTest("id", () -> assertThat(idOf(attempt)).startsWith("att_"))),
          fieldsOf(
              attempt,
              "delivery_id",
              quoted(idOf(world.delivery())),
              "circuit_breaker_prevented",
              "false",
              "webhook_id",
              quoted(webhook),
              "event_id",
              quoted(event),
              "attempt_number",
              "1",
              "status",
              "'failed'",
              "failure_category",
              "'server_error'",
              "http_status_code",
              "500",
              "response_body_sample",
              "'sorry'",
              "error_message",
              "'the receiver answered 500'",
              "duration_ms",
              "245",
              "scheduled_at",
              quoted(at),
              "executed_at",
              quoted(at),
              "next_retry_at",
              quoted(at.plusMillis(245 + 2000))));
    }

    // ""status": "pending|success|failed|exhausted|circuit_blocked""
    @Test
    void an_attempts_status_is_success_failed_or_exhausted() {
      world.webhook();
      world.publish("user.created");
      world.receiverAnswers(500);
      world.runDue();
      world.attemptWhenDue(4);
      world.receiverAnswers(200);
      world.send("POST", "/v1/deliveries/" + idOf(world.delivery()) + "/retry-now", null);
      world.runDue();
      assertThat(world.attempts())
          .extracting(attempt -> textOf(attempt, "status"))
          .containsExactly("failed", "failed", "failed", "failed", "exhausted", "success");
    }

    // ""failure_category":
    // "timeout|server_error|client_error|network|dns|ssl|rate_limit|payload_too_large""
    @ParameterizedTest
    @CsvSource({
      "500, server_error",
      "404, client_error",
      "429, rate_limit",
      "413, payload_too_large"
    })
    void a_failure_category_of_a_status(int status, String category) {
      world.webhook();
      world.publish("user.created");
      world.receiverAnswers(status);
      world.runDue();
      assertThat(textOf(world.attempts().getFirst(), "failure_category")).isEqualTo(category);
    }

    @ParameterizedTest
    @CsvSource({"NAME, dns", "TLS, ssl", "REFUSED, network", "ROUTE, network", "RESET, network"})
    void a_failure_category_of_a_receiver_that_cannot_be_reached(Trouble trouble, String category) {
      world.webhook();
      world.publish("user.created");
      world.server().sender.comesTo(CircuitSteps.unreachable(trouble));
      world.runDue();
      assertThat(textOf(world.attempts().getFirst(), "failure_category")).isEqualTo(category);
    }

    @Test
    void a_failure_category_of_a_receiver_that_does_not_answer() {
      world.webhook();
      world.publish("user.created");
      world.server().sender.comesTo(CircuitSteps.timedOut());
      world.runDue();
      assertThat(textOf(world.attempts().getFirst(), "failure_category")).isEqualTo("timeout");
    }

    @TestFactory
    @DisplayName("Event Payload")
    Stream<DynamicTest> event_payload() {
      world.webhook("'payload_format': 'event'");
      String id =
          world.publish(
              "user.created",
              """
              'data': {'user_id': 12345, 'email': 'user@example.com'},
              'idempotency_key': 'unique_per_event', 'source': 'api-service', 'priority': 'high'
              """);
      world.runDue();
      return fieldsOf(
          World.JSON.readTree(world.lastReceived().body()),
          "id",
          quoted(id),
          "event_type",
          "'user.created'",
          "data",
          "{'user_id': 12345, 'email': 'user@example.com'}",
          "timestamp",
          quoted(world.now()),
          "idempotency_key",
          "'unique_per_event'",
          "source",
          "'api-service'",
          "priority",
          "'high'",
          "sequence_number",
          "1");
    }

    @TestFactory
    @DisplayName("Circuit Breaker State")
    Stream<DynamicTest> circuit_breaker_state() {
      String webhook = steps.givenAWebhookWithLongWaits();
      Instant at = world.now();
      steps.call(2, 200);
      steps.call(8, 500);
      return fieldsOf(
          steps.circuit(webhook),
          "webhook_id",
          quoted(webhook),
          "state",
          "'open'",
          "failure_count_in_window",
          "8",
          "success_count_in_window",
          "2",
          "total_calls_in_window",
          "10",
          "error_percentage",
          "80.0",
          "window_start",
          quoted(at.minusSeconds(60)),
          "state_transition_at",
          quoted(at),
          "next_half_open_at",
          quoted(at.plusSeconds(30)),
          "half_open_attempts",
          "0",
          "half_open_successes",
          "0");
    }
  }

  @Nested
  @DisplayName("Webhook Registration API")
  class WebhookRegistrationApi {
    // "POST /v1/webhooks … "secret": "optional" … Response: 201 Created + webhook object"
    @Test
    void post_v1_webhooks_makes_a_webhook_with_a_secret_where_none_was_given() {
      JsonNode made = world.webhook("'retry_config': {}, 'circuit_breaker_config': {}");
      assertThat(textOf(made, "secret")).startsWith("whsec_");
      assertThat(textOf(world.webhook("'secret': '" + SECRET + "'"), "secret")).isEqualTo(SECRET);
    }

    // ""ordering_guarantee": "none|per_event_type|strict""
    @ParameterizedTest
    @ValueSource(strings = {"none", "per_event_type", "strict"})
    void post_v1_webhooks_takes_an_ordering_guarantee(String ordering) {
      JsonNode webhook = world.webhook("'ordering_guarantee': '" + ordering + "'");
      assertThat(textOf(webhook, "ordering_guarantee")).isEqualTo(ordering);
    }

    // ""verify_url": true", and in Security 4: "Optional verification request during registration
    // (webhook must echo challenge)"
    @Test
    void post_v1_webhooks_verifies_that_the_receiver_echoes_a_challenge() {
      world.receiverDoes(request -> Behaviour.answer(200, Map.of(), request.body()));
      assertThat(textOf(world.webhook("'verify_url': true"), "status")).isEqualTo("active");

      world.receiverAnswers(200);
      World.Answer refused =
          world.send(
              "POST",
              "/v1/webhooks",
              "{'url': '%s', 'events': ['*'], 'verify_url': true}".formatted(world.receiverUrl()));
      assertThat(refused.status()).isEqualTo(422);
    }

    // "GET /v1/webhooks Query params: ?active=true&event_type=user.created&tenant_id=xyz Response:
    // 200 OK + list of webhooks"
    @Test
    void get_v1_webhooks_lists_them_by_active_event_type_and_tenant() {
      String wanted = idOf(world.webhook("'events': ['user.created']"));
      world.webhook("'events': ['user.created'], 'active': false");
      world.webhook("'events': ['order.completed']");
      world.create("/v1/tenants", "{'id': 'xyz', 'name': 'Xyz'}");
      String ofXyz = idOf(world.webhook("'events': ['user.created'], 'tenant_id': 'xyz'"));

      assertThat(world.items("/v1/webhooks?active=true&event_type=user.created"))
          .extracting(World::idOf)
          .containsExactly(wanted);
      assertThat(world.items("/v1/webhooks?active=true&event_type=user.created&tenant_id=xyz"))
          .extracting(World::idOf)
          .containsExactly(ofXyz);
    }

    // "GET /v1/webhooks/{id} Response: 200 OK + webhook object"
    @Test
    void get_v1_webhooks_id_shows_it() {
      String id = idOf(world.webhook());
      assertThat(idOf(world.get("/v1/webhooks/" + id))).isEqualTo(id);
    }

    // "GET /v1/webhooks/{id}/health Response: 200 OK + circuit breaker state, recent delivery
    // stats, error distribution"
    @Test
    void get_v1_webhooks_id_health_has_the_circuit_recent_numbers_and_errors() {
      String webhook = steps.givenAWebhookWithLongWaits();
      steps.call(1, 200);
      steps.call(2, 500);
      JsonNode health = world.get("/v1/webhooks/" + webhook + "/health");
      assertThat(textOf(health.path("circuit_breaker"), "state")).isEqualTo("closed");
      JsonNode recent = health.path("recent").path("last_5_minutes");
      assertThat(recent.path("attempts").asInt()).isEqualTo(3);
      assertThat(recent.path("failed").asInt()).isEqualTo(2);
      assertThat(health.path("error_distribution"))
          .isEqualTo(World.JSON.readTree("{\"server_error\": 2}"));
    }

    // "PUT /v1/webhooks/{id} Body: partial webhook update Response: 200 OK + updated webhook"
    @Test
    void put_v1_webhooks_id_changes_what_is_mentioned() {
      JsonNode webhook = world.webhook("'owner_id': 'owner'");
      World.Answer answer =
          world.send("PUT", "/v1/webhooks/" + idOf(webhook), "{'events': ['order.*']}");
      assertThat(answer.status()).isEqualTo(200);

      assertThat(answer.json().path("events").path(0).asString()).isEqualTo("order.*");
      assertThat(textOf(answer.json(), "owner_id")).isEqualTo("owner");
    }

    // "PATCH /v1/webhooks/{id}/circuit-breaker Body: {"action": "reset|force_open|force_close",
    // "duration_seconds": 3600} Response: 200 OK + updated circuit state"
    @Test
    void patch_circuit_breaker_forces_it_open_for_a_time() {
      String webhook = steps.givenAWebhookWithLongWaits();
      World.Answer answer =
          steps.patchCircuit(webhook, "{'action': 'force_open', 'duration_seconds': 3600}");
      assertThat(answer.status()).isEqualTo(200);
      assertThat(textOf(answer.json(), "state")).isEqualTo("open");
      assertThat(answer.json().path("forced").asBoolean()).isTrue();

      world.publish("circuit.call");
      world.advance(Duration.ofMinutes(59));
      world.runDue();
      assertThat(world.received()).isEmpty();
      world.advance(Duration.ofMinutes(2));
      world.runDue();
      assertThat(world.received()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"reset", "force_close"})
    void patch_circuit_breaker_closes_it(String action) {
      String webhook = steps.givenAnOpenCircuit();
      World.Answer answer = steps.patchCircuit(webhook, "{'action': '" + action + "'}");
      assertThat(answer.status()).isEqualTo(200);
      assertThat(textOf(answer.json(), "state")).isEqualTo("closed");
    }

    // "DELETE /v1/webhooks/{id} Response: 204 No Content"
    @Test
    void delete_v1_webhooks_id_removes_it() {
      String path = "/v1/webhooks/" + idOf(world.webhook());
      assertThat(world.send("DELETE", path, null).status()).isEqualTo(204);
      assertThat(world.send("GET", path, null).status()).isEqualTo(404);
    }
  }

  @Nested
  @DisplayName("Delivery History API")
  class DeliveryHistoryApi {
    // "GET /v1/webhooks/{id}/deliveries?limit=50&offset=0&status=failed&from=2024-01-01"
    @Test
    void get_deliveries_of_a_webhook_takes_limit_offset_status_and_from() {
      String webhook = steps.givenAWebhookWithLongWaits();
      steps.call(3, 500);
      String path = "/v1/webhooks/" + webhook + "/deliveries?status=failed&from=2024-01-01";
      assertThat(world.items(path + "&limit=50&offset=0")).hasSize(3);
      assertThat(world.items(path + "&limit=50&offset=2")).hasSize(1);
      assertThat(world.items(path + "&limit=1")).hasSize(1);
      assertThat(world.items("/v1/webhooks/" + webhook + "/deliveries?status=success")).isEmpty();
      assertThat(world.items("/v1/webhooks/" + webhook + "/deliveries?from=2026-02-01")).isEmpty();
    }

    // "GET /v1/deliveries/{delivery_id} Response: 200 OK + full delivery attempt details"
    @Test
    void get_a_delivery_and_its_attempts() {
      world.deadLetter();
      String id = idOf(world.delivery());
      assertThat(idOf(world.get("/v1/deliveries/" + id))).isEqualTo(id);
      assertThat(world.items("/v1/deliveries/" + id + "/attempts")).hasSize(5);
    }

    // "POST /v1/webhooks/{id}/deliveries/{delivery_id}/retry Body: {"priority": "high"} Response:
    // 202 Accepted + new delivery_id"
    @Test
    void post_retry_makes_a_new_delivery() {
      JsonNode dead = world.deadLetter();
      World.Answer answer =
          world.send(
              "POST",
              "/v1/webhooks/%s/deliveries/%s/retry"
                  .formatted(textOf(dead, "webhook_id"), idOf(dead)),
              "{'priority': 'high'}");
      assertThat(answer.status()).isEqualTo(202);
      String replay = textOf(answer.json(), "delivery_id");
      assertThat(replay).isNotEqualTo(idOf(dead));
      JsonNode made = world.get("/v1/deliveries/" + replay);
      assertThat(textOf(made, "replay_of")).isEqualTo(idOf(dead));
      assertThat(textOf(made, "priority")).isEqualTo("high");
    }

    private World.Answer retryBatch(JsonNode dead, String category) {
      return world.send(
          "POST",
          "/v1/dlq/retry-batch",
          """
          {'filter': {'webhook_ids': ['%s'], 'event_types': ['user.created'],
                      'failure_categories': ['%s']},
           'rate_limit': {'requests_per_second': 10}, 'priority': 'normal'}
          """
              .formatted(textOf(dead, "webhook_id"), category));
    }

    // "POST /v1/dlq/retry-batch Body: {"filter": {"webhook_ids": …, "event_types": …,
    // "failure_categories": …}, "rate_limit": {"requests_per_second": 10}, "priority": "normal"}
    // Response: 202 Accepted + batch_operation_id"
    @Test
    void post_retry_batch_replays_what_its_filter_finds() {
      JsonNode dead = world.deadLetter();
      assertThat(retryBatch(dead, "timeout").json().path("matched").asInt()).isZero();
      World.Answer answer = retryBatch(dead, "server_error");
      assertThat(answer.status()).isEqualTo(202);
      assertThat(textOf(answer.json(), "batch_operation_id")).startsWith("bop_");
      assertThat(answer.json().path("matched").asInt()).isEqualTo(1);
    }

    // "GET /v1/dlq/batch-operations/{id} Response: 200 OK + batch operation status and progress"
    @Test
    void get_a_batch_operation_has_its_status_and_progress() {
      String id =
          textOf(retryBatch(world.deadLetter(), "server_error").json(), "batch_operation_id");
      String path = "/v1/dlq/batch-operations/" + id;
      assertThat(world.get(path).path("remaining").asInt()).isEqualTo(1);
      for (int seconds = 0; seconds < 5; seconds++) {
        world.server().replay();
        world.advance(Duration.ofSeconds(1));
      }
      assertThat(textOf(world.get(path), "status")).isEqualTo("completed");
      assertThat(world.get(path).path("replayed").asInt()).isEqualTo(1);
      assertThat(world.get(path).path("remaining").asInt(-1)).isZero();
    }
  }

  @Nested
  @DisplayName("Event Publishing (Internal)")
  class EventPublishing {
    private World.Answer publish(String fields) {
      return world.send(
          "POST", "/v1/events", "{'event_type': 'user.created', 'data': {}" + fields + "}");
    }

    // "publish_event(event_type, data, source, idempotency_key, priority, tenant_id) … Returns:
    // event_id"
    @Test
    void publish_event_returns_the_event_id() {
      world.create("/v1/tenants", "{'id': 'xyz', 'name': 'Xyz'}");
      World.Answer answer =
          publish(
              ", 'source': 'api', 'idempotency_key': 'key', 'priority': 'low', 'tenant_id': 'xyz'");
      assertThat(answer.status()).isEqualTo(202);
      JsonNode event =
          world.get("/v1/events/" + textOf(answer.json(), "event_id") + "?tenant_id=xyz");
      assertThat(textOf(event, "source")).isEqualTo("api");
      assertThat(textOf(event, "idempotency_key")).isEqualTo("key");
      assertThat(textOf(event, "priority")).isEqualTo("low");
      assertThat(textOf(event, "tenant_id")).isEqualTo("xyz");
    }

    // "priority: str = "normal""
    @Test
    void priority_is_normal_unless_said() {
      String id = textOf(publish("").json(), "event_id");
      assertThat(textOf(world.get("/v1/events/" + id), "priority")).isEqualTo("normal");
    }

    // "DuplicateEventError if idempotency key seen within 24h"
    @Test
    void an_idempotency_key_that_was_seen_within_24_h_is_a_duplicate() {
      String first = textOf(publish(", 'idempotency_key': 'key'").json(), "event_id");
      world.advance(Duration.ofDays(1).minusMillis(1));
      World.Answer duplicate = publish(", 'idempotency_key': 'key'");
      assertThat(duplicate.status()).isEqualTo(409);
      assertThat(textOf(duplicate.json(), "code")).isEqualTo("duplicate_event");
      assertThat(textOf(duplicate.json(), "event_id")).isEqualTo(first);

      world.advance(Duration.ofSeconds(1));
      assertThat(publish(", 'idempotency_key': 'key'").status()).isEqualTo(202);
    }

    // "PayloadTooLargeError if payload exceeds 256KB", and "Oversized payloads: rejected at publish
    // time with clear error"
    @Test
    void a_payload_over_256_kb_is_too_large() {
      int most = 256 * 1024;
      assertThat(publishData("x".repeat(most - 2)).status()).isEqualTo(202);
      World.Answer refused = publishData("x".repeat(most - 1));
      assertThat(refused.status()).isEqualTo(413);
      assertThat(textOf(refused.json(), "code")).isEqualTo("payload_too_large");
      assertThat(textOf(refused.json(), "detail")).isNotEmpty();
    }

    // "Maximum event payload: 256KB (configurable)"
    @Test
    void the_most_that_a_payload_may_have_is_configurable() {
      world.set("POSTHORN_PUBLISH_MAX_DATA", "1KiB");
      assertThat(publishData("x".repeat(1022)).status()).isEqualTo(202);
      assertThat(publishData("x".repeat(1023)).status()).isEqualTo(413);
    }

    private World.Answer publishData(String text) {
      return world.send(
          "POST", "/v1/events", "{'event_type': 'user.created', 'data': '" + text + "'}");
    }
  }

  @TestFactory
  @DisplayName("Decided otherwise")
  Stream<DynamicTest> decided() {
    return Decided.tests(
        AgreedDesign1InterfacesTest.class,
        List.of(
            shown(
                "\"id\": \"uuid\"",
                "ids have a prefix, are sortable by time and opaque",
                "ids of all things are alike, and say what they are of",
                "SPEC 11",
                "delivery_attempt"),
            shown(
                "\"secret\" in the webhook object",
                "shown once, when it is made",
                "who may look at a webhook need not be able to sign for it",
                "SPEC 5",
                "webhook_subscription"),
            shown(
                "\"status\": \"pending|…|circuit_blocked\"",
                "an attempt is success, failed or exhausted; what is blocked is no attempt",
                "an attempt is one HTTP request; pending is a state of its delivery",
                "SPEC 3.6",
                "an_attempts_status_is_success_failed_or_exhausted"),
            shown(
                "Response: paginated delivery attempts",
                "the deliveries; …/attempts has the attempts of one",
                "people look for deliveries, of which each has several attempts",
                "SPEC 7",
                "get_a_delivery_and_its_attempts"),
            shown(
                "PUT Body: partial webhook update",
                "so it is; PATCH does the same",
                "the document says so, and HTTP has PATCH for it",
                "SPEC 7",
                "put_v1_webhooks_id_changes_what_is_mentioned"),
            shown(
                "POST …/retry",
                "a new delivery with replay_of; …/retry-now starts the same one again",
                "both documents' ways are kept",
                "SPEC 3.5",
                "post_retry_makes_a_new_delivery"),
            unshown(
                "publish_event as a Python function",
                "POST /v1/events",
                "all that publish do so over HTTP",
                "SPEC 7")));
  }
}
