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
import java.util.Map;
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
import tools.jackson.databind.JsonNode;

/**
 * 001_…: UC-0268, in the poll mode that the use case describes. The engine alone, on ports in
 * memory, has the same in {@code posthorn.application.dispatch.Uc0268RetryAndDeadLetterTest}.
 */
@DisplayName("UC-0268: Retry Webhook Delivery with Exponential Backoff and Dead Letter")
class Uc0268RetryAndDeadLetterTest {
  @RegisterExtension final World world = new World("POSTHORN_DISPATCH_MODE", "poll");

  private JsonNode givenAPendingRow() {
    JsonNode webhook = world.webhook();
    world.publish("user.created", "'session_id': 'session-1'");
    assertThat(textOf(world.delivery(), "status")).isEqualTo("pending");
    assertThat(world.delivery().path("attempt_count").asInt()).isZero();
    return webhook;
  }

  private void givenARowThatFailedFourTimes() {
    givenAPendingRow();
    world.receiverAnswers(500);
    world.attemptWhenDue(4);
    assertThat(textOf(world.delivery(), "status")).isEqualTo("failed");
    assertThat(world.delivery().path("attempt_count").asInt()).isEqualTo(4);
  }

  @Nested
  @DisplayName("Main Success Flow")
  class MainSuccessFlow {
    // "1. The WebhookRouter poll queries webhook_deliveries WHERE status IN ('pending','failed')
    // AND next_retry_at <= now()."
    @Test
    void step_1_a_poll_takes_pending_and_failed_rows_that_are_due_and_no_others() {
      givenAPendingRow();
      world.receiverAnswers(500);
      assertThat(world.server().poll()).isEqualTo(1);

      world.advance(Duration.ofSeconds(30).minusMillis(1));
      assertThat(world.server().poll()).isZero();
      world.advance(Duration.ofMillis(1));
      assertThat(textOf(world.delivery(), "status")).isEqualTo("failed");
      assertThat(world.server().poll()).isEqualTo(1);
    }

    // "2. The router attempts an outbound HTTP POST to target_url with the HMAC-signed payload."
    @Test
    void step_2_the_payload_is_posted_to_the_target_with_its_hmac() {
      String secret = textOf(givenAPendingRow(), "secret");
      world.runDue();

      var request = world.lastReceived();
      assertThat(request.method()).isEqualTo("POST");
      assertThat(request.target()).isEqualTo("/hook");
      long seconds = world.now().getEpochSecond();
      assertThat(request.header("X-Webhook-Signature"))
          .hasValue("t=" + seconds + ",v1=" + Hmacs.hex(secret, seconds + "." + request.body()));
    }

    // "3. The delivery fails (network error or non-2xx HTTP status)."
    @ParameterizedTest
    @ValueSource(ints = {300, 302, 400, 404, 500, 503})
    void step_3_a_status_that_is_not_2xx_is_a_failure(int status) {
      givenAPendingRow();
      world.receiverAnswers(status);
      world.runDue();
      assertThat(textOf(world.delivery(), "status")).isEqualTo("failed");
    }

    @Test
    void step_3_a_network_error_is_a_failure() {
      givenAPendingRow();
      world.receiverDoes(Mischief.resetBeforeAnswer());
      world.runDue();
      assertThat(textOf(world.delivery(), "status")).isEqualTo("failed");
      assertThat(textOf(world.delivery(), "failure_category")).isEqualTo("network");
    }

    // "4. The router increments attempt_count by 1."
    @Test
    void step_4_each_failure_increments_attempt_count_by_one() {
      givenAPendingRow();
      world.receiverAnswers(500);
      for (int failures = 1; failures <= 5; failures++) {
        world.attemptWhenDue(1);
        assertThat(world.delivery().path("attempt_count").asInt()).isEqualTo(failures);
      }
    }

