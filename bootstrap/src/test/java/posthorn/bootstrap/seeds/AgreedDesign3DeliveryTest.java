package posthorn.bootstrap.seeds;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.bootstrap.seeds.Decided.shown;
import static posthorn.bootstrap.seeds.Decided.unshown;
import static posthorn.bootstrap.seeds.World.idOf;
import static posthorn.bootstrap.seeds.World.textOf;
import static posthorn.bootstrap.seeds.World.timeOf;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
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
import posthorn.application.port.WebhookRequest;
import posthorn.domain.retry.AttemptOutcome.Unreachable;
import posthorn.domain.retry.AttemptOutcome.Unreachable.Trouble;
import posthorn.receiver.Request;
import tools.jackson.databind.JsonNode;

/** 002_…, third part: from its heading Security to its end. */
@DisplayName("Webhook Delivery System with Retries: Security to Alerting Rules")
class AgreedDesign3DeliveryTest {
  private static final String SECRET = "signing_secret_for_hmac";

  @RegisterExtension
  final World world =
      new World("POSTHORN_RETRY_POLICY", "consensus", "POSTHORN_DISPATCH_SLOW_START", "off");

  private JsonNode deliveryOf(String type) {
    return world.items("/v1/deliveries?event_type=" + type).getFirst();
  }

  private String statusOf(String type) {
    return textOf(deliveryOf(type), "status");
  }

  private World.Answer register(String url) {
    return world.send("POST", "/v1/webhooks", "{'url': '%s', 'events': ['*']}".formatted(url));
  }

  @Nested
  @DisplayName("Security 1. HMAC Signing")
  class HmacSigning {
    // "Sign payload with webhook secret using HMAC-SHA256. Include timestamp in signature …
    // Signature format: t={timestamp},v1={signature}. Header: X-Webhook-Signature"
    @Test
    void the_signature_covers_the_timestamp_and_the_payload() {
      world.webhook("'secret': '" + SECRET + "'");
      world.publish("user.created");
      world.advance(Duration.ofSeconds(5));
      world.runDue();
      Request request = world.lastReceived();
      long t = world.now().getEpochSecond();
      assertThat(request.header("X-Webhook-Signature"))
          .hasValue("t=" + t + ",v1=" + Hmac.hex(SECRET, t + "." + request.body()));
    }

    // "to prevent replay attacks (valid 5 minutes)": each attempt is signed again, so that a retry
    // hours later is as young as the first attempt was.
    @Test
    void each_attempt_is_signed_with_its_own_time() {
      world.webhook("'secret': '" + SECRET + "'");
      world.publish("user.created");
      world.receiverAnswers(500);
      world.runDue();
      world.attemptWhenDue(1);
      assertThat(world.lastReceived().header("X-Webhook-Signature").orElseThrow())
          .startsWith("t=" + world.now().getEpochSecond() + ",");
    }
  }

  @Nested
  @DisplayName("Security 2. Request Headers")
  class RequestHeaders {
    @TestFactory
    Stream<DynamicTest> each_header() {
      String webhook = idOf(world.webhook());
      world.publish("user.created", "'idempotency_key': 'event_idempotency_key'");
      world.receiverAnswers(500);
      world.runDue();
      world.attemptWhenDue(1);
      Request request = world.lastReceived();
      return Stream.of(
          header(request, "Content-Type", "application/json"),
          header(request, "X-Webhook-ID", webhook),
          header(request, "X-Webhook-Event", "user.created"),
          header(request, "X-Webhook-Delivery", idOf(world.delivery())),
          header(request, "X-Webhook-Attempt", "2"),
          header(request, "X-Webhook-Timestamp", world.now().toString()),
          header(request, "X-Idempotency-Key", "event_idempotency_key"),
          header(request, "User-Agent", "Posthorn/development"));
    }

