package posthorn.bootstrap.seeds;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.bootstrap.seeds.Decided.shown;
import static posthorn.bootstrap.seeds.Decided.unshown;
import static posthorn.bootstrap.seeds.World.idOf;
import static posthorn.bootstrap.seeds.World.textOf;
import static posthorn.bootstrap.seeds.World.timeOf;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.bootstrap.config.ConfigurationException;
import posthorn.bootstrap.config.Sources;
import tools.jackson.databind.JsonNode;

/**
 * 003_…: UC-0270, in the poll mode that the use case describes. The engine alone, on ports in
 * memory, has A2 and S2 in {@code posthorn.application.replay.Uc0270OperatorRetryTest}, the loop
 * with its threads S1 in {@code DispatchLoopTest}.
 */
@DisplayName("UC-0270: Enforce Per-Poll Webhook Dispatch Cap to Prevent Thundering Herd")
class Uc0270DispatchCapTest {
  @RegisterExtension final World world = new World("POSTHORN_DISPATCH_MODE", "poll");

  /** Due rows of one webhook, which itself would take all of them at once. */
  private void givenDueRows(int count) {
    world.webhook("'max_in_flight': 50");
    for (int i = 0; i < count; i++) {
      world.publish("user.created");
    }
    assertThat(pending()).hasSize(count);
  }

  private List<JsonNode> pending() {
    return world.items("/v1/deliveries?status=pending");
  }

  private void retryNow(JsonNode delivery) {
    var answer = world.send("POST", "/v1/deliveries/" + idOf(delivery) + "/retry-now", null);
    assertThat(answer.status()).isEqualTo(202);
  }

  @Nested
  @DisplayName("Main Success Flow")
  class MainSuccessFlow {
    // "1. The WebhookRouter receives the :poll message." with "@poll_interval_ms module attribute
    // (default 5000)", and "6. … schedules the next poll via Process.send_after(self(), :poll,
    // @poll_interval_ms)."
    @Test
    void steps_1_and_6_a_poll_comes_every_5000_ms() throws ConfigurationException {
      var dispatch = Sources.read(null, Map.of(), Map.of()).dispatch();
      assertThat(dispatch.pollInterval()).isEqualTo(Duration.ofSeconds(5));
      assertThat(dispatch.pollBatch()).isEqualTo(5);
    }

    // "2. It queries the database: … d.next_retry_at <= ^DateTime.utc_now(), limit: 5" and "3. It
    // receives at most 5 rows from the query."
    @Test
    void steps_2_and_3_a_poll_takes_at_most_5_rows() {
      givenDueRows(6);
      assertThat(world.server().poll()).isEqualTo(5);
    }

    // "4. For each of the 5 rows: attempts outbound HTTP delivery, updates row status."
    @Test
    void step_4_each_of_the_5_is_attempted_and_its_row_updated() {
      givenDueRows(6);
      world.server().poll();
      assertThat(world.received()).hasSize(5);
      assertThat(world.items("/v1/deliveries?status=delivered")).hasSize(5);
    }

    // "5. The remaining due rows (beyond the first 5) are not touched in this cycle."
    @Test
    void step_5_the_remaining_rows_are_not_touched() {
      givenDueRows(12);
      List<JsonNode> before = pending();
      world.server().poll();
      assertThat(pending()).hasSize(7).isSubsetOf(before);
    }

    // "7. On the subsequent poll cycle, up to 5 more due rows are processed."
    @Test
    void step_7_the_next_poll_takes_up_to_5_more() {
      givenDueRows(12);
      assertThat(Stream.generate(world.server()::poll).limit(4)).containsExactly(5, 5, 2, 0);
    }
  }

  @Nested
  @DisplayName("A1: Fewer Than 5 Due Rows")
  class FewerThanFiveDueRows {
    // "1. All returned rows are processed. 2. No cap is enforced (fewer than max). 3. Next poll
    // cycle runs normally."
    @Test
    void all_are_processed_and_the_next_poll_runs_normally() {
      givenDueRows(3);
      assertThat(world.server().poll()).isEqualTo(3);
      world.publish("user.created");
      assertThat(world.server().poll()).isEqualTo(1);
    }
  }

