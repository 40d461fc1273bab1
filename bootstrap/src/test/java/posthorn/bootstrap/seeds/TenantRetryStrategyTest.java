package posthorn.bootstrap.seeds;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.bootstrap.seeds.Decided.shown;
import static posthorn.bootstrap.seeds.Decided.unshown;
import static posthorn.bootstrap.seeds.World.fieldsOf;
import static posthorn.bootstrap.seeds.World.idOf;
import static posthorn.bootstrap.seeds.World.quoted;
import static posthorn.bootstrap.seeds.World.textOf;
import static posthorn.bootstrap.seeds.World.timeOf;

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
import posthorn.application.port.WebhookRequest;
import posthorn.application.testing.Hmacs;
import posthorn.receiver.Request;
import tools.jackson.databind.JsonNode;

/** 004_…: the tenants' retry strategy, on the routes that it names, with its preset. */
@DisplayName("Webhook Retry Strategy - Reliable Event Delivery")
class TenantRetryStrategyTest {
  private static final String SECRET = "a-secret-of-both-sides";

  @RegisterExtension final World world = new World("POSTHORN_DISPATCH_MODE", "poll");

  private JsonNode create(String fields) {
    return world.create(
        "/api/webhooks",
        "{'name': 'Blog', 'url': '%s', 'events': ['post.created', 'user.login']%s}"
            .formatted(world.receiverUrl(), fields.isEmpty() ? "" : ", " + fields));
  }

  private void givenADelivery() {
    create("'secret': '" + SECRET + "'");
    world.publish("post.created", "'data': {'post': 7}");
  }

  private void givenADeadLetter() {
    givenADelivery();
    world.receiverAnswers(500);
    world.attemptWhenDue(5);
  }

  /** The only delivery, as /api/webhooks/deliveries has it. */
  private JsonNode row() {
    JsonNode all = world.get("/api/webhooks/deliveries");
    assertThat(all.size()).isEqualTo(1);
    return all.get(0);
  }

  @Nested
  @DisplayName("Retry Strategy: Exponential Backoff")
  class ExponentialBackoff {
    // "Attempt 1: Immediate"
    @Test
    void the_first_attempt_is_immediate() {
      givenADelivery();
      assertThat(timeOf(row(), "next_retry_at")).isEqualTo(world.now());
    }

    // "Summary: Exponential backoff (30s, 1m, 2m, 4m, 8m). Max 5 attempts over ~15 minutes", and
    // "calculateDelay(2) // 30,000ms … (3) // 60,000ms … (4) // 120,000ms … (5) // 240,000ms"
    @Test
    void attempts_2_to_5_follow_after_30_s_1_m_2_m_and_4_m() {
      givenADelivery();
      world.receiverAnswers(500);
      for (Duration delay :
          List.of(
              Duration.ofSeconds(30),
              Duration.ofMinutes(1),
              Duration.ofMinutes(2),
              Duration.ofMinutes(4))) {
        world.attemptWhenDue(1);
        assertThat(timeOf(row(), "next_retry_at")).isEqualTo(world.now().plus(delay));
      }
      world.attemptWhenDue(1);
      assertThat(textOf(row(), "status")).isEqualTo("dead_letter");
    }

    // "Attempt 2: 30 seconds later, 3: 5 minutes later, 4: 20 minutes later, 5: 1 hour later", for
    // those who want the text's delays and not the code's
    @Test
    void the_delays_of_the_text_can_be_named() {
      world.webhook("'retry_delays': ['30s', '5m', '20m', '1h'], 'max_attempts': 5");
      world.publish("post.created");
      world.receiverAnswers(500);
      for (Duration delay :
          List.of(
              Duration.ofSeconds(30),
              Duration.ofMinutes(5),
              Duration.ofMinutes(20),
              Duration.ofHours(1))) {
        world.attemptWhenDue(1);
        assertThat(timeOf(row(), "next_retry_at")).isEqualTo(world.now().plus(delay));
      }
      world.attemptWhenDue(1);
      assertThat(textOf(row(), "status")).isEqualTo("dead_letter");
    }
  }