    // "5. … delay_seconds = Enum.at(@retry_schedule_seconds, attempt_count - 1)" with
    // "[30, 120, 600, 3600, 21600]", and "6. next_retry_at = DateTime.add(DateTime.utc_now(),
    // delay_seconds, :second)."
    @Test
    void steps_5_and_6_next_retry_at_is_now_plus_the_delay_of_attempt_count() {
      givenAPendingRow();
      world.receiverAnswers(500);
      for (int delay : new int[] {30, 120, 600, 3600}) {
        world.attemptWhenDue(1);
        assertThat(timeOf(world.delivery(), "next_retry_at"))
            .isEqualTo(world.now().plusSeconds(delay));
      }
    }

    // "7. The router updates the row: status: "failed", attempt_count, last_attempted_at:
    // DateTime.utc_now(), next_retry_at, error_detail (response body or error reason)."
    @Test
    void step_7_the_row_says_when_it_was_attempted_and_what_was_answered() {
      givenAPendingRow();
      world.receiverAnswers(500, Map.of(), "out of order");
      world.advance(Duration.ofSeconds(7));
      world.runDue();

      JsonNode row = world.delivery();
      assertThat(textOf(row, "status")).isEqualTo("failed");
      assertThat(row.path("attempt_count").asInt()).isEqualTo(1);
      assertThat(timeOf(row, "last_attempted_at")).isEqualTo(world.now());
      assertThat(timeOf(row, "next_retry_at")).isEqualTo(world.now().plusSeconds(30));
      assertThat(textOf(row.path("error_detail"), "response_sample")).isEqualTo("out of order");
      assertThat(textOf(row.path("error_detail"), "message"))
          .isEqualTo("the receiver answered 500");
    }

    // "8. The row update is persisted to the database before the router releases the row."
    @Test
    void step_8_the_row_is_in_the_database_once_it_was_attempted() {
      givenAPendingRow();
      world.receiverAnswers(500);
      world.runDue();
      JsonNode row = world.delivery();

      world.restart();
      assertThat(world.delivery()).isEqualTo(row);
    }

    // "9. The router returns to its main loop."
    @Test
    void step_9_the_next_poll_goes_on_with_what_is_due_then() {
      givenAPendingRow();
      world.receiverAnswers(500);
      world.server().poll();
      world.publish("user.changed");
      assertThat(world.server().poll()).isEqualTo(1);
      assertThat(world.lastReceived().header("X-Webhook-Event")).hasValue("user.changed");
    }
  }

  @Nested
  @DisplayName("A1: Delivery Succeeds")
  class DeliverySucceeds {
    // "1. … status: "delivered", last_attempted_at: DateTime.utc_now(), next_retry_at: nil."
    @Test
    void step_1_the_row_is_delivered_and_has_no_next_retry() {
      givenAPendingRow();
      world.advance(Duration.ofSeconds(3));
      world.runDue();

      assertThat(textOf(world.delivery(), "status")).isEqualTo("delivered");
      assertThat(timeOf(world.delivery(), "last_attempted_at")).isEqualTo(world.now());
      assertThat(world.delivery().path("next_retry_at").isNull()).isTrue();
    }

    // "2. A delivery success event is broadcast on "gateway:webhooks"."
    @Test
    void step_2_a_success_is_announced() {
      givenAPendingRow();
      String place = world.streamPlace();
      world.runDue();

      JsonNode event = world.announcedSince(place, "delivery.delivered");
      assertThat(textOf(event, "delivery_id")).isEqualTo(idOf(world.delivery()));
      assertThat(timeOf(event, "time")).isEqualTo(world.now());
    }

    // "3. No further retries are scheduled."
    @Test
    void step_3_a_delivered_row_is_never_sent_again() {
      givenAPendingRow();
      world.runDue();
      world.advance(Duration.ofDays(1));
      assertThat(world.runDue()).isZero();
    }
  }