  @Nested
  @DisplayName("A2: Operator Resets Dead Entry to Pending")
  class OperatorResetsDeadEntry {
    // "1. The row becomes eligible for the next poll query."
    @Test
    void step_1_the_row_is_eligible_for_the_next_poll() {
      retryNow(world.deadLetter());
      assertThat(world.server().poll()).isEqualTo(1);
    }

    // "2. The full 6-attempt retry envelope is available from attempt_count: 0."
    @Test
    void step_2_the_full_retry_envelope_is_available_again() {
      retryNow(world.deadLetter());
      world.attemptWhenDue(5);
      assertThat(textOf(world.delivery(), "status")).isEqualTo("dead");
      assertThat(world.attempts())
          .extracting(attempt -> attempt.path("cycle").asInt())
          .containsExactly(1, 1, 1, 1, 1, 2, 2, 2, 2, 2);
    }

    // The envelope that UC-0270 calls 6 attempts.
    @Test
    void step_2_with_the_preset_gateway_6_it_has_6_attempts() {
      world.set("POSTHORN_RETRY_POLICY", "gateway-6");
      world.deadLetter();
      world.attemptWhenDue(1);
      retryNow(world.delivery());
      world.attemptWhenDue(6);
      assertThat(textOf(world.delivery(), "status")).isEqualTo("dead");
      assertThat(world.delivery().path("attempt_count").asInt()).isEqualTo(6);
    }

    // "3. The row is processed in a subsequent poll cycle alongside other due rows."
    @Test
    void step_3_it_is_processed_alongside_other_due_rows() {
      retryNow(world.deadLetter());
      world.publish("user.changed");
      assertThat(world.server().poll()).isEqualTo(2);
    }
  }

  @Nested
  @DisplayName("F1: Delivery Attempt Raises Exception")
  class DeliveryAttemptRaisesException {
    private final int closedPort = closedPort();

    private void givenARowWhoseReceiverRefusesAmongOthers() {
      world.webhook("'max_in_flight': 50");
      world.create(
          "/v1/webhooks",
          "{'url': 'http://127.0.0.1:%d/', 'events': ['user.refused']}".formatted(closedPort));
      world.publish("user.created");
      world.publish("user.refused");
      world.publish("user.created");
      world.server().poll();
    }

    private JsonNode failed() {
      return world.items("/v1/deliveries?status=failed").getFirst();
    }

    // "1. The exception is caught within the per-row dispatch handler." and "4. Processing
    // continues for the remaining rows in the current batch."
    @Test
    void steps_1_and_4_the_other_rows_of_the_batch_are_processed() {
      givenARowWhoseReceiverRefusesAmongOthers();
      assertThat(world.items("/v1/deliveries?status=delivered")).hasSize(3);
      assertThat(world.items("/v1/deliveries?status=failed")).hasSize(1);
    }

    // "2. The row is updated to status: "failed" with error_detail set to the exception message."
    @Test
    void step_2_error_detail_has_the_message() {
      givenARowWhoseReceiverRefusesAmongOthers();
      assertThat(textOf(failed().path("error_detail"), "message"))
          .isEqualTo("connection refused by 127.0.0.1:" + closedPort);
    }

    // "3. next_retry_at is computed using @retry_schedule_seconds and the current attempt_count."
    @Test
    void step_3_next_retry_at_is_computed_as_for_any_failure() {
      givenARowWhoseReceiverRefusesAmongOthers();
      assertThat(timeOf(failed(), "next_retry_at")).isEqualTo(world.now().plusSeconds(30));
    }