    @Test
    void an_attempt_has_all_headers_as_they_were_sent() {
      world.webhook();
      world.publish("user.created");
      world.runDue();
      assertThat(world.attempts().getFirst().path("request_headers").propertyNames())
          .contains(
              "Content-Type",
              "X-Webhook-ID",
              "X-Webhook-Signature",
              "X-Webhook-Event",
              "X-Webhook-Delivery",
              "X-Webhook-Attempt",
              "X-Webhook-Timestamp",
              "X-Idempotency-Key",
              "User-Agent");
    }

    private static DynamicTest header(Request request, String name, String value) {
      return DynamicTest.dynamicTest(name, () -> assertThat(request.header(name)).hasValue(value));
    }
  }

  @Nested
  @DisplayName("Security 3. Timeout & Rate Limiting")
  class TimeoutAndRateLimiting {
    // "HTTP request timeout: 30s default"
    @Test
    void the_timeout_is_30_seconds() {
      world.webhook();
      world.publish("user.created");
      world.runDue();
      assertThat(world.server().sender.asked())
          .extracting(WebhookRequest::timeout)
          .containsExactly(Duration.ofSeconds(30));
    }

    // "Per-webhook rate limit: configurable requests/minute with token bucket"
    @Test
    void a_webhook_has_a_token_bucket() {
      world.webhook("'rate_limit': {'requests_per_minute': 60, 'burst': 2}");
      for (int i = 0; i < 4; i++) {
        world.publish("user.created");
      }
      world.runDue();
      assertThat(world.received()).hasSize(2);
      world.advance(Duration.ofSeconds(1));
      world.runDue();
      assertThat(world.received()).hasSize(3);
    }

    // "Per-tenant global rate limits (default: 1000 req/min)"
    @Test
    void a_tenant_has_a_rate_limit_where_it_is_configured() {
      world.set("POSTHORN_DISPATCH_TENANT_REQUESTS_PER_MINUTE", "60");
      world.webhook("'max_in_flight': 50, 'events': ['a.*']");
      world.webhook("'max_in_flight': 50, 'events': ['b.*']");
      for (int i = 0; i < 80; i++) {
        world.publish(i % 2 == 0 ? "a.one" : "b.one");
      }
      world.runDue();
      assertThat(world.received()).hasSizeLessThanOrEqualTo(60);
      for (int second = 0; second < 120; second++) {
        world.advance(Duration.ofSeconds(1));
        world.runDue();
      }
      assertThat(world.received()).hasSize(80);
    }

    // "Connection pooling with max 5 concurrent connections per webhook"
    @Test
    void at_most_5_requests_of_a_webhook_are_under_way() {
      String webhook = idOf(world.webhook());
      for (int i = 0; i < 8; i++) {
        world.publish("user.created");
      }
      assertThat(world.server().underWay()).isEqualTo(5);
      world.runDue();
      assertThat(world.received()).hasSize(8);
      assertThat(
              world
                  .get("/v1/webhooks/" + webhook)
                  .path("effective_config")
                  .path("max_in_flight")
                  .asInt())
          .isEqualTo(5);
    }
  }

  @Nested
  @DisplayName("Security 4. URL Validation")
  class UrlValidation {
    // "Block private IP ranges (RFC1918, loopback, link-local)"
    @ParameterizedTest
    @ValueSource(
        strings = {
          "https://10.0.0.1/",
          "https://172.16.0.1/",
          "https://192.168.0.1/",
          "https://[::1]/",
          "https://169.254.169.254/"
        })
    void private_loopback_and_link_local_addresses_are_refused(String url) {
      World.Answer answer = register(url);
      assertThat(answer.status()).isEqualTo(422);
      assertThat(answer.json().path("errors").path(0).path("field").asString()).isEqualTo("url");
    }

    // "Require HTTPS in production"
    @Test
    void http_is_refused_unless_it_is_allowed() {
      assertThat(register(world.receiverUrl()).status()).isEqualTo(201);
    }

    @Test
    void http_is_refused_in_production() {
      world.set("POSTHORN_OUTBOUND_ALLOW_HTTP", "false");
      assertThat(register(world.receiverUrl()).status()).isEqualTo(422);
    }

