package posthorn.bootstrap.seeds;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.bootstrap.seeds.Decided.shown;
import static posthorn.bootstrap.seeds.Decided.unshown;
import static posthorn.bootstrap.seeds.World.idOf;
import static posthorn.bootstrap.seeds.World.textOf;
import static posthorn.bootstrap.seeds.World.timeOf;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.application.testing.Hmacs;
import posthorn.receiver.Mischief;
import posthorn.receiver.Request;
import tools.jackson.databind.JsonNode;

/** 000_…: ADR-020, with the preset {@code gateway-6}, which keeps its schedule to the letter. */
@DisplayName("ADR-020 Webhook Reliability: Retry + DLQ")
class Adr020RetryAndDlqTest {
  private static final String SECRET = "a-secret-of-both-sides";

  /** How ADR-020 signs. */
  private static final String OBSERVATORY =
      "'secret': '%s', 'payload_format': 'raw', 'signature_schemes':".formatted(SECRET)
          + " [{'scheme': 'sha256', 'header': 'X-Observatory-Signature'}]";

  @RegisterExtension
  final World world =
      new World("POSTHORN_DISPATCH_MODE", "poll", "POSTHORN_RETRY_POLICY", "gateway-6");

  private void givenAPendingDelivery() {
    world.webhook(OBSERVATORY);
    world.publish("task.completed", "'session_id': 'session-1', 'data': {'task': 7}");
  }

  private void givenADeadDelivery() {
    givenAPendingDelivery();
    world.receiverAnswers(500);
    world.attemptWhenDue(6);
  }

  @Nested
  @DisplayName("Options Considered")
  class OptionsConsidered {
    // "2. SQLite-backed delivery queue … On startup, the GenServer reads undelivered entries and
    // retries them. Pro: Durable across restarts."
    @Test
    void undelivered_entries_survive_a_restart_and_are_retried() {
      givenAPendingDelivery();
      world.receiverAnswers(500);
      world.runDue();
      world.publish("task.started");

      world.restart();
      world.receiverAnswers(200);
      assertThat(world.runDue()).isEqualTo(1);
      world.advance(Duration.ofSeconds(30));
      assertThat(world.runDue()).isEqualTo(1);
      assertThat(world.items("/v1/deliveries?status=delivered")).hasSize(2);
    }

    // "A. Same SQLite table with status field — Failed deliveries that exceed max retries get
    // status = "dead"."
    @Test
    void a_dead_delivery_is_the_same_delivery_with_another_status() {
      givenAPendingDelivery();
      String id = idOf(world.delivery());
      world.receiverAnswers(500);
      world.attemptWhenDue(6);
      assertThat(idOf(world.delivery())).isEqualTo(id);
      assertThat(textOf(world.delivery(), "status")).isEqualTo("dead");
    }
  }

  @Nested
  @DisplayName("Delivery table schema")
  class DeliveryTableSchema {
    private JsonNode sent() {
      return world.get("/v1/deliveries/" + idOf(world.delivery()) + "/request");
    }

    // "id INTEGER PRIMARY KEY"
    @Test
    void id() {
      givenAPendingDelivery();
      assertThat(idOf(world.delivery())).startsWith("dlv_");
    }

    // "webhook_id TEXT NOT NULL, -- references webhook_configs.id"
    @Test
    void webhook_id() {
      String webhook = idOf(world.webhook());
      world.publish("task.completed");
      assertThat(textOf(world.delivery(), "webhook_id")).isEqualTo(webhook);
    }

    // "session_id TEXT"
    @Test
    void session_id() {
      givenAPendingDelivery();
      assertThat(textOf(world.delivery(), "session_id")).isEqualTo("session-1");
    }

    @Test
    void session_id_may_be_null() {
      world.webhook();
      world.publish("task.completed");
      assertThat(world.delivery().path("session_id").isNull()).isTrue();
    }

    // "payload TEXT NOT NULL, -- JSON"
    @Test
    void payload() {
      givenAPendingDelivery();
      assertThat(textOf(sent(), "body")).isEqualTo("{\"task\": 7}");
    }