  @Nested
  @DisplayName("Retry Configuration")
  class RetryConfiguration {
    // "maxAttempts: 5"
    @Test
    void max_attempts_is_5() {
      givenADeadLetter();
      assertThat(row().path("attempt").asInt()).isEqualTo(5);
      assertThat(row().path("max_attempts").asInt()).isEqualTo(5);
    }

    // "initialDelay: 30000 … backoffMultiplier: 2 … maxDelay: 3600000, // 1 hour"
    @Test
    void delays_double_from_30_s_to_an_hour() {
      create("'max_attempts': 10");
      world.publish("post.created");
      world.receiverAnswers(500);
      for (int seconds : new int[] {30, 60, 120, 240, 480, 960, 1920, 3600, 3600}) {
        world.attemptWhenDue(1);
        assertThat(timeOf(row(), "next_retry_at")).isEqualTo(world.now().plusSeconds(seconds));
      }
    }

    // "timeout: 10000, // 10 seconds per request"
    @Test
    void a_request_has_10_seconds() {
      givenADelivery();
      world.runDue();
      assertThat(world.server().sender.asked())
          .extracting(WebhookRequest::timeout)
          .containsExactly(Duration.ofSeconds(10));
    }
  }

  @Nested
  @DisplayName("Database Schema")
  class DatabaseSchema {
    @TestFactory
    @DisplayName("webhooks")
    Stream<DynamicTest> webhooks() {
      JsonNode webhook = create("'secret': '" + SECRET + "'");
      return fieldsOf(
          webhook,
          "id",
          quoted(idOf(webhook)),
          "name",
          "'Blog'",
          "url",
          quoted(world.receiverUrl()),
          "enabled",
          "true",
          "events",
          "['post.created', 'user.login']",
          "secret",
          quoted(SECRET),
          "max_attempts",
          "5",
          "timeout_ms",
          "10000",
          "created_at",
          quoted(world.now()),
          "updated_at",
          quoted(world.now()));
    }

    // "-- Retry config (optional overrides)"
    @TestFactory
    @DisplayName("webhooks: max_attempts and timeout_ms are optional overrides")
    Stream<DynamicTest> webhooks_overrides() {
      return fieldsOf(
          create("'max_attempts': 3, 'timeout_ms': 2000, 'enabled': false"),
          "max_attempts",
          "3",
          "timeout_ms",
          "2000",
          "enabled",
          "false");
    }

    @TestFactory
    @DisplayName("webhook_deliveries: a pending one")
    Stream<DynamicTest> pending_delivery() {
      givenADelivery();
      return fieldsOf(
          row(),
          "event_type",
          "'post.created'",
          "status",
          "'pending'",
          "attempt",
          "0",
          "max_attempts",
          "5",
          "response_status_code",
          "null",
          "response_body",
          "null",
          "error_message",
          "null",
          "next_retry_at",
          quoted(world.now()),
          "last_attempt_at",
          "null",
          "created_at",
          quoted(world.now()),
          "completed_at",
          "null");
    }

    @TestFactory
    @DisplayName("webhook_deliveries: a dead one")
    Stream<DynamicTest> dead_delivery() {
      Instant created = world.now();
      world.server().sender.takes(Duration.ofMillis(7));
      givenADeadLetter();
      return fieldsOf(
          row(),
          "event_data",
          "{'post': 7}",
          "response_time_ms",
          "7",
          "id",
          quoted(idOf(world.delivery())),
          "webhook_id",
          quoted(textOf(world.delivery(), "webhook_id")),
          "event_type",
          "'post.created'",
          "status",
          "'dead_letter'",
          "attempt",
          "5",
          "max_attempts",
          "5",
          "response_status_code",
          "500",
          "response_body",
          "''",
          "error_message",
          "'the receiver answered 500'",
          "next_retry_at",
          "null",
          "last_attempt_at",
          quoted(world.now().plusMillis(7)),
          "created_at",
          quoted(created),
          "completed_at",
          quoted(world.now().plusMillis(7)));
    }