    // "Max URL length: 2048 characters"
    @Test
    void a_url_has_at_most_2048_characters() {
      String url = "https://127.0.0.1/";
      String longest = url + "x".repeat(2048 - url.length());
      assertThat(register(longest).status()).isEqualTo(201);
      assertThat(register(longest + "x").status()).isEqualTo(422);
    }
  }

  @Nested
  @DisplayName("Idempotency")
  class Idempotency {
    // "Each event has unique idempotency_key (UUID v4 if not provided). Included in delivery
    // headers
    // for consumer deduplication"
    @Test
    void an_event_without_a_key_is_sent_with_its_id_as_the_key() {
      world.webhook();
      String first = world.publish("user.created");
      world.runDue();
      assertThat(world.lastReceived().header("X-Idempotency-Key")).hasValue(first);
      assertThat(world.publish("user.created")).isNotEqualTo(first);
    }

    // "Retry attempts preserve same idempotency key"
    @Test
    void retries_keep_the_key() {
      world.webhook();
      world.publish(
          "user.created", "'idempotency_key': '" + UUID.nameUUIDFromBytes(new byte[1]) + "'");
      world.receiverAnswers(500);
      world.runDue();
      world.attemptWhenDue(2);
      assertThat(world.received())
          .hasSize(3)
          .extracting(request -> request.header("X-Idempotency-Key"))
          .containsOnly(world.received().getFirst().header("X-Idempotency-Key"));
    }
  }

  @Nested
  @DisplayName("Worker Processing Flow")
  class WorkerProcessingFlow {
    // "1. Worker polls message queue with priority", and "Priority queues: Separate queues for
    // high/normal/low priority"
    @Test
    void step_1_what_has_a_higher_priority_goes_first() {
      world.set("POSTHORN_DISPATCH_MODE", "poll");
      world.set("POSTHORN_DISPATCH_POLL_BATCH", "1");
      world.webhook();
      world.publish("p.low", "'priority': 'low'");
      world.publish("p.normal");
      world.publish("p.high", "'priority': 'high'");
      for (String type : List.of("p.high", "p.normal", "p.low")) {
        world.server().poll();
        assertThat(world.lastReceived().header("X-Webhook-Event")).hasValue(type);
      }
    }

    // "4. Verify webhook is active: If inactive: ACK message, log skip, exit"
    @Test
    void step_4_what_is_due_for_an_inactive_webhook_is_cancelled() {
      world.set("POSTHORN_DISPATCH_MODE", "poll");
      String webhook = idOf(world.webhook());
      world.publish("user.created");
      world.send("PATCH", "/v1/webhooks/" + webhook, "{'active': false}");
      world.runDue();
      assertThat(world.received()).isEmpty();
      assertThat(textOf(world.delivery(), "status")).isEqualTo("cancelled");
      assertThat(textOf(world.delivery(), "cancel_reason")).isEqualTo("endpoint_inactive");
    }

    // "5. Check circuit breaker … c. If blocked: … NACK message with delay"
    @Test
    void step_5_what_the_circuit_blocks_waits() {
      String webhook = idOf(world.webhook());
      world.send(
          "PATCH",
          "/v1/webhooks/" + webhook + "/circuit-breaker",
          "{'action': 'force_open', 'duration_seconds': 60}");
      world.publish("user.created");
      world.runDue();
      assertThat(world.received()).isEmpty();
      assertThat(textOf(world.delivery(), "status")).isEqualTo("pending");
    }

    // "6. Check rate limiter (token bucket in Redis): If rate limited: NACK with 1s delay, exit"
    @Test
    void step_6_what_the_rate_limit_holds_back_waits_and_counts_no_attempt() {
      world.webhook("'rate_limit': {'requests_per_minute': 60, 'burst': 1}");
      world.publish("first.one");
      world.publish("second.one");
      world.runDue();
      assertThat(statusOf("first.one")).isEqualTo("delivered");
      assertThat(deliveryOf("second.one").path("attempt_count").asInt(-1)).isZero();
      world.advance(Duration.ofSeconds(1));
      world.runDue();
      assertThat(statusOf("second.one")).isEqualTo("delivered");
    }