    // "target_url TEXT NOT NULL"
    @Test
    void target_url() {
      givenAPendingDelivery();
      assertThat(textOf(sent(), "url")).isEqualTo(world.receiverUrl());
    }

    // "signature TEXT NOT NULL, -- HMAC-SHA256 of payload"
    @Test
    void signature_is_the_hmac_sha256_of_the_payload_and_not_kept() {
      givenAPendingDelivery();
      world.runDue();
      assertThat(world.lastReceived().header("X-Observatory-Signature"))
          .hasValue("sha256=" + Hmacs.hex(SECRET, world.lastReceived().body()));
      assertThat(textOf(sent().path("headers"), "X-Observatory-Signature")).isEqualTo("(hidden)");
    }

    // "status TEXT DEFAULT 'pending', -- pending | delivered | failed | dead"
    @Test
    void status_is_pending_unless_said() {
      givenAPendingDelivery();
      assertThat(textOf(world.delivery(), "status")).isEqualTo("pending");
    }

    @Test
    void status_is_delivered() {
      givenAPendingDelivery();
      world.runDue();
      assertThat(textOf(world.delivery(), "status")).isEqualTo("delivered");
    }

    @Test
    void status_is_failed() {
      givenAPendingDelivery();
      world.receiverAnswers(500);
      world.runDue();
      assertThat(textOf(world.delivery(), "status")).isEqualTo("failed");
    }

    @Test
    void status_is_dead() {
      givenADeadDelivery();
      assertThat(textOf(world.delivery(), "status")).isEqualTo("dead");
    }

    @Test
    void status_is_cancelled_where_a_person_called_it_off() {
      givenAPendingDelivery();
      world.send("POST", "/v1/deliveries/" + idOf(world.delivery()) + "/cancel", null);
      assertThat(textOf(world.delivery(), "status")).isEqualTo("cancelled");
    }

    // "attempt_count INTEGER DEFAULT 0"
    @Test
    void attempt_count_is_0_unless_said() {
      givenAPendingDelivery();
      assertThat(world.delivery().path("attempt_count").asInt(-1)).isZero();
    }

    // "last_attempted_at DATETIME"
    @Test
    void last_attempted_at() {
      givenAPendingDelivery();
      assertThat(world.delivery().path("last_attempted_at").isNull()).isTrue();
      world.advance(Duration.ofSeconds(2));
      world.runDue();
      assertThat(timeOf(world.delivery(), "last_attempted_at")).isEqualTo(world.now());
    }

    // "next_retry_at DATETIME"
    @Test
    void next_retry_at() {
      givenAPendingDelivery();
      assertThat(timeOf(world.delivery(), "next_retry_at")).isEqualTo(world.now());
    }

    // "created_at DATETIME DEFAULT CURRENT_TIMESTAMP"
    @Test
    void created_at() {
      Instant created = world.now();
      givenAPendingDelivery();
      world.advance(Duration.ofHours(1));
      assertThat(timeOf(world.delivery(), "created_at")).isEqualTo(created);
    }

    // "error_detail TEXT -- last error message"
    @Test
    void error_detail() {
      givenAPendingDelivery();
      assertThat(world.delivery().path("error_detail").isNull()).isTrue();
      world.receiverAnswers(503);
      world.runDue();
      assertThat(textOf(world.delivery().path("error_detail"), "message"))
          .isEqualTo("the receiver answered 503");
    }
  }

  @Nested
  @DisplayName("Retry schedule (exponential backoff)")
  class RetrySchedule {
    // "| 1 | 30 seconds | … | 2 | 2 minutes | … | 3 | 10 minutes | … | 4 | 1 hour | … | 5 | 6
    // hours |"
    @Test
    void the_delays_after_attempts_1_to_5_are_30_s_2_m_10_m_1_h_and_6_h() {
      givenAPendingDelivery();
      world.receiverAnswers(500);
      for (Duration delay :
          List.of(
              Duration.ofSeconds(30),
              Duration.ofMinutes(2),
              Duration.ofMinutes(10),
              Duration.ofHours(1),
              Duration.ofHours(6))) {
        world.attemptWhenDue(1);
        assertThat(timeOf(world.delivery(), "next_retry_at")).isEqualTo(world.now().plus(delay));
      }
    }