    // "status VARCHAR(20) DEFAULT 'pending', -- pending, success, failed, dead_letter"
    @Test
    void status_is_failed_after_a_failure_and_success_after_a_success() {
      givenADelivery();
      world.receiverAnswers(500);
      world.runDue();
      assertThat(textOf(row(), "status")).isEqualTo("failed");
      world.receiverAnswers(200);
      world.attemptWhenDue(1);
      assertThat(textOf(row(), "status")).isEqualTo("success");
    }

    // "updated_at TIMESTAMP": a webhook can be changed with PUT and with PATCH.
    @Test
    void patch_changes_what_is_mentioned() {
      String path = "/api/webhooks/" + idOf(create(""));
      world.advance(Duration.ofSeconds(1));
      World.Answer answer = world.send("PATCH", path, "{'name': 'News'}");
      assertThat(answer.status()).isEqualTo(200);
      assertThat(textOf(answer.json(), "name")).isEqualTo("News");
      assertThat(timeOf(answer.json(), "updated_at")).isEqualTo(world.now());
    }

    // "webhook_id UUID NOT NULL REFERENCES webhooks(id) ON DELETE CASCADE"
    @Test
    void deleting_a_webhook_deletes_its_deliveries() {
      String webhook = idOf(create(""));
      world.publish("post.created");
      assertThat(world.send("DELETE", "/api/webhooks/" + webhook, null).status()).isEqualTo(204);
      assertThat(world.get("/api/webhooks/deliveries").size()).isZero();
    }
  }

  @Nested
  @DisplayName("Webhook Service")
  class WebhookService {
    // "Find all webhooks subscribed to this event: … WHERE enabled = true AND $1 = ANY(events)"
    @Test
    void an_event_goes_to_the_webhooks_that_are_subscribed_to_it() {
      String subscribed = idOf(create(""));
      world.webhook("'events': ['payment.failed']");
      world.publish("post.created");
      assertThat(textOf(row(), "webhook_id")).isEqualTo(subscribed);
    }

    @Test
    void a_webhook_that_is_not_enabled_gets_nothing() {
      create("'enabled': false");
      world.publish("post.created");
      world.runDue();
      assertThat(world.received()).isEmpty();
      assertThat(textOf(row(), "status")).isEqualTo("cancelled");
    }

    // "Process immediately (async)"
    @Test
    void in_push_mode_it_is_processed_immediately() {
      world.set("POSTHORN_DISPATCH_MODE", "push");
      givenADelivery();
      assertThat(world.server().underWay()).isEqualTo(1);
    }

    // "WHERE d.status = 'pending' AND d.next_retry_at <= NOW() AND d.attempt < d.max_attempts ORDER
    // BY d.created_at ASC"
    @Test
    void the_oldest_is_processed_first() {
      world.set("POSTHORN_DISPATCH_POLL_BATCH", "1");
      create("");
      world.publish("post.created");
      world.advance(Duration.ofSeconds(1));
      world.publish("user.login");
      world.server().poll();
      assertThat(world.lastReceived().header("X-Webhook-Event")).hasValue("post.created");
    }

    // "const payload = {id: delivery.id, event: delivery.event_type, data: delivery.event_data,
    // timestamp: …}"
    @TestFactory
    @DisplayName("payload")
    Stream<DynamicTest> payload() {
      givenADelivery();
      world.runDue();
      return fieldsOf(
          World.JSON.readTree(world.lastReceived().body()),
          "id",
          quoted(idOf(world.delivery())),
          "event",
          "'post.created'",
          "data",
          "{'post': 7}",
          "timestamp",
          quoted(world.now()));
    }