    // "7. Evaluate retry eligibility: If attempt >= max_attempts: move to DLQ, ACK, exit"
    @Test
    void step_7_after_max_attempts_it_is_in_the_dead_letter_queue() {
      world.deadLetter();
      assertThat(world.items("/v1/dlq")).hasSize(1);
    }

    // "8. Build HTTP request … c. Calculate timeout based on attempt number"
    @Test
    void step_8_the_timeout_is_that_of_the_attempt() {
      world.webhook("'retry_config': {'timeout_ms': 1000, 'timeout_growth_factor': 1.5}");
      world.publish("user.created");
      world.receiverAnswers(500);
      world.runDue();
      world.attemptWhenDue(1);
      assertThat(world.server().sender.asked())
          .extracting(WebhookRequest::timeout)
          .containsExactly(Duration.ofSeconds(1), Duration.ofMillis(1500));
    }

    // "9. Execute HTTP request with error capture: … c. Record duration, status, response sample.
    // d.
    // Classify outcome and failure category"
    @Test
    void step_9_duration_status_sample_and_category_are_recorded() {
      world.webhook();
      world.publish("user.created");
      world.receiverAnswers(502, Map.of(), "bad gateway");
      world.server().sender.takes(Duration.ofMillis(120));
      world.runDue();
      JsonNode attempt = world.attempts().getFirst();
      assertThat(attempt.path("duration_ms").asInt()).isEqualTo(120);
      assertThat(attempt.path("http_status_code").asInt()).isEqualTo(502);
      assertThat(textOf(attempt, "response_body_sample")).isEqualTo("bad gateway");
      assertThat(textOf(attempt, "failure_category")).isEqualTo("server_error");
    }

    // "10. a. Success (2xx): Record in circuit breaker as success. Store delivery attempt as
    // "success"", "b. Retryable failure: … Store delivery attempt as "failed"", "c. Non-retryable
    // failure: … Store delivery attempt as "exhausted". Move to DLQ with classification"
    @ParameterizedTest
    @CsvSource({
      "200, success, delivered, 1, 0",
      "500, failed, failed, 0, 1",
      "400, exhausted, dead, 0, 1"
    })
    void step_10_the_outcome_is_stored_and_counts_for_the_circuit(
        int answer, String attempt, String delivery, int successes, int failures) {
      String webhook = idOf(world.webhook());
      world.publish("user.created");
      world.receiverAnswers(answer);
      world.runDue();
      assertThat(textOf(world.attempts().getFirst(), "status")).isEqualTo(attempt);
      assertThat(textOf(world.delivery(), "status")).isEqualTo(delivery);
      JsonNode circuit = world.get("/v1/webhooks/" + webhook + "/circuit-breaker");
      assertThat(circuit.path("success_count_in_window").asInt()).isEqualTo(successes);
      assertThat(circuit.path("failure_count_in_window").asInt()).isEqualTo(failures);
    }

    // "11. Handle worker errors: … Graceful shutdown: NACK all in-flight"
    @Test
    void step_11_what_was_taken_and_not_sent_before_a_stop_is_sent_after_it() {
      world.webhook();
      world.publish("user.created");
      assertThat(world.server().underWay()).isEqualTo(1);
      world.restart();
      world.runDue();
      assertThat(textOf(world.delivery(), "status")).isEqualTo("delivered");
      assertThat(world.delivery().path("attempt_count").asInt()).isEqualTo(1);
    }
  }

  @Nested
  @DisplayName("Event Ordering")
  class EventOrdering {
    private void givenThatTheFirstOfTwoFails(String ordering, String second) {
      world.webhook("'ordering_guarantee': '%s'".formatted(ordering));
      world.receiverAnswers(500);
      world.publish("order.first");
      world.runDue();
      world.receiverAnswers(200);
      world.publish(second);
      world.runDue();
    }

    // "1. none (default): Maximum throughput, no ordering guarantees"
    @Test
    void none_lets_a_later_event_pass() {
      givenThatTheFirstOfTwoFails("none", "order.second");
      assertThat(statusOf("order.first")).isEqualTo("failed");
      assertThat(statusOf("order.second")).isEqualTo("delivered");
    }