  @Nested
  @DisplayName("F1: Fifth Consecutive Failure — Dead Letter")
  class FifthConsecutiveFailure {
    // "1. The router sets status: "dead" on the row. 2. next_retry_at is set to nil."
    @Test
    void steps_1_and_2_the_row_is_dead_and_has_no_next_retry() {
      givenARowThatFailedFourTimes();
      world.attemptWhenDue(1);
      assertThat(textOf(world.delivery(), "status")).isEqualTo("dead");
      assertThat(textOf(world.delivery(), "dead_reason")).isEqualTo("attempts_exhausted");
      assertThat(world.delivery().path("next_retry_at").isNull()).isTrue();
    }

    // "3. The router broadcasts %WebhookDLQEvent{webhook_delivery_id: id, webhook_id: webhook_id,
    // session_id: session_id} …"
    @Test
    void step_3_a_webhook_dlq_event_names_the_row_its_webhook_and_its_session() {
      givenARowThatFailedFourTimes();
      String place = world.streamPlace();
      world.attemptWhenDue(1);

      JsonNode event = world.announcedSince(place, "WebhookDLQEvent");
      assertThat(textOf(event, "webhook_delivery_id")).isEqualTo(idOf(world.delivery()));
      assertThat(textOf(event, "webhook_id")).isEqualTo(textOf(world.delivery(), "webhook_id"));
      assertThat(textOf(event, "session_id")).isEqualTo("session-1");
    }

    // "4. No further automatic retry is scheduled for this row."
    @Test
    void step_4_a_dead_row_is_never_retried_by_itself() {
      givenARowThatFailedFourTimes();
      world.attemptWhenDue(1);
      world.advance(Duration.ofDays(30));
      assertThat(world.runDue()).isZero();
      assertThat(world.received()).hasSize(5);
    }

    // "Result: … the operator must manually reset attempt_count: 0 and status: "pending" to
    // re-enable retries."
    @Test
    void an_operator_resets_the_row_to_re_enable_retries() {
      JsonNode dead = world.deadLetter();
      world.send("POST", "/v1/deliveries/" + idOf(dead) + "/retry-now", null);
      assertThat(textOf(world.delivery(), "status")).isEqualTo("pending");
      assertThat(world.delivery().path("attempt_count").asInt()).isZero();
    }
  }

  @Nested
  @DisplayName("Gherkin Scenarios")
  class GherkinScenarios {
    @Test
    @DisplayName("S1: First delivery failure schedules 30-second retry")
    void s1_first_delivery_failure_schedules_30_second_retry() {
      // Given a webhook_deliveries row with status "pending" and attempt_count 0
      givenAPendingRow();
      // And the target_url returns a 500 response
      world.receiverAnswers(500);

      // When the WebhookRouter processes this row
      assertThat(world.runDue()).isEqualTo(1);

      // Then the row is updated with status "failed", attempt_count 1
      JsonNode row = world.delivery();
      assertThat(textOf(row, "status")).isEqualTo("failed");
      assertThat(row.path("attempt_count").asInt()).isEqualTo(1);
      // And next_retry_at is approximately 30 seconds from now
      assertThat(timeOf(row, "next_retry_at")).isEqualTo(world.now().plusSeconds(30));
      // And error_detail contains the failure reason
      assertThat(textOf(row.path("error_detail"), "message"))
          .isEqualTo("the receiver answered 500");
    }

    @Test
    @DisplayName("S2: Fifth consecutive delivery failure marks row dead and emits WebhookDLQEvent")
    void s2_fifth_consecutive_delivery_failure_marks_row_dead_and_emits_webhook_dlq_event() {
      // Given a webhook_deliveries row with status "failed" and attempt_count 4
      // And the target_url returns a 500 response
      givenARowThatFailedFourTimes();
      String place = world.streamPlace();

      // When the WebhookRouter processes this row
      world.attemptWhenDue(1);

      // Then the row is updated with status "dead" and attempt_count 5
      JsonNode row = world.delivery();
      assertThat(textOf(row, "status")).isEqualTo("dead");
      assertThat(row.path("attempt_count").asInt()).isEqualTo(5);
      // And a WebhookDLQEvent is broadcast on the "gateway:webhooks" PubSub topic
      assertThat(textOf(world.announcedSince(place, "WebhookDLQEvent"), "webhook_delivery_id"))
          .isEqualTo(idOf(row));
      // And no next_retry_at is set
      assertThat(row.path("next_retry_at").isNull()).isTrue();
    }
  }

