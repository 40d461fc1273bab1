package posthorn.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.application.testing.TestEngine;
import posthorn.http.TestApi.Answer;
import tools.jackson.databind.JsonNode;

class EventBatchTest {
  private static final String PATH = "/v1/events/batch";

  @RegisterExtension final TestApi api = new TestApi();

  @Test
  void each_event_of_a_batch_is_accepted_in_one_commit() throws Exception {
    api.post("/v1/webhooks", TestApi.WEBHOOK);
    Answer answer = batch(TestApi.EVENT, "{\"event_type\": \"other\", \"data\": 2}", TestApi.EVENT);

    assertThat(answer.status()).isEqualTo(202);
    List<JsonNode> results = results(answer);
    assertThat(results)
        .hasSize(3)
        .allSatisfy(result -> assertThat(result.path("event_id").asString()).startsWith("evt_"));
    assertThat(results)
        .extracting(result -> result.path("deliveries").asInt())
        .containsExactly(1, 0, 1);
    assertThat(api.commits).hasValue(1);
  }

  @Test
  void data_is_sent_on_byte_for_byte_from_a_batch_too() throws Exception {
    api.post("/v1/webhooks", TestApi.WEBHOOK);
    List<String> written =
        List.of("{ \"ü\" : [1, 2.50, {\"b\":[]}] }", "-0.0", "\"\\u00fc\"", "null");
    batch(
        written.stream()
            .map(data -> "{\"data\" :" + data + " , \"event_type\":\"user.created\"}")
            .toArray(String[]::new));
    api.engine.runDue();

    assertThat(api.engine.sender.sent())
        .extracting(request -> new String(request.body().bytes(), UTF_8))
        .extracting(body -> body.substring(body.indexOf("\"data\":") + "\"data\":".length()))
        .containsExactlyInAnyOrderElementsOf(written.stream().map(data -> data + "}").toList());
  }

  @Test
  void an_event_gets_the_problem_that_it_would_have_got_alone() throws Exception {
    String large = "\"" + "x".repeat(TestEngine.MOST_DATA_BYTES) + "\"";
    List<String> wrong =
        List.of(
            "{\"event_type\": \"a..b\", \"priority\": \"urgent\", \"nonsense\": 1}",
            "{\"event_type\": \"a\", \"data\": " + large + "}",
            "{}",
            "[]",
            "7");
    Answer answer =
        batch(
            TestApi.EVENT,
            wrong.get(0),
            wrong.get(1),
            wrong.get(2),
            wrong.get(3),
            wrong.get(4),
            TestApi.EVENT);

    List<JsonNode> results = results(answer);
    assertThat(results.getFirst().has("event_id")).isTrue();
    assertThat(results.getLast().has("event_id")).isTrue();
    for (int i = 0; i < wrong.size(); i++) {
      assertThat(results.get(i + 1).path("error"))
          .isEqualTo(api.post("/v1/events", wrong.get(i)).body());
    }
  }

  @Test
  void a_batch_of_mistakes_publishes_nothing() throws Exception {
    Answer answer = batch("{}");

    assertThat(answer.status()).isEqualTo(202);
    assertThat(results(answer).getFirst().path("error").path("status").asInt()).isEqualTo(422);
    assertThat(api.commits).hasValue(0);
  }

  @Test
  void an_idempotency_key_counts_within_a_batch() throws Exception {
    String event = "{\"event_type\": \"a\", \"data\": 1, \"idempotency_key\": \"k\"}";
    List<JsonNode> results = results(batch(event, event));

    assertThat(results.getFirst().has("event_id")).isTrue();
    assertThat(results.getLast().path("error").path("code").asString())
        .isEqualTo("duplicate_event");
  }

  @Test
  void one_idempotency_key_for_all_is_refused() throws Exception {
    Answer answer =
        api.send(
            api.authorized(PATH)
                .header("Idempotency-Key", "k")
                .POST(BodyPublishers.ofString("{\"events\": [" + TestApi.EVENT + "]}")));

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.wrongFields()).containsExactly("Idempotency-Key");
  }

  @Test
  void a_thousand_events_are_a_batch_and_one_more_is_not() throws Exception {
    List<JsonNode> results = results(api.post(PATH, many(1_000)));
    assertThat(results).hasSize(1_000).allMatch(result -> result.has("event_id"));

    Answer more = api.post(PATH, many(1_001));
    assertThat(more.status()).isEqualTo(422);
    assertThat(more.wrongFields()).containsExactly("events");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"events\": []}", "{\"events\": null}", "{\"events\": {}}"})
  void a_batch_without_events_is_refused(String body) throws Exception {
    Answer answer = api.post(PATH, body);

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.wrongFields()).containsExactly("events");
  }

  @Test
  void a_batch_has_no_other_fields() throws Exception {
    Answer answer = api.post(PATH, "{\"events\": [" + TestApi.EVENT + "], \"tenant\": 1}");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.wrongFields()).containsExactly("tenant");
    assertThat(api.commits).hasValue(0);
  }

  @Test
  void a_batch_that_is_not_json_is_refused_as_a_whole() throws Exception {
    Answer answer = api.post(PATH, "{\"events\": [" + TestApi.EVENT + ", {\"event_type\": ]}");

    assertThat(answer.code()).isEqualTo("malformed_json");
    assertThat(api.commits).hasValue(0);
  }

  @Test
  void a_batch_of_endless_parts_or_bytes_is_refused() throws Exception {
    Answer parts = api.post(PATH, "{\"events\": [0" + ",0".repeat(100_000) + "]}");
    assertThat(parts.status()).isEqualTo(422);

    Answer bytes =
        api.send(
            api.authorized(PATH)
                .POST(BodyPublishers.ofString(" ".repeat(RequestBody.MAX_BATCH_BYTES + 1)))
                .expectContinue(true));
    assertThat(bytes.status()).isEqualTo(413);
  }

  @Test
  void a_batch_may_be_larger_than_a_single_event() throws Exception {
    String large = "{\"event_type\": \"a\", \"data\": \"" + "x".repeat(200 * 1024) + "\"}";
    List<JsonNode> results =
        results(api.post(PATH, "{\"events\": [" + (large + ",").repeat(19) + large + "]}"));

    assertThat(results).hasSize(20).allMatch(result -> result.has("event_id"));
  }

  @Test
  void a_wrong_tenant_is_the_error_of_its_event_alone() throws Exception {
    String event = "{\"event_type\": \"a\", \"data\": 1, \"tenant_id\": \"%s\"}";
    List<JsonNode> results = results(batch(event.formatted("acme"), event.formatted("!")));

    assertThat(results.getFirst().has("event_id")).isTrue();
    assertThat(results.getLast().path("error").path("errors").get(0).path("field").asString())
        .isEqualTo("tenant_id");
  }

  private Answer batch(String... events) throws Exception {
    return api.post(PATH, "{\"events\": [" + String.join(", ", events) + "]}");
  }

  private static String many(int events) {
    return IntStream.range(0, events)
        .mapToObj(i -> "{\"event_type\":\"a\",\"data\":" + i + "}")
        .collect(joining(",", "{\"events\":[", "]}"));
  }

  private static List<JsonNode> results(Answer answer) {
    return answer.body().path("results").valueStream().toList();
  }
}