    // "2. per_event_type: Events of same type processed in order. Events with different types can
    // process in parallel"
    @Test
    void per_event_type_lets_another_type_pass() {
      givenThatTheFirstOfTwoFails("per_event_type", "order.second");
      assertThat(statusOf("order.second")).isEqualTo("delivered");
    }

    @Test
    void per_event_type_keeps_those_of_a_type_in_order() {
      givenThatTheFirstOfTwoFails("per_event_type", "order.first");
      assertThat(world.items("/v1/deliveries?status=delivered")).isEmpty();
      world.advance(Duration.ofSeconds(2));
      world.runDue();
      assertThat(world.items("/v1/deliveries?status=delivered")).hasSize(2);
    }

    // "3. strict: All events for webhook processed sequentially"
    @Test
    void strict_keeps_all_events_in_order() {
      givenThatTheFirstOfTwoFails("strict", "order.second");
      assertThat(statusOf("order.second")).isEqualTo("pending");
      world.advance(Duration.ofSeconds(2));
      world.runDue();
      assertThat(world.received())
          .extracting(request -> request.header("X-Webhook-Event").orElseThrow())
          .containsExactly("order.first", "order.first", "order.second");
    }
  }

  @Nested
  @DisplayName("Payload Size Limits")
  class PayloadSizeLimits {
    // "Response body sample stored: max 1KB"
    @Test
    void of_an_answer_1_kb_is_kept() {
      world.webhook();
      world.publish("user.created");
      world.receiverAnswers(200, Map.of(), "x".repeat(5000));
      world.runDue();
      assertThat(textOf(world.attempts().getFirst(), "response_body_sample"))
          .isEqualTo("x".repeat(1024));
    }
  }

  @Nested
  @DisplayName("Failure Mode Handling")
  class FailureModeHandling {
    // "DNS Resolution Failure: Treat as retryable network error"
    @Test
    void a_dns_failure_is_retried() {
      world.webhook();
      world.publish("user.created");
      world
          .server()
          .sender
          .comesTo(new Unreachable(Trouble.NAME, "no address", null, Duration.ZERO));
      world.runDue();
      assertThat(textOf(world.delivery(), "status")).isEqualTo("failed");
    }

    // "If DNS fails consistently (>80% over 10min) → notify webhook owner"
    @Test
    void an_owner_is_told_of_names_that_are_not_found() {
      world.webhook(
          "'owner_email': 'owner@example.com', 'circuit_breaker_config': {'enabled': false}");
      world
          .server()
          .sender
          .comesTo(new Unreachable(Trouble.NAME, "no address", null, Duration.ZERO));
      for (int i = 0; i < 6; i++) {
        world.publish("user.created");
      }
      world.runDue();
      world.server().alert();
      assertThat(world.items("/v1/alerts"))
          .anyMatch(alert -> textOf(alert, "rule").equals("dns_failing"));
      assertThat(world.server().mailer.sent())
          .anyMatch(mail -> mail.to().equals(List.of("owner@example.com")));
    }

    // "Worker Crash During Delivery: … Duplicate delivery attempt records prevented by unique
    // constraint on (event_id, webhook_id, attempt_number)"
    @Test
    void the_attempts_of_a_delivery_have_numbers_of_their_own() {
      world.deadLetter();
      assertThat(world.attempts())
          .extracting(attempt -> attempt.path("attempt_number").asInt())
          .containsExactly(1, 2, 3, 4, 5);
    }

    // "Webhook Returns 2xx After Long Processing: System treats as success"
    @Test
    void a_2xx_after_29_seconds_is_a_success() {
      world.webhook();
      world.publish("user.created");
      world.server().sender.takes(Duration.ofSeconds(29));
      world.runDue();
      assertThat(textOf(world.delivery(), "status")).isEqualTo("delivered");
      assertThat(timeOf(world.delivery(), "completed_at")).isEqualTo(world.now().plusSeconds(29));
    }
  }