    private static int closedPort() {
      try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  @Nested
  @DisplayName("Gherkin Scenarios")
  class GherkinScenarios {
    @Test
    @DisplayName("S1: WebhookRouter poll caps outbound dispatch at 5 per cycle")
    void s1_webhook_router_poll_caps_outbound_dispatch_at_5_per_cycle() {
      // Given … 12 rows with status "pending" and next_retry_at in the past
      givenDueRows(12);
      world.advance(Duration.ofSeconds(1));
      List<JsonNode> before = pending();

      // When the WebhookRouter processes one :poll cycle
      world.server().poll();

      // Then exactly 5 outbound HTTP requests are made
      assertThat(world.received()).hasSize(5);
      // And 7 rows remain with status "pending" and are not modified in this cycle
      assertThat(pending()).hasSize(7).isSubsetOf(before);
      // And the next poll cycle will process up to 5 more rows
      assertThat(world.server().poll()).isEqualTo(5);
    }

    @Test
    @DisplayName("S2: Operator resets dead webhook delivery for retry")
    void s2_operator_resets_dead_webhook_delivery_for_retry() {
      // Given a webhook_deliveries row with status "dead" and attempt_count 5
      JsonNode dead = world.deadLetter();
      assertThat(dead.path("attempt_count").asInt()).isEqualTo(5);

      // When the operator sets status to "pending" and attempt_count to 0
      retryNow(dead);
      assertThat(textOf(world.delivery(), "status")).isEqualTo("pending");
      assertThat(world.delivery().path("attempt_count").asInt()).isZero();

      // Then in the next poll cycle the row is eligible for dispatch
      assertThat(world.server().poll()).isEqualTo(1);
      // And on failure the row is retried with the full @retry_schedule_seconds schedule starting
      // from attempt 1
      for (int delay : new int[] {30, 120, 600, 3600}) {
        assertThat(timeOf(world.delivery(), "next_retry_at"))
            .isEqualTo(world.now().plusSeconds(delay));
        world.attemptWhenDue(1);
      }
    }
  }

  @Nested
  @DisplayName("Acceptance Criteria")
  class AcceptanceCriteria {
    // "a poll cycle with 12 due rows results in exactly 5 outbound HTTP calls and 7 rows untouched"
    @Test
    void a_poll_with_12_due_rows_makes_5_calls_and_leaves_7_rows_untouched() {
      givenDueRows(12);
      List<JsonNode> before = pending();
      world.server().poll();
      assertThat(world.received()).hasSize(5);
      assertThat(pending()).hasSize(7).isSubsetOf(before);
    }

    // "a status: "dead" row reset to status: "pending" and attempt_count: 0 is picked up in the
    // next poll and retried with the first slot of @retry_schedule_seconds on failure"
    @Test
    void a_dead_row_that_is_reset_is_picked_up_and_retried_from_the_first_slot() {
      retryNow(world.deadLetter());
      assertThat(world.server().poll()).isEqualTo(1);
      assertThat(textOf(world.delivery(), "status")).isEqualTo("failed");
      assertThat(timeOf(world.delivery(), "next_retry_at")).isEqualTo(world.now().plusSeconds(30));
    }
  }

  @TestFactory
  @DisplayName("Decided otherwise")
  Stream<DynamicTest> decided() {
    return Decided.tests(
        Uc0270DispatchCapTest.class,
        List.of(
            shown(
                "processes at most 5 due webhook_deliveries rows per cycle",
                "so it is with dispatch.mode=poll; the default, push, bounds what is under way",
                "five every five seconds is one delivery a second",
                "SPEC 4",
                "steps_2_and_3_a_poll_takes_at_most_5_rows"),
            shown(
                "The full 6-attempt retry envelope",
                "5 attempts with the preset gateway, 6 with gateway-6",
                "UC-0268 has the fifth failure dead",
                "SPEC 2",
                "step_2_with_the_preset_gateway_6_it_has_6_attempts"),
            shown(
                "sets status to \"pending\" and attempt_count to 0",
                "and a new cycle begins, so that the earlier attempts stay in the history",
                "attempts are unique by delivery, cycle and number",
                "SPEC 3.5",
                "step_2_the_full_retry_envelope_is_available_again"),
            unshown(
                "compound index on status, next_retry_at",
                "an index of the rows that wait, by their webhook and the time they are due",
                "webhooks take turns, so that is what a claim asks for; QueryPlanTest holds it",
                "SPEC 4"),
            unshown(
                "mix test … and mix compile --warnings-as-errors passes",
                "./gradlew build: these tests, and javac with -Xlint:all -Werror",
                "the server is written in Java",
                "STYLE 4")));
  }
}
