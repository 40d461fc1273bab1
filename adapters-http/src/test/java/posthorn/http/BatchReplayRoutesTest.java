package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.domain.access.Role;
import posthorn.http.TestApi.Answer;
import tools.jackson.databind.JsonNode;

/** Replays of many dead letters over HTTP. */
class BatchReplayRoutesTest {
  private static final String START = "/v1/dlq/retry-batch";
  private static final String OPERATIONS = "/v1/dlq/batch-operations";

  @RegisterExtension final TestApi api = new TestApi();

  private final DeadLetterMaker maker = new DeadLetterMaker(api);
  private String webhook;

  @BeforeEach
  void deadLetters() throws Exception {
    webhook = maker.webhook("*");
    for (int i = 0; i < 5; i++) {
      maker.die(i < 3 ? "user.created" : "order.paid");
    }
    api.engine.sender.everyReceiverAnswers(200);
  }

  /** S2, to the letter, but for ids of webhooks that are there. */
  @Test
  void the_body_of_s2_is_taken_as_it_is_written() throws Exception {
    Answer answer =
        api.post(
            START,
            """
            {
              "filter": {
                "webhook_ids": ["%s", "%s"],
                "event_types": ["user.created"],
                "failure_categories": ["timeout"]
              },
              "rate_limit": {"requests_per_second": 10},
              "priority": "normal"
            }
            """
                .formatted(webhook, maker.webhook("nothing")));

    assertThat(answer.status()).as(answer.response().body()).isEqualTo(202);
    assertThat(answer.body().path("matched").asInt()).isZero();
    String id = answer.body().path("batch_operation_id").asString();
    assertThat(id).startsWith("bop_");
    assertThat(answer.response().headers().firstValue("Location")).contains(OPERATIONS + "/" + id);
    JsonNode operation = show(id);
    assertThat(operation.path("rate_limit").path("requests_per_second").asInt()).isEqualTo(10);
    assertThat(operation.path("priority").asString()).isEqualTo("normal");
    assertThat(operation.path("filter").path("failure_categories").path(0).asString())
        .isEqualTo("timeout");
  }

  @Test
  void all_that_match_are_replayed_and_progress_is_shown() throws Exception {
    String id =
        start(
            "{\"filter\": {\"event_types\": [\"user.*\"]}, \"rate_limit\":"
                + " {\"requests_per_second\": 2}}");
    JsonNode operation = show(id);
    assertThat(operation.path("status").asString()).isEqualTo("running");
    assertThat(operation.path("matched").asInt()).isEqualTo(3);
    assertThat(operation.path("remaining").asInt()).isEqualTo(3);
    assertThat(operation.path("started_at").isNull()).isFalse();
    assertThat(operation.path("completed_at").isNull()).isTrue();

    maker.runFor(Duration.ofMillis(600));
    operation = show(id);
    assertThat(operation.path("replayed").asInt()).isEqualTo(1);
    assertThat(operation.path("remaining").asInt()).isEqualTo(2);

    maker.runFor(Duration.ofSeconds(2));
    operation = show(id);
    assertThat(operation.path("status").asString()).isEqualTo("completed");
    assertThat(operation.path("replayed").asInt()).isEqualTo(3);
    assertThat(operation.path("failed").asInt()).isZero();
    assertThat(operation.path("remaining").asInt()).isZero();
    assertThat(operation.path("completed_at").isNull()).isFalse();
    assertThat(api.get("/v1/deliveries?status=delivered").body().path("items").size()).isEqualTo(3);
    assertThat(api.get("/v1/dlq?replayed=false").body().path("items").size()).isEqualTo(2);
  }