  @Nested
  @DisplayName("Scalability Considerations")
  class ScalabilityConsiderations {
    // "Batch DLQ retry: Rate-limited bulk retry (configurable req/sec)"
    @Test
    void a_bulk_retry_has_a_rate() {
      world.deadLetter();
      var answer =
          world.send("POST", "/v1/dlq/retry-batch", "{'rate_limit': {'requests_per_second': 3}}");
      JsonNode operation =
          world.get("/v1/dlq/batch-operations/" + textOf(answer.json(), "batch_operation_id"));
      assertThat(operation.path("rate_limit").path("requests_per_second").asInt()).isEqualTo(3);
    }

    // "Tenant isolation: Route high-volume tenants to dedicated worker pools via queue routing"
    @Test
    void a_tenant_can_have_a_pool_of_its_own() {
      world.set("POSTHORN_DISPATCH_POOLS", "acme=2");
      world.create("/v1/tenants", "{'id': 'acme', 'name': 'Acme'}");
      world.webhook("'tenant_id': 'acme'");
      for (int i = 0; i < 4; i++) {
        world.publish("user.created", "'tenant_id': 'acme'");
      }
      assertThat(world.server().underWay()).isEqualTo(2);
      world.runDue();
      assertThat(world.received()).hasSize(4);
    }
  }

  @Nested
  @DisplayName("Alerting Rules")
  class AlertingRules {
    @ParameterizedTest(name = "{0}")
    @CsvSource({
      "Circuit breaker opened (severity: warning),         circuit_opened,    warning,  0,     0",
      "Circuit breaker open >1 hour (severity: critical),  circuit_open_long, critical, 0,     0",
      "DLQ size >1000 per tenant (severity: warning),      dead_letters,      warning,  1000,  0",
      "Webhook success rate <90% over 5min (severity: warning), success_rate, warning,  90,  300",
      "Worker pool >80% utilization (severity: warning),   worker_pool,       warning,  80,    0",
      "Queue depth >10000 (severity: critical),            queue_depth,       critical, 10000, 0"
    })
    void each_rule_is_on(
        String words, String name, String severity, double threshold, long windowSeconds) {
      JsonNode rule =
          world.items("/v1/alert-rules").stream()
              .filter(each -> textOf(each, "name").equals(name))
              .findFirst()
              .orElseThrow();
      assertThat(words).contains("severity: " + textOf(rule, "severity"));
      assertThat(textOf(rule, "severity")).isEqualTo(severity);
      assertThat(rule.path("enabled").asBoolean()).isTrue();
      assertThat(rule.path("threshold").asDouble()).isEqualTo(threshold);
      assertThat(rule.path("window_seconds").asLong()).isEqualTo(windowSeconds);
    }

    @Test
    void an_open_circuit_fires_at_once_and_after_an_hour_again() {
      String webhook = idOf(world.webhook());
      world.send(
          "PATCH",
          "/v1/webhooks/" + webhook + "/circuit-breaker",
          "{'action': 'force_open', 'duration_seconds': 7200}");
      world.server().alert();
      assertThat(firing()).containsExactly("circuit_opened");
      world.advance(Duration.ofHours(1).plusSeconds(1));
      world.server().alert();
      assertThat(firing()).containsExactlyInAnyOrder("circuit_opened", "circuit_open_long");
    }

    private List<String> firing() {
      return world.items("/v1/alerts").stream().map(alert -> textOf(alert, "rule")).toList();
    }
  }