    // "| 6+ | Dead (moved to DLQ status) |"
    @Test
    void the_sixth_failure_is_dead() {
      givenADeadDelivery();
      assertThat(world.delivery().path("attempt_count").asInt()).isEqualTo(6);
      assertThat(textOf(world.delivery(), "status")).isEqualTo("dead");
    }

    @Test
    void a_server_that_is_not_told_otherwise_has_the_fifth_failure_dead() {
      world.set("POSTHORN_RETRY_POLICY", "gateway");
      givenAPendingDelivery();
      world.receiverAnswers(500);
      world.attemptWhenDue(5);
      assertThat(world.delivery().path("attempt_count").asInt()).isEqualTo(5);
      assertThat(textOf(world.delivery(), "status")).isEqualTo("dead");
    }
  }

  @Nested
  @DisplayName("Delivery attempt flow")
  class DeliveryAttemptFlow {
    // "1. WebhookRouter.deliver/1 posts to target URL with X-Observatory-Signature: sha256={hmac}
    // header"
    @Test
    void step_1_the_payload_is_posted_with_the_header_x_observatory_signature() {
      givenAPendingDelivery();
      world.runDue();
      Request request = world.lastReceived();
      assertThat(request.method()).isEqualTo("POST");
      assertThat(request.body()).isEqualTo("{\"task\": 7}");
      assertThat(request.header("X-Observatory-Signature"))
          .hasValue("sha256=" + Hmacs.hex(SECRET, "{\"task\": 7}"));
    }

    // "2. HTTP 2xx → update status to "delivered", clear next_retry_at"
    @ParameterizedTest
    @ValueSource(ints = {200, 201, 202, 204, 299})
    void step_2_any_2xx_is_delivered_and_clears_next_retry_at(int status) {
      givenAPendingDelivery();
      world.receiverAnswers(status);
      world.runDue();
      assertThat(textOf(world.delivery(), "status")).isEqualTo("delivered");
      assertThat(world.delivery().path("next_retry_at").isNull()).isTrue();
    }

    // "3. Non-2xx or connection error → increment attempt_count, compute next delay, update
    // next_retry_at"
    @Test
    void step_3_a_non_2xx_and_a_connection_error_count_and_wait_alike() {
      givenAPendingDelivery();
      world.receiverAnswers(404);
      world.runDue();
      assertThat(world.delivery().path("attempt_count").asInt()).isEqualTo(1);
      assertThat(timeOf(world.delivery(), "next_retry_at")).isEqualTo(world.now().plusSeconds(30));

      world.receiverDoes(Mischief.closeWithoutAnswer());
      world.attemptWhenDue(1);
      assertThat(world.delivery().path("attempt_count").asInt()).isEqualTo(2);
      assertThat(timeOf(world.delivery(), "next_retry_at")).isEqualTo(world.now().plusSeconds(120));
    }

    // "4. If attempt_count >= 6 → set status to "dead", emit WebhookDLQEvent to PubSub
    // "gateway:webhooks""
    @Test
    void step_4_with_attempt_count_6_it_is_dead_and_announced() {
      String place = world.streamPlace();
      givenADeadDelivery();
      assertThat(textOf(world.delivery(), "status")).isEqualTo("dead");
      JsonNode event = world.announcedSince(place, "WebhookDLQEvent");
      assertThat(textOf(event, "webhook_delivery_id")).isEqualTo(idOf(world.delivery()));
      assertThat(event.path("attempt_count").asInt()).isEqualTo(6);
    }
  }

  @Nested
  @DisplayName("Inbound webhook validation")
  class InboundWebhookValidation {
    private static final String BODY = "{\"type\": \"build.done\"}";

