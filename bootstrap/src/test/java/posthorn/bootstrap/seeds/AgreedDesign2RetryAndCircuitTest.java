package posthorn.bootstrap.seeds;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.bootstrap.seeds.Decided.shown;
import static posthorn.bootstrap.seeds.Decided.unshown;
import static posthorn.bootstrap.seeds.World.idOf;
import static posthorn.bootstrap.seeds.World.textOf;
import static posthorn.bootstrap.seeds.World.timeOf;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.application.port.WebhookRequest;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.retry.AttemptOutcome.TimedOut;
import posthorn.domain.retry.AttemptOutcome.Unreachable.Trouble;
import tools.jackson.databind.JsonNode;

/** 002_…, second part: its retry logic and circuit breaker. */
@DisplayName("Webhook Delivery System with Retries: Retry Logic, Circuit Breaker Design")
class AgreedDesign2RetryAndCircuitTest {
  @RegisterExtension
  final World world =
      new World("POSTHORN_RETRY_POLICY", "consensus", "POSTHORN_DISPATCH_SLOW_START", "off");

  private final CircuitSteps steps = new CircuitSteps(world);

  @Nested
  @DisplayName("Simplified Exponential Backoff")
  class SimplifiedExponentialBackoff {
    private void givenADelivery(String config) {
      world.webhook(
          "'retry_config': {%s}, 'retry_on': 'classified', 'circuit_breaker_config': {'enabled': false}"
              .formatted(config));
      world.publish("user.created");
    }

    private Duration waitAfter(@Nullable AttemptOutcome outcome) {
      if (outcome != null) {
        world.server().sender.comesTo(outcome);
      }
      world.runDue();
      JsonNode attempt = world.attempts().getLast();
      return Duration.between(
          timeOf(attempt, "executed_at").plusMillis(attempt.path("duration_ms").asLong()),
          timeOf(attempt, "next_retry_at"));
    }

    // "delay_ms = min(config.base_delay_ms * (config.backoff_multiplier ** attempt),
    // config.max_delay_ms)"
    @Test
    void the_delay_is_the_base_times_the_multiplier_to_the_power_of_the_attempt() {
      givenADelivery("'base_delay_ms': 1000, 'backoff_multiplier': 2.0");
      world.receiverAnswers(500);
      for (int seconds : new int[] {2, 4, 8, 16}) {
        assertThat(waitAfter(null)).isEqualTo(Duration.ofSeconds(seconds));
        world.advance(Duration.ofSeconds(seconds));
      }
    }

    @Test
    void the_delay_is_at_most_max_delay_ms() {
      givenADelivery("'base_delay_ms': 1000, 'max_delay_ms': 3000");
      world.receiverAnswers(500);
      for (int seconds : new int[] {2, 3, 3, 3}) {
        assertThat(waitAfter(null)).isEqualTo(Duration.ofSeconds(seconds));
        world.advance(Duration.ofSeconds(seconds));
      }
    }

    // ""rate_limit": 60000, # 1 minute minimum"
    @Test
    void after_a_429_it_is_at_least_a_minute() {
      givenADelivery("'base_delay_ms': 100");
      world.receiverAnswers(429);
      assertThat(waitAfter(null)).isEqualTo(Duration.ofMinutes(1));
    }

    // ""dns": 5000, # 5 seconds (DNS might be propagating)"
    @Test
    void after_a_dns_failure_it_is_at_least_5_seconds() {
      givenADelivery("'base_delay_ms': 100");
      assertThat(waitAfter(CircuitSteps.unreachable(Trouble.NAME)))
          .isEqualTo(Duration.ofSeconds(5));
    }

    // ""timeout": 2000, # 2 seconds (give server breathing room)"
    @Test
    void after_a_timeout_it_is_at_least_2_seconds() {
      givenADelivery("'base_delay_ms': 100");
      assertThat(waitAfter(CircuitSteps.timedOut())).isEqualTo(Duration.ofSeconds(2));
    }