    // "headers: {'Content-Type', 'X-Webhook-Signature', 'X-Webhook-Event',
    // 'X-Webhook-Delivery-ID'}"
    @Test
    void the_headers_are_type_signature_event_and_delivery() {
      givenADelivery();
      world.runDue();
      Request request = world.lastReceived();
      assertThat(request.header("Content-Type")).hasValue("application/json");
      assertThat(request.header("X-Webhook-Signature")).isPresent();
      assertThat(request.header("X-Webhook-Event")).hasValue("post.created");
      assertThat(request.header("X-Webhook-Delivery-ID")).hasValue(idOf(world.delivery()));
    }

    // "timeout: delivery.timeout_ms || 10000"
    @Test
    void a_webhook_may_have_a_timeout_of_its_own() {
      create("'timeout_ms': 2000");
      world.publish("post.created");
      world.runDue();
      assertThat(world.server().sender.asked())
          .extracting(WebhookRequest::timeout)
          .containsExactly(Duration.ofSeconds(2));
    }

    // "SET status = 'success', attempt = $1, … last_attempt_at = NOW(), completed_at = NOW()"
    @Test
    void a_success_is_completed() {
      givenADelivery();
      world.runDue();
      assertThat(textOf(row(), "status")).isEqualTo("success");
      assertThat(row().path("attempt").asInt()).isEqualTo(1);
      assertThat(timeOf(row(), "last_attempt_at")).isEqualTo(world.now());
      assertThat(timeOf(row(), "completed_at")).isEqualTo(world.now());
    }

    // "isLastAttempt … SET status = 'dead_letter', attempt = $1, error_message = $2, …"
    @Test
    void the_last_failure_is_a_dead_letter() {
      create("'max_attempts': 2");
      world.publish("post.created");
      world.receiverAnswers(500);
      world.attemptWhenDue(2);
      assertThat(textOf(row(), "status")).isEqualTo("dead_letter");
      assertThat(row().path("attempt").asInt()).isEqualTo(2);
    }

    // "SET attempt = $1, error_message = $2, response_status_code = $3, last_attempt_at = NOW(),
    // next_retry_at = $4"
    @Test
    void a_failure_before_the_last_is_scheduled() {
      givenADelivery();
      world.receiverAnswers(503, Map.of(), "later");
      world.runDue();
      assertThat(row().path("attempt").asInt()).isEqualTo(1);
      assertThat(textOf(row(), "error_message")).isEqualTo("the receiver answered 503");
      assertThat(row().path("response_status_code").asInt()).isEqualTo(503);
      assertThat(textOf(row(), "response_body")).isEqualTo("later");
      assertThat(timeOf(row(), "last_attempt_at")).isEqualTo(world.now());
      assertThat(timeOf(row(), "next_retry_at")).isEqualTo(world.now().plusSeconds(30));
    }

    // "hmac.update(JSON.stringify(payload)); return `sha256=${hmac.digest('hex')}`"
    @Test
    void the_signature_is_sha256_and_the_hmac_of_the_body() {
      givenADelivery();
      world.runDue();
      assertThat(world.lastReceived().header("X-Webhook-Signature"))
          .hasValue("sha256=" + Hmacs.hex(SECRET, world.lastReceived().body()));
    }

    // "Alert tenant admin about dead letter … Send email/notification to tenant admin"
    @Test
    void a_dead_letter_is_told_to_the_tenant() {
      world.create(
          "/v1/notification-channels",
          """
          {'type': 'email', 'to': ['admin@example.com'], 'tenant_id': 'default', 'name': 'admins'}
          """);
      givenADeadLetter();
      world.server().alert();
      assertThat(world.server().mailer.sent())
          .anyMatch(mail -> mail.to().contains("admin@example.com"));
    }
  }