  @TestFactory
  @DisplayName("Decided otherwise")
  Stream<DynamicTest> decided() {
    return Decided.tests(
        AgreedDesign3DeliveryTest.class,
        List.of(
            shown(
                "User-Agent: WebhookService/1.0",
                "Posthorn/<version>",
                "receivers see who it is",
                "SPEC 5",
                "each_header"),
            shown(
                "UUID v4 if not provided",
                "the event's id",
                "it is as unique, and one thing less to store",
                "SPEC 5",
                "an_event_without_a_key_is_sent_with_its_id_as_the_key"),
            shown(
                "Per-tenant global rate limits (default: 1000 req/min)",
                "none unless dispatch.tenant_requests_per_minute says so",
                "a server with one tenant must not be throttled unasked",
                "SPEC 4",
                "a_tenant_has_a_rate_limit_where_it_is_configured"),
            shown(
                "Require HTTPS in production",
                "HTTPS is required unless outbound.allow_http",
                "a server cannot know what production is",
                "SPEC 9",
                "http_is_refused_in_production"),
            shown(
                "valid 5 minutes",
                "each attempt has its time; the verifier and sources take 300 s",
                "it is the receiver who judges the age",
                "SPEC 5",
                "each_attempt_is_signed_with_its_own_time"),
            shown(
                "If inactive: ACK message, log skip",
                "cancelled (endpoint_inactive), and replayable",
                "nothing that was accepted disappears",
                "SPEC 3.7",
                "step_4_what_is_due_for_an_inactive_webhook_is_cancelled"),
            shown(
                "If rate limited: NACK with 1s delay",
                "it waits until there is a token",
                "polling a bucket every second wakes up for nothing",
                "SPEC 4",
                "step_6_what_the_rate_limit_holds_back_waits_and_counts_no_attempt"),
            shown(
                "unique constraint on (event_id, webhook_id, attempt_number)",
                "unique by delivery, cycle and number",
                "an event may be replayed to the same webhook",
                "SPEC 3.6",
                "the_attempts_of_a_delivery_have_numbers_of_their_own"),
            unshown(
                "Record delivery attempt as \"circuit_blocked\"",
                "no attempt: the delivery's deferrals count it",
                "an attempt is one HTTP request",
                "SPEC 3.6"),
            unshown(
                "RabbitMQ, PostgreSQL, Redis, Go, FastAPI",
                "one jar, SQLite inside",
                "it runs where Java runs, with nothing beside it",
                "SPEC, introduction"),
            unshown(
                "Load webhook config (cached in Redis, TTL 5min)",
                "cached in memory, and never stale",
                "one process writes all changes",
                "SPEC 4"),
            unshown(
                "Database Unavailable: Alert after 5 consecutive DB failures",
                "503 store_unavailable, /readyz says why, the loop tries again",
                "the alerts are in the same database; FailingStoreTest and SealedStoreTest",
                "SPEC 9"),
            unshown(
                "Redis Unavailable, Message Queue Connection Lost",
                "there is neither",
                "circuits, buckets and the queue are in the process and its file",
                "SPEC, introduction"),
            unshown(
                "Worker Crash During Delivery: Message not ACKed, other worker will retry",
                "the lease ends, or the next start frees it",
                "CrashTest kills the real jar 20 times",
                "SPEC 3.4"),
            unshown(
                "Cache successful DNS lookups (TTL 5min)",
                "so it is; every address is checked at every send",
                "held by the sender's own tests, on names of their own",
                "SPEC 9"),
            unshown(
                "Horizontal scaling: Stateless workers; Database partitioning",
                "one process with SQLite; several nodes on PostgreSQL are a later issue",
                "one machine is enough for a start",
                "SPEC 10"),
            unshown(
                "Archive to cold storage after 90 days",
                "retention: delivered 30 d, dead 90 d, archived as JSON Lines; see"
                    + " PruneHistoryTest",
                "what is delivered is of no use for so long",
                "SPEC 8"),
            unshown(
                "Per-worker HTTP client with max 100 connections, max 5 per host",
                "1 000 in all, 100 per host, 5 per webhook",
                "many webhooks may lead to one host",
                "SPEC 4"),
            unshown(
                "webhook_deliveries_total, webhook_delivery_duration_seconds,"
                    + " webhook_retry_attempt_number, webhook_queue_depth,"
                    + " webhook_circuit_breaker_state,"
                    + " webhook_circuit_breaker_transitions_total, webhook_dlq_size,"
                    + " webhook_rate_limit_hits_total, webhook_worker_pool_utilization",
                "not yet: issue 25",
                "/metrics is an issue of its own",
                "SPEC 8"),
            unshown(
                "Future enhancement: external blob storage for large payloads",
                "none",
                "the document leaves it to the future",
                "SPEC 7")));
  }
}