    // "Simple uniform jitter (±25%): jitter = random.uniform(-0.25, 0.25) * delay_ms"
    @Test
    void the_jitter_is_a_quarter_less_or_more() {
      givenADelivery("'base_delay_ms': 1000");
      world.receiverAnswers(500);
      world.server().roll = 0;
      assertThat(waitAfter(null)).isEqualTo(Duration.ofMillis(1500));
      world.advance(Duration.ofSeconds(2));
      world.server().roll = Math.nextDown(1.0);
      assertThat(waitAfter(null).toMillis()).isBetween(4999L, 5000L);
    }

    // "timeout_ms = config.timeout_ms * (config.timeout_growth_factor ** attempt); timeout_ms =
    // min(timeout_ms, config.timeout_ms * 3) # Cap at 3x"
    @Test
    void the_timeout_grows_to_at_most_three_times_the_first() {
      givenADelivery("'timeout_ms': 1000, 'timeout_growth_factor': 2.0");
      world.receiverAnswers(500);
      world.runDue();
      world.attemptWhenDue(4);
      assertThat(world.server().sender.asked())
          .extracting(WebhookRequest::timeout)
          .containsExactly(
              Duration.ofSeconds(1),
              Duration.ofSeconds(2),
              Duration.ofSeconds(3),
              Duration.ofSeconds(3),
              Duration.ofSeconds(3));
    }
  }

  @Nested
  @DisplayName("Retry Eligibility")
  class RetryEligibility {
    private void givenADelivery() {
      world.webhook();
      world.publish("user.created");
    }

    private void comesTo(AttemptOutcome outcome) {
      givenADelivery();
      world.server().sender.comesTo(outcome);
      world.runDue();
    }

    private void answers(int status) {
      givenADelivery();
      world.receiverAnswers(status);
      world.runDue();
    }

    private String status() {
      return textOf(world.delivery(), "status");
    }

    private String deadReason() {
      return textOf(world.delivery(), "dead_reason");
    }