  @Nested
  @DisplayName("Background Worker")
  class BackgroundWorker {
    // "Process webhook deliveries every minute", for each active tenant
    @Test
    void the_deliveries_of_all_tenants_are_processed() {
      world.create("/v1/tenants", "{'id': 'acme', 'name': 'Acme'}");
      world.webhook();
      world.webhook("'tenant_id': 'acme'");
      world.publish("post.created");
      world.publish("post.created", "'tenant_id': 'acme'");
      world.runDue();
      assertThat(world.received()).hasSize(2);
    }

    @Test
    void the_interval_may_be_a_minute() {
      world.set("POSTHORN_DISPATCH_POLL_INTERVAL", "60s");
      givenADelivery();
      assertThat(world.server().poll()).isEqualTo(1);
    }
  }

  @Nested
  @DisplayName("Webhook Verification (Receiver Side)")
  class WebhookVerification {
    // "expected = `sha256=${expectedSignature}` … crypto.timingSafeEqual"
    @Test
    void a_receiver_verifies_the_body_it_got_and_refuses_another() {
      givenADelivery();
      world.runDue();
      String signature = world.lastReceived().header("X-Webhook-Signature").orElseThrow();
      String body = world.lastReceived().body();
      assertThat(signature).isEqualTo("sha256=" + Hmacs.hex(SECRET, body));
      assertThat(signature).isNotEqualTo("sha256=" + Hmacs.hex(SECRET, body + " "));
      assertThat(signature).isNotEqualTo("sha256=" + Hmacs.hex("another-secret", body));
    }

    // "const { event, data } = req.body"
    @Test
    void the_body_has_event_and_data() {
      givenADelivery();
      world.runDue();
      JsonNode body = World.JSON.readTree(world.lastReceived().body());
      assertThat(textOf(body, "event")).isEqualTo("post.created");
      assertThat(body.path("data").path("post").asInt()).isEqualTo(7);
    }
  }

  @Nested
  @DisplayName("Webhook Management UI")
  class WebhookManagementUi {
    // "fetch('/api/webhooks', {method: 'POST', … body: JSON.stringify({name, url, events})}) …
    // alert(`Webhook created! Secret: ${data.secret}`)"
    @Test
    void post_api_webhooks_takes_name_url_and_events_and_tells_the_secret() {
      assertThat(textOf(create(""), "secret")).startsWith("whsec_");
      assertThat(world.get("/api/webhooks").get(0).has("secret")).isFalse();
    }

    // "fetch('/api/webhooks/deliveries').then(res => res.json()).then(setDeliveries)": an array
    @Test
    void get_api_webhooks_deliveries_is_an_array_of_what_the_table_shows() {
      givenADelivery();
      world.receiverAnswers(500);
      world.runDue();
      assertThat(world.get("/api/webhooks/deliveries").isArray()).isTrue();
      assertThat(row().propertyNames())
          .contains("id", "event_type", "status", "attempt", "max_attempts", "last_attempt_at");
    }

    // "fetch(`/api/webhooks/deliveries/${deliveryId}/retry`, {method: 'POST'})"
    @Test
    void post_retry_queues_a_dead_letter() {
      givenADeadLetter();
      String path = "/api/webhooks/deliveries/" + idOf(row()) + "/retry";
      assertThat(world.send("POST", path, null).status()).isEqualTo(200);
      assertThat(textOf(row(), "status")).isEqualTo("pending");
    }
  }