    private String receiveUrl() {
      return textOf(
          world.create(
              "/v1/sources", "{'name': 'ci', 'kind': 'sha256', 'secret': '%s'}".formatted(SECRET)),
          "receive_url");
    }

    private World.Answer receive(String url, String signature) {
      return world.send(
          world
              .request(url)
              .header("X-Webhook-Signature", signature)
              .POST(BodyPublishers.ofString(BODY)));
    }

    // "expected = :crypto.mac(:hmac, :sha256, secret, payload) |> Base.encode16(case: :lower) …
    // secure_compare("sha256=#{expected}", signature)"
    @Test
    void the_signature_is_sha256_and_the_hmac_of_the_payload_in_lower_case() {
      assertThat(receive(receiveUrl(), "sha256=" + Hmacs.hex(SECRET, BODY)).status())
          .isEqualTo(202);
    }

    // "Inbound webhooks that fail signature validation receive HTTP 401"
    @Test
    void a_wrong_signature_gets_401() {
      World.Answer answer = receive(receiveUrl(), "sha256=" + Hmacs.hex("another-secret", BODY));
      assertThat(answer.status()).isEqualTo(401);
      assertThat(textOf(answer.json(), "code")).isEqualTo("invalid_signature");
      assertThat(world.items("/v1/inbound")).isEmpty();
    }

    @Test
    void a_missing_signature_gets_401() {
      HttpRequest.Builder unsigned =
          world.request(receiveUrl()).POST(BodyPublishers.ofString(BODY));
      assertThat(world.send(unsigned).status()).isEqualTo(401);
    }

    // "a WebhookSignatureFailureEvent is emitted"
    @Test
    void a_webhook_signature_failure_event_is_announced() {
      String place = world.streamPlace();
      String url = receiveUrl();
      receive(url, "sha256=" + Hmacs.hex("another-secret", BODY));
      JsonNode event = world.announcedSince(place, "WebhookSignatureFailureEvent");
      assertThat(url).endsWith("/" + textOf(event, "source_id"));
    }
  }

  @Nested
  @DisplayName("Inbound routing")
  class InboundRouting {
    // "{source: "github", event_type: "pull_request.opened"} → {intent: "code_review", cluster:
    // "reviewer-cluster"}"
    @Test
    void github_pull_request_opened_becomes_a_code_review_for_the_reviewer_cluster() {
      JsonNode source =
          world.create(
              "/v1/sources",
              "{'name': 'github', 'kind': 'github', 'secret': '%s'}".formatted(SECRET));
      world.create(
          "/v1/routes",
          """
          {'source': 'github', 'event_type': 'pull_request.opened', 'intent': 'code_review',
           'target': 'reviewer-cluster'}
          """);
      world.webhook("'events': ['code_review'], 'payload_format': 'raw'");

      String body = "{\"action\": \"opened\", \"number\": 1}";
      World.Answer answer =
          world.send(
              world
                  .request(textOf(source, "receive_url"))
                  .header("X-GitHub-Event", "pull_request")
                  .header("X-GitHub-Delivery", "72d3162e")
                  .header("X-Hub-Signature-256", "sha256=" + Hmacs.hex(SECRET, body))
                  .POST(BodyPublishers.ofString(body)));
      assertThat(answer.status()).isEqualTo(202);
      assertThat(textOf(answer.json(), "status")).isEqualTo("routed");

      world.runDue();
      assertThat(textOf(world.delivery(), "event_type")).isEqualTo("code_review");
      assertThat(textOf(world.delivery(), "session_id")).isEqualTo("reviewer-cluster");
      assertThat(world.lastReceived().body()).isEqualTo(body);
    }
  }

  @Nested
  @DisplayName("Forensic Inspector")
  class ForensicInspector {
    private void givenDeliveriesOfTwoSessionsAndDays() {
      world.webhook();
      world.publish("task.one", "'session_id': 'session-1'");
      world.runDue();
      world.advance(Duration.ofDays(1));
      world.receiverAnswers(500);
      world.publish("task.two", "'session_id': 'session-2'");
      world.runDue();
    }