  @Test
  void a_dry_run_only_counts() throws Exception {
    Answer answer = api.post(START, "{\"filter\": {}, \"dry_run\": true}");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.response().body()).isEqualTo("{\"matched\":5}");
    assertThat(api.get(OPERATIONS).body().path("items").size()).isZero();
    maker.runFor(Duration.ofSeconds(1));
    assertThat(api.get("/v1/deliveries?status=delivered").body().path("items").size()).isZero();
  }

  @Test
  void it_is_paused_resumed_and_cancelled() throws Exception {
    String id = start("{\"rate_limit\": {\"requests_per_second\": 1}}");
    maker.runFor(Duration.ofSeconds(2));
    String one = OPERATIONS + "/" + id;

    assertThat(status(api.post(one + "/pause", ""))).isEqualTo("paused");
    assertThat(status(api.post(one + "/pause", ""))).isEqualTo("paused");
    int replayed = show(id).path("replayed").asInt();
    maker.runFor(Duration.ofSeconds(5));
    assertThat(show(id).path("replayed").asInt()).isEqualTo(replayed);

    assertThat(status(api.post(one + "/resume", ""))).isEqualTo("running");
    assertThat(status(api.post(one + "/resume", ""))).isEqualTo("running");
    maker.runFor(Duration.ofMillis(1_100));
    assertThat(show(id).path("replayed").asInt()).isEqualTo(replayed + 1);

    Answer cancelled = api.delete(one);
    assertThat(status(cancelled)).isEqualTo("cancelled");
    assertThat(cancelled.body().path("completed_at").isNull()).isFalse();
    assertThat(status(api.delete(one))).isEqualTo("cancelled");
    for (String action : List.of("/pause", "/resume")) {
      Answer refused = api.post(one + action, "");
      assertThat(refused.status()).isEqualTo(409);
      assertThat(refused.code()).isEqualTo("batch_operation_over");
    }
  }

  @Test
  void one_that_is_completed_cannot_be_cancelled() throws Exception {
    String id = start("{\"filter\": {\"event_types\": [\"nothing\"]}}");
    maker.runFor(Duration.ofSeconds(1));

    assertThat(show(id).path("status").asString()).isEqualTo("completed");
    assertThat(api.delete(OPERATIONS + "/" + id).code()).isEqualTo("batch_operation_over");
  }

  @Test
  void one_may_start_later_and_again_and_again() throws Exception {
    String at = api.engine.time.now().plusSeconds(3_600).toString();
    String id =
        start("{\"start_at\": \"%s\", \"schedule\": {\"every_seconds\": 86400}}".formatted(at));
    JsonNode operation = show(id);
    assertThat(operation.path("status").asString()).isEqualTo("scheduled");
    assertThat(operation.path("start_at").asString()).isEqualTo(at);
    assertThat(operation.path("matched").asInt()).isEqualTo(5);
    assertThat(operation.path("schedule").path("every_seconds").asInt()).isEqualTo(86_400);

    maker.runFor(Duration.ofSeconds(3_610));
    operation = show(id);
    assertThat(operation.path("status").asString()).isEqualTo("scheduled");
    assertThat(operation.path("runs").asInt()).isEqualTo(1);
    assertThat(operation.path("replayed").asInt()).isEqualTo(5);

    maker.die("user.created");
    api.engine.sender.everyReceiverAnswers(200);
    maker.runFor(Duration.ofDays(1));
    operation = show(id);
    assertThat(operation.path("runs").asInt()).isEqualTo(2);
    assertThat(operation.path("replayed").asInt()).isEqualTo(1);
    assertThat(operation.path("total_replayed").asInt()).isEqualTo(6);
  }

  @Test
  void what_was_replayed_is_left_out_unless_it_is_asked_for() throws Exception {
    start("{}");
    maker.runFor(Duration.ofSeconds(2));

    assertThat(matched("{\"dry_run\": true}")).isZero();
    assertThat(matched("{\"dry_run\": true, \"filter\": {\"include_replayed\": true}}"))
        .isEqualTo(5);
  }

  @Test
  void they_are_listed_newest_first() throws Exception {
    String first = start("{}");
    String second = start("{}");

    JsonNode page = api.get(OPERATIONS + "?limit=1").body();
    assertThat(page.path("items").path(0).path("id").asString()).isEqualTo(second);
    page = api.get(OPERATIONS + "?limit=1&cursor=" + page.path("next_cursor").asString()).body();
    assertThat(page.path("items").path(0).path("id").asString()).isEqualTo(first);
    assertThat(page.path("next_cursor").isNull()).isTrue();
  }

  @Test
  void all_that_is_wrong_is_named_at_once() throws Exception {
    Answer answer =
        api.post(
            START,
            """
            {"filter": {"webhook_ids": ["id1"], "event_types": ["not a type"],
                        "failure_categories": ["bad luck"], "dead_reasons": [],
                        "from": "2026-01-02T00:00:00Z", "to": "2026-01-01T00:00:00Z",
                        "mood": "good"},
             "rate_limit": {"requests_per_second": 0}, "priority": "urgent",
             "start_at": "soon", "schedule": {"every_seconds": 1}, "dry_run": 1}
            """);

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.wrongFields())
        .containsExactlyInAnyOrder(
            "filter.webhook_ids",
            "filter.event_types",
            "filter.failure_categories",
            "filter.dead_reasons",
            "filter.from",
            "filter.mood",
            "rate_limit.requests_per_second",
            "priority",
            "start_at",
            "schedule.every_seconds",
            "dry_run");
    assertThat(api.post(START, "{\"schedule\": {}}").wrongFields())
        .containsExactly("schedule.every_seconds");
    assertThat(
            api.post(
                    START,
                    "{\"schedule\": {\"every_seconds\": 60}, \"filter\": {\"include_replayed\":"
                        + " true}}")
                .wrongFields())
        .containsExactly("schedule");
  }

  @Test
  void another_tenants_webhooks_are_not_there_and_its_dead_letters_stay() throws Exception {
    String key = api.keyOf(TestApi.ACME, Role.TENANT_ADMIN);
    Answer named =
        api.send(
            api.authorized(START, key)
                .POST(
                    BodyPublishers.ofString(
                        "{\"filter\": {\"webhook_ids\": [\"%s\"]}}".formatted(webhook))));
    assertThat(named.wrongFields()).containsExactly("filter.webhook_ids");

    Answer all = api.send(api.authorized(START, key).POST(BodyPublishers.ofString("{}")));
    assertThat(all.body().path("matched").asInt()).isZero();
    maker.runFor(Duration.ofSeconds(2));
    assertThat(api.get("/v1/dlq?replayed=false").body().path("items").size()).isEqualTo(5);
    assertThat(api.get(OPERATIONS).body().path("items").size()).isZero();
  }

  @Test
  void an_operator_may_name_the_tenant() throws Exception {
    String id = start("{\"tenant_id\": \"acme\"}");

    assertThat(api.get(OPERATIONS + "/" + id).status()).isEqualTo(404);
    assertThat(api.get(OPERATIONS + "/" + id + "?tenant_id=acme").status()).isEqualTo(200);
  }

  @Test
  void a_tenant_has_only_so_many_that_are_not_over() throws Exception {
    String later = "{\"start_at\": \"2099-01-01T00:00:00Z\"}";
    for (int i = 0; i < 100; i++) {
      start(later);
    }

    Answer answer = api.post(START, later);
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.code()).isEqualTo("too_many_batch_operations");
  }

  private String start(String body) throws Exception {
    Answer answer = api.post(START, body);
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(202);
    return answer.body().path("batch_operation_id").asString();
  }

  private int matched(String body) throws Exception {
    return api.post(START, body).body().path("matched").asInt();
  }

  private JsonNode show(String id) throws Exception {
    Answer answer = api.get(OPERATIONS + "/" + id);
    assertThat(answer.status()).isEqualTo(200);
    return answer.body();
  }

  private static String status(Answer answer) {
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
    return answer.body().path("status").asString();
  }
}