  @Nested
  @DisplayName("Monitoring & Metrics")
  class MonitoringAndMetrics {
    // "COUNT(*) as total_deliveries, … successful, … failed, … success_rate,
    // AVG(d.response_time_ms)
    // … INTERVAL '7 days'"
    @Test
    void webhook_stats_have_totals_the_success_rate_and_the_average_time() {
      String webhook = idOf(create("'max_attempts': 1"));
      world.server().sender.takes(Duration.ofMillis(100));
      for (int i = 0; i < 3; i++) {
        world.publish("post.created");
        world.runDue();
      }
      world.server().sender.takes(Duration.ofMillis(300));
      world.receiverAnswers(500);
      world.publish("post.created");
      world.runDue();

      Instant from = world.now().minus(Duration.ofDays(7));
      JsonNode stats =
          world.get(
              "/v1/webhooks/%s/stats?from=%s&to=%s"
                  .formatted(webhook, from, world.now().plusSeconds(60)));
      assertThat(stats.path("total").asInt()).isEqualTo(4);
      assertThat(stats.path("success").asInt()).isEqualTo(3);
      assertThat(stats.path("dead_letter").asInt()).isEqualTo(1);
      assertThat(stats.path("success_rate").asDouble()).isEqualTo(75.0);
      assertThat(stats.path("avg_response_time_ms").asDouble()).isEqualTo(150.0);
    }

    // "Get all dead letter deliveries: … WHERE d.status = 'dead_letter' ORDER BY d.created_at DESC"
    @Test
    void all_dead_letters_newest_first() {
      create("'max_attempts': 1");
      world.receiverAnswers(500);
      world.publish("post.created");
      world.runDue();
      world.advance(Duration.ofSeconds(1));
      world.publish("user.login");
      world.runDue();
      JsonNode dead = world.get("/api/webhooks/deliveries?status=dead_letter");
      assertThat(dead.valueStream().map(each -> textOf(each, "event_type")))
          .containsExactly("user.login", "post.created");
      assertThat(world.items("/v1/dlq"))
          .extracting(each -> textOf(each, "event_type"))
          .containsExactly("user.login", "post.created");
    }
  }

  @Nested
  @DisplayName("Alerting")
  class Alerting {
    // "HAVING COUNT(*) FILTER (WHERE d.status = 'dead_letter') > 10", of the last hour
    @Test
    void more_than_10_dead_letters_of_a_webhook_in_an_hour_fire_an_alert() {
      create("'max_attempts': 1");
      world.receiverAnswers(500);
      for (int i = 0; i < 10; i++) {
        world.publish("post.created");
        world.runDue();
      }
      world.server().alert();
      assertThat(rules()).doesNotContain("dead_deliveries");

      world.advance(Duration.ofSeconds(31));
      for (int i = 0; i < 3; i++) {
        world.publish("post.created");
        world.runDue();
      }
      world.server().alert();
      assertThat(rules()).contains("dead_deliveries");
    }

    // "type: 'webhook_failure', severity: 'warning'"
    @Test
    void its_severity_is_warning() {
      assertThat(world.items("/v1/alert-rules"))
          .anySatisfy(rule -> {
            assertThat(textOf(rule, "name")).isEqualTo("dead_deliveries");
            assertThat(textOf(rule, "severity")).isEqualTo("warning");
            assertThat(rule.path("threshold").asInt()).isEqualTo(10);
            assertThat(rule.path("window_seconds").asInt()).isEqualTo(3600);
          });
    }

    private List<String> rules() {
      return world.items("/v1/alerts").stream().map(each -> textOf(each, "rule")).toList();
    }
  }

  @Nested
  @DisplayName("Manual Retry API")
  class ManualRetryApi {
    private World.Answer retry(String key) {
      return world.send("POST", "/api/webhooks/deliveries/" + idOf(row()) + "/retry", null, key);
    }

    private String keyOf(String role) {
      return textOf(
          world.create("/v1/api-keys", "{'role': '%s', 'tenant_id': 'default'}".formatted(role)),
          "key");
    }

    // "requireRole('TENANT_ADMIN')"
    @Test
    void a_tenant_admin_may_retry_and_a_viewer_may_not() {
      givenADeadLetter();
      assertThat(retry(keyOf("viewer")).status()).isEqualTo(403);
      assertThat(retry(keyOf("tenant_admin")).status()).isEqualTo(200);
    }