    private List<String> typesOf(String query) {
      return world.items("/v1/deliveries?" + query).stream()
          .map(each -> textOf(each, "event_type"))
          .toList();
    }

    // "Queries webhook_deliveries table by session_id, status, or date range."
    @Test
    void deliveries_are_found_by_session_id() {
      givenDeliveriesOfTwoSessionsAndDays();
      assertThat(typesOf("session_id=session-1")).containsExactly("task.one");
    }

    @Test
    void deliveries_are_found_by_status() {
      givenDeliveriesOfTwoSessionsAndDays();
      assertThat(typesOf("status=failed")).containsExactly("task.two");
    }

    @Test
    void deliveries_are_found_by_date_range() {
      givenDeliveriesOfTwoSessionsAndDays();
      assertThat(typesOf("from=2026-01-01&to=2026-01-02")).containsExactly("task.one");
      assertThat(typesOf("from=2026-01-02")).containsExactly("task.two");
    }

    @Test
    void deliveries_are_found_by_all_three_together() {
      givenDeliveriesOfTwoSessionsAndDays();
      assertThat(typesOf("session_id=session-2&status=failed&from=2026-01-02&to=2026-01-03"))
          .containsExactly("task.two");
    }

    // "Shows DLQ entries with retry history and error details."
    @Test
    void a_dead_entry_has_its_retry_history_and_error_details() {
      givenADeadDelivery();
      assertThat(world.items("/v1/dlq")).hasSize(1);
      JsonNode dead = world.items("/v1/dlq").getFirst();
      assertThat(textOf(dead.path("error_detail"), "message"))
          .isEqualTo("the receiver answered 500");
      assertThat(world.attempts())
          .hasSize(6)
          .allMatch(attempt -> textOf(attempt, "failure_category").equals("server_error"));
    }

    // ""Retry now" button resets attempt_count and status to "pending"."
    @Test
    void retry_now_resets_attempt_count_and_status_and_keeps_the_history() {
      givenADeadDelivery();
      World.Answer answer =
          world.send("POST", "/v1/deliveries/" + idOf(world.delivery()) + "/retry-now", null);
      assertThat(answer.status()).isEqualTo(202);
      assertThat(textOf(world.delivery(), "status")).isEqualTo("pending");
      assertThat(world.delivery().path("attempt_count").asInt(-1)).isZero();
      assertThat(world.delivery().path("cycle").asInt()).isEqualTo(2);
      assertThat(world.attempts()).hasSize(6);
    }
  }

  @Nested
  @DisplayName("Consequences")
  class Consequences {
    // "periodic check for next_retry_at < now entries, max 5 retries/s to avoid thundering herd"
    @Test
    void a_periodic_check_takes_at_most_5() {
      world.set("POSTHORN_DISPATCH_POLL_INTERVAL", "1s");
      world.webhook("'max_in_flight': 50");
      for (int i = 0; i < 6; i++) {
        world.publish("task.completed");
      }
      assertThat(world.server().poll()).isEqualTo(5);
    }

    // "New HTTP endpoint: POST /gateway/webhooks/:webhook_id — inbound webhook receiver"
    @Test
    void messages_come_in_at_gateway_webhooks() {
      JsonNode source = world.create("/v1/sources", "{'name': 'ci', 'kind': 'sha256'}");
      assertThat(textOf(source, "receive_url")).isEqualTo("/gateway/webhooks/" + idOf(source));
      World.Answer unknown =
          world.send(
              world
                  .request("/gateway/webhooks/src_01KDVDNA0008X59Y9SG736856D")
                  .POST(BodyPublishers.ofString("{}")));
      assertThat(unknown.status()).isEqualTo(404);
    }