  @Nested
  @DisplayName("Acceptance Criteria")
  class AcceptanceCriteria {
    // "a failed delivery attempt with attempt_count: 0 sets the row to status: "failed",
    // attempt_count: 1, and next_retry_at approximately 30 seconds in the future"
    @Test
    void a_failure_at_attempt_count_0_is_failed_with_attempt_count_1_and_30_seconds() {
      givenAPendingRow();
      world.receiverAnswers(500);
      world.runDue();
      assertThat(textOf(world.delivery(), "status")).isEqualTo("failed");
      assertThat(world.delivery().path("attempt_count").asInt()).isEqualTo(1);
      assertThat(timeOf(world.delivery(), "next_retry_at")).isEqualTo(world.now().plusSeconds(30));
    }

    // "a failed delivery with attempt_count: 4 sets status: "dead" and broadcasts a
    // WebhookDLQEvent on "gateway:webhooks""
    @Test
    void a_failure_at_attempt_count_4_is_dead_and_announced() {
      givenARowThatFailedFourTimes();
      String place = world.streamPlace();
      world.attemptWhenDue(1);
      assertThat(textOf(world.delivery(), "status")).isEqualTo("dead");
      assertThat(textOf(world.announcedSince(place, "WebhookDLQEvent"), "webhook_delivery_id"))
          .isEqualTo(idOf(world.delivery()));
    }
  }

  @Nested
  @DisplayName("Data")
  class Data {
    // "State changes: attempt_count incremented, status updated, next_retry_at computed from
    // @retry_schedule_seconds and persisted."
    @Test
    void each_attempt_of_the_whole_schedule_is_on_record() {
      Instant first = world.now();
      world.deadLetter();

      List<JsonNode> attempts = world.attempts();
      assertThat(attempts)
          .extracting(attempt -> timeOf(attempt, "executed_at"))
          .containsExactly(
              first,
              first.plusSeconds(30),
              first.plusSeconds(30 + 120),
              first.plusSeconds(30 + 120 + 600),
              first.plusSeconds(30 + 120 + 600 + 3600));
      assertThat(attempts)
          .extracting(attempt -> textOf(attempt, "status"))
          .containsExactly("failed", "failed", "failed", "failed", "exhausted");
    }
  }

  @TestFactory
  @DisplayName("Decided otherwise")
  Stream<DynamicTest> decided() {
    return Decided.tests(
        Uc0268RetryAndDeadLetterTest.class,
        List.of(
            shown(
                "@retry_schedule_seconds [30, 120, 600, 3600, 21600]",
                "the fifth delay, 6 h, is never waited with five attempts",
                "the fifth failure is dead (F1); preset gateway-6 uses all five delays",
                "SPEC 2",
                "steps_5_and_6_next_retry_at_is_now_plus_the_delay_of_attempt_count"),
            shown(
                "the operator must manually reset attempt_count: 0 and status: \"pending\"",
                "POST /v1/deliveries/{id}/retry-now does both, and the earlier attempts stay",
                "retrying must not need the database",
                "SPEC 3.5",
                "an_operator_resets_the_row_to_re_enable_retries"),
            shown(
                "broadcast on Phoenix.PubSub \"gateway:webhooks\"",
                "GET /v1/stream and the log have what is announced on that topic",
                "there is no Phoenix beside the server",
                "SPEC 7",
                "step_2_a_success_is_announced"),
            unshown(
                "mix test … and mix compile --warnings-as-errors passes",
                "./gradlew build: these tests, and javac with -Xlint:all -Werror",
                "the server is written in Java",
                "STYLE 4")));
  }
}
