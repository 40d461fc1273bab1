package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.port.OperatorEvent.DeliveryDied;
import posthorn.http.TestApi.Answer;
import tools.jackson.databind.JsonNode;

/** What the original documents tell about dead letters, from outside. */
class DeadLetterStoriesTest {
  @RegisterExtension final TestApi api = new TestApi();

  private String webhook;

  @BeforeEach
  void aReceiverThatFails() throws Exception {
    api.engine.sender.everyReceiverAnswers(500);
    webhook = new DeadLetterMaker(api).webhook("*");
  }

  @Test
  void uc_0268_f1_the_fifth_consecutive_failure_is_a_dead_letter() throws Exception {
    String delivery = publish("session-7");
    for (int attempt = 1; attempt <= 4; attempt++) {
      failNext();
      assertThat(show(delivery).path("status").asString()).isEqualTo("failed");
      assertThat(get("/v1/dlq").path("items").size()).isZero();
    }
    failNext();

    JsonNode dead = get("/v1/dlq").path("items").path(0);
    assertThat(dead.path("id").asString()).isEqualTo(delivery);
    assertThat(dead.path("status").asString()).isEqualTo("dead");
    assertThat(dead.path("attempt_count").asInt()).isEqualTo(5);
    assertThat(dead.path("next_retry_at").isNull()).isTrue();
    assertThat(dead.path("dead_reason").asString()).isEqualTo("attempts_exhausted");
    assertThat(api.engine.announced)
        .filteredOn(DeliveryDied.class::isInstance)
        .singleElement()
        .satisfies(event -> {
          assertThat(event.type()).isEqualTo("WebhookDLQEvent");
          DeliveryDied died = (DeliveryDied) event;
          assertThat(died.delivery().value()).isEqualTo(delivery);
          assertThat(died.webhook().value()).isEqualTo(webhook);
          assertThat(died.sessionId()).isEqualTo("session-7");
        });
    // No further automatic retry, however long one waits.
    api.engine.time.advance(Duration.ofDays(2));
    assertThat(api.engine.runDue()).isZero();
  }

  @Test
  void uc_0270_a2_s2_retry_now_gives_a_dead_entry_the_full_retry_envelope() throws Exception {
    String delivery = dead("session-7");

    assertThat(api.post("/v1/deliveries/" + delivery + "/retry-now", "").status()).isEqualTo(202);

    JsonNode reset = show(delivery);
    assertThat(reset.path("status").asString()).isEqualTo("pending");
    assertThat(reset.path("attempt_count").asInt()).isZero();
    assertThat(get("/v1/dlq").path("items").size()).isZero();
    Instant now = api.engine.time.now();
    assertThat(api.engine.runDue()).isEqualTo(1);
    assertThat(show(delivery).path("next_retry_at").asString())
        .isEqualTo(now.plusSeconds(30).toString());
    for (int attempt = 2; attempt <= 5; attempt++) {
      failNext();
    }
    assertThat(get("/v1/dlq").path("items").path(0).path("cycle").asInt()).isEqualTo(2);
    assertThat(get("/v1/deliveries/" + delivery + "/attempts").path("items").size()).isEqualTo(10);
  }

  @Test
  void adr_020_the_inspector_queries_by_session_status_and_date_range() throws Exception {
    String early = dead("session-1");
    api.engine.time.advance(Duration.ofDays(3));
    String late = dead("session-2");
    String made = show(late).path("created_at").asString();

    assertThat(ids("/v1/deliveries?status=dead&session_id=session-1")).containsExactly(early);
    assertThat(ids("/v1/dlq?session_id=session-2")).containsExactly(late);
    assertThat(ids("/v1/dlq?from=" + made)).containsExactly(late);
    assertThat(ids("/v1/dlq?to=" + made)).containsExactly(early);
    assertThat(ids("/v1/dlq?from=2026-01-01&to=2027-01-01")).containsExactly(late, early);
    // With its retry history and error details.
    assertThat(get("/v1/deliveries/" + late + "/attempts").path("items").size()).isEqualTo(5);
    assertThat(show(late).path("error_detail").path("message").asString()).contains("500");
  }

  @Test
  void s4_a_dead_letter_is_retried_by_hand() throws Exception {
    String delivery = dead("session-1");
    JsonNode listed = get("/api/webhooks/deliveries?status=dead_letter").path(0);
    assertThat(listed.path("status").asString()).isEqualTo("dead_letter");

    assertThat(api.post("/api/webhooks/deliveries/" + delivery + "/retry", "").status() / 100)
        .isEqualTo(2);

    api.engine.sender.everyReceiverAnswers(200);
    api.engine.runDue();
    assertThat(show(delivery).path("status").asString()).isEqualTo("delivered");
    assertThat(get("/v1/dlq").path("items").size()).isZero();
  }

  /** More than ten dead letters of a webhook that were made in the last hour. */
  @Test
  void s4_the_alert_query_finds_the_webhooks_with_many_recent_failures() throws Exception {
    var maker = new DeadLetterMaker(api);
    maker.die("user.created");
    api.engine.time.advance(Duration.ofHours(2));
    Instant hourAgo = api.engine.time.now().minus(Duration.ofHours(1));
    for (int i = 0; i < 11; i++) {
      maker.die("user.created");
    }

    List<JsonNode> alerts =
        get("/v1/dlq/summary?from=" + hourAgo)
            .path("items")
            .valueStream()
            .filter(group -> group.path("count").asInt() > 10)
            .toList();

    assertThat(alerts).hasSize(1);
    assertThat(alerts.getFirst().path("webhook_id").asString()).isEqualTo(webhook);
    assertThat(alerts.getFirst().path("count").asInt()).isEqualTo(11);
  }

  private String publish(String session) throws Exception {
    Answer accepted =
        api.post(
            "/v1/events",
            "{\"event_type\": \"user.created\", \"data\": {}, \"session_id\": \"%s\"}"
                .formatted(session));
    String event = accepted.body().path("event_id").asString();
    return get("/v1/events/" + event).path("deliveries").path(0).path("id").asString();
  }

  private String dead(String session) throws Exception {
    String delivery = publish(session);
    for (int attempt = 1; attempt <= 5; attempt++) {
      failNext();
    }
    assertThat(show(delivery).path("status").asString()).isEqualTo("dead");
    return delivery;
  }

  /** The next attempt, when it is due. */
  private void failNext() {
    if (api.engine.runDue() == 0) {
      api.engine.time.advance(Duration.ofHours(6));
      assertThat(api.engine.runDue()).isEqualTo(1);
    }
  }

  private JsonNode show(String delivery) throws Exception {
    return get("/v1/deliveries/" + delivery);
  }

  private JsonNode get(String path) throws Exception {
    Answer answer = api.get(path);
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
    return answer.body();
  }

  private List<String> ids(String path) throws Exception {
    return get(path).path("items").valueStream().map(each -> each.path("id").asString()).toList();
  }
}