    // "New PubSub topic: "gateway:webhooks" — DLQ events + delivery status changes"
    @Test
    void dead_letters_and_changes_of_status_are_announced() {
      givenAPendingDelivery();
      String place = world.streamPlace();
      world.receiverAnswers(500);
      world.runDue();
      assertThat(textOf(world.announcedSince(place, "delivery.failed"), "delivery_id"))
          .isEqualTo(idOf(world.delivery()));

      world.attemptWhenDue(5);
      world.send("POST", "/v1/deliveries/" + idOf(world.delivery()) + "/retry-now", null);
      world.receiverAnswers(200);
      world.runDue();
      for (String type : List.of("WebhookDLQEvent", "delivery.delivered")) {
        assertThat(textOf(world.announcedSince(place, type), "delivery_id"))
            .isEqualTo(idOf(world.delivery()));
      }
    }

    // "DLQ panel reads from webhook_deliveries where status = 'dead'"
    @Test
    void the_dead_letter_queue_is_the_deliveries_whose_status_is_dead() {
      givenADeadDelivery();
      assertThat(world.items("/v1/dlq"))
          .extracting(World::idOf)
          .isEqualTo(world.items("/v1/deliveries?status=dead").stream().map(World::idOf).toList());
    }
  }

  @TestFactory
  @DisplayName("Decided otherwise")
  Stream<DynamicTest> decided() {
    return Decided.tests(
        Adr020RetryAndDlqTest.class,
        List.of(
            shown(
                "6+ | Dead, and \"If attempt_count >= 6\"",
                "the default preset, gateway, has five attempts; gateway-6 has this table",
                "UC-0268, which is newer, has the fifth failure dead",
                "SPEC 2",
                "a_server_that_is_not_told_otherwise_has_the_fifth_failure_dead"),
            shown(
                "id INTEGER PRIMARY KEY",
                "an id with a prefix, sortable by time and opaque",
                "ids of all things are alike, and say what they are of",
                "SPEC 11",
                "id"),
            shown(
                "payload TEXT, target_url TEXT in the delivery's row",
                "…/request shows them: the bytes are the event's, the URL is the webhook's",
                "an event for many webhooks is stored once, and a corrected URL is used at once",
                "SPEC 5",
                "payload"),
            shown(
                "signature TEXT NOT NULL",
                "made at each attempt, with its time; recorded as (hidden)",
                "a stored signature is a secret to be stolen, and would be stale after a rotation",
                "SPEC 5",
                "signature_is_the_hmac_sha256_of_the_payload_and_not_kept"),
            shown(
                "pending | delivered | failed | dead",
                "also in_flight, while it is leased, and cancelled",
                "what is being sent must not be sent twice; a person may call a delivery off",
                "SPEC 3",
                "status_is_cancelled_where_a_person_called_it_off"),
            shown(
                "A webhook_configs table maps {source_identifier, event_type}",
                "/v1/sources and /v1/routes",
                "the receiving side has secrets and rules of its own",
                "SPEC 6",
                "github_pull_request_opened_becomes_a_code_review_for_the_reviewer_cluster"),
            shown(
                "POST /gateway/webhooks/:webhook_id",
                "POST /gateway/webhooks/{source_id}",
                "who sends is a source; a webhook is who receives",
                "SPEC 6",
                "messages_come_in_at_gateway_webhooks"),
            shown(
                "max 5 retries/s",
                "poll mode takes 5 every 5 s as UC-0270 says; dispatch.poll_interval may be 1s",
                "the two documents differ, and UC-0270 is the more exact",
                "SPEC 4",
                "a_periodic_check_takes_at_most_5"),
            shown(
                "\"Retry now\" resets attempt_count and status",
                "and begins a new cycle",
                "the earlier attempts stay in the history",
                "SPEC 3.5",
                "retry_now_resets_attempt_count_and_status_and_keeps_the_history"),
            unshown(
                "Forensic Inspector \"Webhooks\" panel, Scheduler & Lifecycle DLQ panel",
                "the lists of the API; the panels are of the dashboard, a later issue",
                "the API comes first",
                "SPEC 8"),
            unshown(
                "lib/observatory/gateway/webhook_router.ex, GenServer",
                "Java, one process",
                "the product stands by itself",
                "SPEC, introduction")));
  }
}