    // "SET status = 'pending', attempt = 0, next_retry_at = NOW()" and "res.json({ success: true
    // })"
    @Test
    void it_is_pending_with_attempt_0_and_due_now() {
      givenADeadLetter();
      assertThat(retry(keyOf("tenant_admin")).json())
          .isEqualTo(World.JSON.readTree("{\"success\": true}"));
      assertThat(textOf(row(), "status")).isEqualTo("pending");
      assertThat(row().path("attempt").asInt(-1)).isZero();
      assertThat(timeOf(row(), "next_retry_at")).isEqualTo(world.now());
    }

    // "Trigger immediate processing"
    @Test
    void it_is_processed_at_once() {
      givenADeadLetter();
      retry(keyOf("tenant_admin"));
      world.receiverAnswers(200);
      assertThat(world.runDue()).isEqualTo(1);
      assertThat(textOf(row(), "status")).isEqualTo("success");
    }
  }

  @TestFactory
  @DisplayName("Decided otherwise")
  Stream<DynamicTest> decided() {
    return Decided.tests(
        TenantRetryStrategyTest.class,
        List.of(
            shown(
                "Attempt 3: 5 minutes later, 4: 20 minutes, 5: 1 hour; over ~1.5 hours",
                "30 s, 1 m, 2 m, 4 m",
                "the text contradicts the document's own code and summary; the code is exact",
                "SPEC 2",
                "attempts_2_to_5_follow_after_30_s_1_m_2_m_and_4_m"),
            shown(
                "Summary: 30s, 1m, 2m, 4m, 8m",
                "five attempts have four delays; the fifth, 8 m, is waited with more attempts",
                "Max 5 attempts",
                "SPEC 2",
                "delays_double_from_30_s_to_an_hour"),
            shown(
                "calculateDelay(1) // 0ms",
                "the first attempt is at once; the first delay is 30 s",
                "the code gives 30 s for 1, as it is called after the first failure",
                "SPEC 2",
                "the_first_attempt_is_immediate"),
            shown(
                "a row that waits for its retry stays 'pending'",
                "failed until its next attempt",
                "the column's comment has failed, and people look for it",
                "SPEC 3",
                "a_failure_before_the_last_is_scheduled"),
            shown(
                "WHERE enabled = true AND $1 = ANY(events)",
                "a webhook that is not enabled has a delivery too, which is cancelled when due",
                "it can be replayed once the webhook is enabled again",
                "SPEC 3.7",
                "a_webhook_that_is_not_enabled_gets_nothing"),
            shown(
                "secret VARCHAR(255) NOT NULL in the webhook",
                "shown once, when it is made",
                "who may look at a webhook need not be able to sign for it",
                "SPEC 5",
                "post_api_webhooks_takes_name_url_and_events_and_tells_the_secret"),
            shown(
                "cron.schedule('* * * * *'), LIMIT 100",
                "at once in push mode; in poll mode every dispatch.poll_interval",
                "a minute is long for who waits",
                "SPEC 4",
                "in_push_mode_it_is_processed_immediately"),
            shown(
                "error_message = NULL on a manual retry",
                "the last failure stays visible until the next attempt",
                "a person who retries wants to see why",
                "SPEC 3.5",
                "it_is_pending_with_attempt_0_and_due_now"),
            shown(
                "to: 'tenant-admin'",
                "the webhook's owner, else the tenant's notification channels, as a digest",
                "one mail per dead delivery would be a flood",
                "SPEC 8",
                "a_dead_letter_is_told_to_the_tenant"),
            unshown(
                "created_by UUID NOT NULL",
                "the audit log has the key that made it",
                "keys make webhooks, not users",
                "SPEC 7"),
            unshown(
                "auditService.logTenantEvent … 'webhook.dead_letter'",
                "WebhookDLQEvent in the stream and the log; the audit log is of people's changes",
                "the delivery and its attempts are the record",
                "SPEC 8"),
            unshown(
                "Simple UI to create webhooks, dead letter queue dashboard",
                "the calls that the pages make; the pages are of the dashboard, a later issue",
                "the API comes first",
                "SPEC 8")));
  }
}