    // "PERMANENT_FAILURES = {400, 401, 403, 404, 410, 413, 414, 415, 451} … (False,
    // f"permanent_client_error_{http_status}")"
    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 410, 413, 414, 415, 451})
    void a_permanent_failure_is_dead_at_once(int status) {
      answers(status);
      assertThat(status()).isEqualTo("dead");
      assertThat(deadReason()).isEqualTo("permanent_status");
      assertThat(textOf(world.delivery().path("error_detail"), "message"))
          .contains(Integer.toString(status));
    }

    // "if attempt >= max_attempts: return (False, "max_attempts_exceeded")"
    @Test
    void max_attempts_exceeded_is_dead() {
      world.deadLetter();
      assertThat(world.delivery().path("attempt_count").asInt()).isEqualTo(5);
      assertThat(deadReason()).isEqualTo("attempts_exhausted");
    }

    // "["dns_failure", "connection_refused", "connection_timeout", "network_unreachable"] → (True,
    // f"retryable_network_{error_type}")"
    @ParameterizedTest
    @EnumSource(names = {"NAME", "REFUSED", "ROUTE", "RESET"})
    void a_network_or_dns_error_is_retried(Trouble trouble) {
      comesTo(CircuitSteps.unreachable(trouble));
      assertThat(status()).isEqualTo("failed");
    }

    @Test
    void a_connection_timeout_is_retried() {
      comesTo(new TimedOut(TimedOut.Phase.CONNECT, "no connection", null, Duration.ofSeconds(10)));
      assertThat(status()).isEqualTo("failed");
    }

    // "if error_type == "ssl_error": return (attempt < 3, …)"
    @Test
    void an_ssl_error_is_retried_until_the_third_attempt() {
      comesTo(CircuitSteps.unreachable(Trouble.TLS));
      world.attemptWhenDue(1);
      assertThat(status()).isEqualTo("failed");
      world.attemptWhenDue(1);
      assertThat(status()).isEqualTo("dead");
      assertThat(deadReason()).isEqualTo("ssl_limit");
    }

    // "if http_status == 429: return (True, "rate_limited")"
    @Test
    void a_429_is_retried() {
      answers(429);
      assertThat(status()).isEqualTo("failed");
    }

    // "if http_status >= 500: return (True, f"server_error_{http_status}")"
    @ParameterizedTest
    @ValueSource(ints = {500, 502, 503, 504, 599})
    void a_server_error_is_retried(int status) {
      answers(status);
      assertThat(status()).isEqualTo("failed");
    }

    // "if 200 <= http_status < 300: return (False, "success")"
    @Test
    void a_success_is_not_retried() {
      answers(200);
      assertThat(status()).isEqualTo("delivered");
    }

    // "if error_type in ["read_timeout", "request_timeout"]: return (True, "timeout")"
    @Test
    void a_timeout_is_retried() {
      comesTo(CircuitSteps.timedOut());
      assertThat(status()).isEqualTo("failed");
    }

    // "Unknown - retry cautiously: return (True, "unknown_error")"
    @ParameterizedTest
    @ValueSource(ints = {302, 408, 409, 418, 425})
    void any_other_status_is_retried(int status) {
      answers(status);
      assertThat(status()).isEqualTo("failed");
    }

    @Test
    void a_server_that_is_not_told_otherwise_retries_all_but_2xx() {
      world.set("POSTHORN_RETRY_POLICY", "gateway");
      answers(404);
      assertThat(status()).isEqualTo("failed");
    }
  }

  @Nested
  @DisplayName("Circuit Breaker Design")
  class CircuitBreakerDesign {
    // "if total >= self.config.minimum_throughput: … if error_rate >=
    // self.config.error_threshold_percentage: self._transition_to_open()"
    @Test
    void ten_calls_of_which_half_failed_open_it() {
      String webhook = steps.givenAWebhookWithLongWaits();
      steps.call(5, 200);
      steps.call(4, 500);
      assertThat(steps.stateOf(webhook)).isEqualTo("closed");
      steps.call(1, 500);
      assertThat(steps.stateOf(webhook)).isEqualTo("open");
    }

    @Test
    void fewer_than_half_of_ten_leave_it_closed() {
      String webhook = steps.givenAWebhookWithLongWaits();
      steps.call(6, 200);
      steps.call(4, 500);
      assertThat(steps.stateOf(webhook)).isEqualTo("closed");
    }

    // "Remove entries outside window"
    @Test
    void calls_outside_the_window_do_not_count() {
      String webhook = steps.givenAWebhookWithLongWaits();
      steps.call(9, 500);
      world.advance(Duration.ofSeconds(61));
      steps.call(9, 500);
      assertThat(steps.stateOf(webhook)).isEqualTo("closed");
    }

    // "if state_age_ms >= self.config.sleep_window_ms: self._transition_to_half_open()"
    @Test
    void after_the_sleep_window_it_is_half_open() {
      String webhook = steps.givenAnOpenCircuit();
      world.advance(Duration.ofSeconds(30).minusMillis(1));
      assertThat(steps.stateOf(webhook)).isEqualTo("open");
      world.advance(Duration.ofMillis(1));
      world.receiverAnswers(200);
      world.publish("circuit.call");
      world.runDue();
      assertThat(steps.stateOf(webhook)).isEqualTo("half_open");
      assertThat(steps.circuit(webhook).path("half_open_attempts").asInt()).isEqualTo(1);
      assertThat(steps.circuit(webhook).path("half_open_successes").asInt()).isEqualTo(1);
    }

    // "success_rate = self.half_open_successes / self.half_open_attempts; if success_rate >= 0.5:
    // self._transition_to_closed()"
    @Test
    void two_good_probes_of_three_close_it_and_clear_the_window() {
      String webhook = steps.givenAnOpenCircuit();
      world.advance(Duration.ofSeconds(30));
      steps.call(1, 500);
      steps.call(2, 200);
      assertThat(steps.stateOf(webhook)).isEqualTo("closed");
      assertThat(steps.circuit(webhook).path("total_calls_in_window").asInt(-1)).isZero();
    }

    // "else: self._transition_to_open()"
    @Test
    void one_good_probe_of_three_opens_it_again() {
      String webhook = steps.givenAnOpenCircuit();
      world.advance(Duration.ofSeconds(30));
      steps.call(1, 200);
      steps.call(2, 500);
      assertThat(steps.stateOf(webhook)).isEqualTo("open");
    }

    // "if self.half_open_attempts < self.config.half_open_max_calls: … (True,
    // "circuit_half_open_probe") … (False, "half_open_probe_limit_reached")"
    @Test
    void only_three_probes_leave_while_it_is_half_open() {
      String webhook = steps.givenAnOpenCircuit();
      world.advance(Duration.ofSeconds(30));
      for (int i = 0; i < 4; i++) {
        world.publish("circuit.call");
      }
      world.runDue();
      assertThat(world.received()).hasSize(10 + 3);
      assertThat(steps.stateOf(webhook)).isEqualTo("open");
    }

    // "if self.config.force_open_until and now() < self.config.force_open_until: return (False,
    // "manually_forced_open")"
    @Test
    void force_open_until_keeps_it_open_until_then() {
      Instant until = world.now().plusSeconds(3600);
      world.webhook("'circuit_breaker_config': {'force_open_until': '%s'}".formatted(until));
      world.publish("circuit.call");
      world.runDue();
      assertThat(world.received()).isEmpty();
      world.advance(Duration.ofSeconds(3601));
      world.runDue();
      assertThat(world.received()).hasSize(1);
    }

    // "emit_metric("circuit_breaker_opened", …)", "…half_opened", "…closed"
    @Test
    void each_transition_is_announced() {
      String place = world.streamPlace();
      steps.givenAnOpenCircuit();
      world.advance(Duration.ofSeconds(30));
      steps.call(3, 200);
      assertThat(textOf(world.announcedSince(place, "circuit.opened"), "from")).isEqualTo("closed");
      assertThat(textOf(world.announcedSince(place, "circuit.half_open"), "from"))
          .isEqualTo("open");
      assertThat(textOf(world.announcedSince(place, "circuit.closed"), "from"))
          .isEqualTo("half_open");
    }

    // "notify_webhook_owner(self.webhook_id, "circuit_opened")"
    @Test
    void the_owner_is_told_that_it_opened() {
      world.webhook(
          """
          'retry_config': {'base_delay_ms': 150000}, 'events': ['circuit.*'],
          'owner_email': 'owner@example.com'
          """);
      steps.call(10, 500);
      world.server().alert();
      assertThat(world.server().mailer.sent())
          .anySatisfy(mail -> assertThat(mail.to()).containsExactly("owner@example.com"));
    }
  }

  @Nested
  @DisplayName("Circuit Breaker and Retry Interaction")
  class CircuitBreakerAndRetryInteraction {
    private JsonNode blocked() {
      return world.items("/v1/deliveries?event_type=circuit.blocked").getFirst();
    }

    // "CLOSED: Attempt delivery normally. If fails: record in circuit breaker, schedule retry"
    @Test
    void closed_a_failure_is_recorded_and_a_retry_scheduled() {
      String webhook = steps.givenAWebhookWithLongWaits();
      steps.call(1, 500);
      assertThat(steps.circuit(webhook).path("failure_count_in_window").asInt()).isEqualTo(1);
      assertThat(timeOf(world.delivery(), "next_retry_at")).isAfter(world.now());
    }

    // "OPEN: Do NOT attempt delivery … (doesn't count toward retry limit)"
    @Test
    void open_nothing_is_attempted_and_no_attempt_is_counted() {
      steps.givenAnOpenCircuit();
      int before = world.received().size();
      world.publish("circuit.blocked");
      world.runDue();
      assertThat(world.received()).hasSize(before);
      assertThat(blocked().path("attempt_count").asInt(-1)).isZero();
      assertThat(world.items("/v1/deliveries/" + idOf(blocked()) + "/attempts")).isEmpty();
    }

    // "Record attempt as "circuit_blocked"": the delivery counts how often.
    @Test
    void open_the_delivery_counts_how_often_it_was_blocked() {
      steps.givenAnOpenCircuit();
      world.publish("circuit.blocked");
      // While it is open, a few a second are looked at.
      world.advance(Duration.ofSeconds(1));
      world.runDue();
      assertThat(blocked().path("deferrals").path("circuit_open").asInt()).isPositive();
      assertThat(textOf(blocked().path("deferrals"), "last_reason")).isEqualTo("circuit_open");
    }

    @Test
    void closed_by_a_person_what_waited_is_sent_at_once() {
      String webhook = steps.givenAnOpenCircuit();
      world.publish("circuit.blocked");
      world.runDue();
      world.receiverAnswers(200);
      var _ = steps.patchCircuit(webhook, "{'action': 'force_close'}");
      world.runDue();
      assertThat(textOf(blocked(), "status")).isEqualTo("delivered");
    }

    // "When circuit transitions to half-open, message will be reprocessed"
    @Test
    void half_open_what_waited_is_sent() {
      steps.givenAnOpenCircuit();
      world.publish("circuit.blocked");
      world.runDue();
      world.receiverAnswers(200);
      world.advance(Duration.ofSeconds(30));
      world.runDue();
      assertThat(textOf(blocked(), "status")).isEqualTo("delivered");
    }

    // "Retry counter persists across circuit breaker cycles. Example: Attempt 1 fails → circuit
    // opens → retry 2 scheduled. When circuit reopens: retry 2 proceeds (still counts as attempt
    // 2)"
    @Test
    void the_retry_counter_persists_across_circuit_cycles() {
      String webhook = steps.givenAWebhookWithLongWaits();
      world.receiverAnswers(500);
      world.publish("circuit.blocked");
      world.runDue();
      steps.call(9, 500);
      assertThat(steps.stateOf(webhook)).isEqualTo("open");
      assertThat(blocked().path("attempt_count").asInt()).isEqualTo(1);

      var _ = steps.patchCircuit(webhook, "{'action': 'force_open', 'duration_seconds': 600}");
      world.advance(Duration.ofSeconds(301));
      world.runDue();
      assertThat(blocked().path("attempt_count").asInt()).isEqualTo(1);

      world.receiverAnswers(200);
      var _ = steps.patchCircuit(webhook, "{'action': 'reset'}");
      world.advance(Duration.ofMinutes(10));
      world.runDue();
      assertThat(textOf(blocked(), "status")).isEqualTo("delivered");
      assertThat(blocked().path("attempt_count").asInt()).isEqualTo(2);
    }
  }

  @TestFactory
  @DisplayName("Decided otherwise")
  Stream<DynamicTest> decided() {
    return Decided.tests(
        AgreedDesign2RetryAndCircuitTest.class,
        List.of(
            shown(
                "config.backoff_multiplier ** attempt",
                "attempt is the number of the failed one, from 1: 2 s, 4 s, 8 s, 16 s",
                "attempts are counted from 1 everywhere in the document",
                "SPEC 2",
                "the_delay_is_the_base_times_the_multiplier_to_the_power_of_the_attempt"),
            shown(
                "config.timeout_growth_factor ** attempt",
                "the first attempt has timeout_ms; the growth begins with the second",
                "timeout_ms is told to be the default of a request",
                "SPEC 2",
                "the_timeout_grows_to_at_most_three_times_the_first"),
            shown(
                "PERMANENT_FAILURES are not retried",
                "with the preset consensus or retry_on classified; the default retries all but 2xx",
                "a deployment that answers 404 for a minute must not kill a day's events",
                "SPEC 2",
                "a_server_that_is_not_told_otherwise_retries_all_but_2xx"),
            shown(
                "Record attempt as \"circuit_blocked\"",
                "no attempt is recorded; the delivery waits",
                "an attempt is one HTTP request",
                "SPEC 3.6",
                "open_nothing_is_attempted_and_no_attempt_is_counted"),
            shown(
                "emit_metric(\"circuit_breaker_opened\")",
                "an operator event circuit.opened; the metrics are not yet: issue 25",
                "/metrics is an issue of its own",
                "SPEC 8",
                "each_transition_is_announced"),
            unshown(
                "redis.zadd(self.window_key, {result: timestamp})",
                "a rolling window in memory, saved with the circuit",
                "there is no Redis; and a set would hold each result once",
                "SPEC 4"),
            unshown(
                "Requeue message with delay = min(circuit sleep window, max backoff delay)",
                "what waits is due when the circuit is half-open",
                "there is no queue to poll",
                "SPEC 4")));
  }
}
