package posthorn.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.application.port.QueryTooSlowException;
import posthorn.application.port.StoreBusyException;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.event.Priority;
import posthorn.domain.ordering.Lane;
import posthorn.http.TestApi.Answer;

class EventRoutesTest {
  @RegisterExtension final TestApi api = new TestApi();

  @Test
  void an_event_is_accepted_with_its_deliveries() throws Exception {
    api.post("/v1/webhooks", TestApi.WEBHOOK);

    Answer answer = api.post("/v1/events", TestApi.EVENT);

    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.body().path("event_id").asString()).startsWith("evt_");
    assertThat(answer.body().path("deliveries").asInt()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{ \"b\" : [1, 2.50, 1e400] , \"ü\":\"\\u00fc\" }",
        "[]",
        "\"text\"",
        "12345678901234567890.10",
        "-0.0",
        "true",
        "null"
      })
  void data_is_sent_on_byte_for_byte(String data) throws Exception {
    api.post("/v1/webhooks", TestApi.WEBHOOK);
    api.post("/v1/events", "{\"data\" : " + data + " ,\"event_type\":\"user.created\"}");
    api.engine.runDue();

    assertThat(new String(api.engine.sender.sent().getFirst().body().bytes(), UTF_8))
        .endsWith("\"data\":" + data + "}");
  }

  static Stream<String> extremeNumbers() {
    return Stream.of(
        "1e99999999999",
        "-1E+99999999999",
        "1e-99999999999",
        "0e99999999999",
        "1e2147483648",
        "1e-2147483649",
        "1e" + "9".repeat(900),
        "-" + "9".repeat(1_000),
        "-0." + "9".repeat(999),
        "-9." + "9".repeat(990) + "e-99999999");
  }

  @ParameterizedTest
  @MethodSource("extremeNumbers")
  void an_extreme_number_is_published_whatever_filters_there_are(String number) throws Exception {
    api.post(
        "/v1/webhooks",
        TestApi.WEBHOOK.replaceFirst("\\{", "{\"filter\": {\"/data/n\": {\"gt\": 0}},"));
    String event = "{\"event_type\": \"user.created\", \"data\": {\"n\": %s}}";

    Answer answer = api.post("/v1/events", event.formatted(number));
    Answer batch =
        api.post(
            "/v1/events/batch",
            "{\"events\": [%s, %s]}".formatted(event.formatted(number), event.formatted("1")));

    assertThat(answer.status()).isEqualTo(202);
    int deliveries = number.startsWith("1") ? 1 : 0;
    assertThat(answer.body().path("deliveries").asInt()).isEqualTo(deliveries);
    assertThat(batch.body().path("results").get(0).path("deliveries").asInt())
        .isEqualTo(deliveries);
    assertThat(batch.body().path("results").get(1).path("deliveries").asInt()).isEqualTo(1);
  }

  @Test
  void a_number_too_long_is_refused_whatever_filters_there_are() throws Exception {
    api.post(
        "/v1/webhooks",
        TestApi.WEBHOOK.replaceFirst("\\{", "{\"filter\": {\"/data/n\": {\"gt\": 0}},"));

    Answer answer =
        api.post(
            "/v1/events",
            "{\"event_type\": \"user.created\", \"data\": " + "9".repeat(1_001) + "}");

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.code()).isEqualTo("malformed_json");
  }

  @Test
  void all_that_is_wrong_with_an_event_is_said_at_once() throws Exception {
    Answer answer =
        api.post(
            "/v1/events",
            "{\"event_type\": \"a..b\", \"timestamp\": \"yesterday\", \"nonsense\": 1}");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.wrongFields())
        .containsExactlyInAnyOrder("event_type", "data", "timestamp", "nonsense");
  }

  @Test
  void an_idempotency_key_makes_the_second_a_duplicate() throws Exception {
    Answer first = api.send(withKey());
    Answer second = api.send(withKey());

    assertThat(first.status()).isEqualTo(202);
    assertThat(second.status()).isEqualTo(409);
    assertThat(second.code()).isEqualTo("duplicate_event");
    assertThat(second.body().path("detail").asString())
        .contains(first.body().path("event_id").asString());
    assertThat(second.body().path("event_id")).isEqualTo(first.body().path("event_id"));
  }

  private HttpRequest.Builder withKey() {
    return api.authorized("/v1/events")
        .header("Idempotency-Key", "key-1")
        .POST(BodyPublishers.ofString(TestApi.EVENT));
  }

  @Test
  void too_much_data_is_refused() throws Exception {
    String data = "\"" + "x".repeat(256 * 1024) + "\"";
    Answer answer = api.post("/v1/events", "{\"event_type\":\"a\",\"data\":" + data + "}");
    assertThat(answer.status()).isEqualTo(413);
    assertThat(answer.code()).isEqualTo("payload_too_large");

    Answer endless =
        api.send(
            api.authorized("/v1/events")
                .POST(BodyPublishers.ofString("x".repeat(6 * 1024 * 1024)))
                .expectContinue(true));
    assertThat(endless.status()).isEqualTo(413);
  }

  @Test
  void an_event_may_say_how_urgent_it_is_and_what_it_may_not_overtake() throws Exception {
    api.post("/v1/webhooks", TestApi.WEBHOOK);
    Answer answer =
        api.post(
            "/v1/events",
            """
            {"event_type": "user.created", "data": 1, "priority": "high",
             "ordering_key": "user-7", "deliver_at": "2026-01-01T00:00:10.000999Z"}
            """);

    assertThat(answer.status()).isEqualTo(202);
    Delivery delivery = api.onlyDelivery();
    assertThat(delivery.priority()).isEqualTo(Priority.HIGH);
    assertThat(delivery.lane()).isEqualTo(new Lane("key:user-7"));
    assertThat(delivery.state().dueAt()).isEqualTo(Instant.parse("2026-01-01T00:00:10Z"));
  }

  @Test
  void an_event_that_says_nothing_is_of_normal_urgency_and_overtakes_whom_it_can()
      throws Exception {
    api.post("/v1/webhooks", TestApi.WEBHOOK);
    api.post("/v1/events", TestApi.EVENT);

    assertThat(api.onlyDelivery().priority()).isEqualTo(Priority.NORMAL);
    assertThat(api.onlyDelivery().lane()).isNull();
  }

  @Test
  void an_event_is_put_off_for_a_year_at_most() throws Exception {
    String event = "{\"event_type\": \"a\", \"data\": 1, \"deliver_at\": \"%s\"}";
    Instant latest = api.engine.time.now().plus(Duration.ofDays(366));
    assertThat(api.post("/v1/events", event.formatted(latest)).status()).isEqualTo(202);

    Answer refused = api.post("/v1/events", event.formatted(latest.plusMillis(1)));
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.wrongFields()).containsExactly("deliver_at");
    assertThat(refused.body().at("/errors/0/message").asString()).contains("366 days");
  }

  @Test
  void a_wrong_priority_key_or_time_is_refused() throws Exception {
    Answer answer =
        api.post(
            "/v1/events",
            """
            {"event_type": "a", "data": 1, "priority": "HIGH", "ordering_key": "",
             "deliver_at": "+1000000000-12-31T00:00:00Z"}
            """);

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.wrongFields())
        .containsExactlyInAnyOrder("priority", "ordering_key", "deliver_at");
    assertThat(answer.body().toString()).contains("high, normal, low");
  }

  @Test
  void too_much_to_write_is_no_fault_and_passes() throws Exception {
    api.beforeCommit =
        () -> {
          throw new StoreBusyException("told so");
        };
    Answer refused = api.post("/v1/events", TestApi.EVENT);
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.code()).isEqualTo("overloaded");
    assertThat(refused.response().headers().firstValue("Retry-After")).contains("1");

    api.beforeCommit = () -> {};
    assertThat(api.post("/v1/events", TestApi.EVENT).status()).isEqualTo(202);
  }

  @Test
  void a_search_that_takes_too_long_is_told_to_be_narrower() throws Exception {
    api.beforeCommit =
        () -> {
          throw new QueryTooSlowException(Duration.ofSeconds(5));
        };
    Answer refused = api.post("/v1/events", TestApi.EVENT);

    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.code()).isEqualTo("query_too_slow");
    assertThat(refused.body().path("detail").asString()).contains("5000 ms", "narrow it");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"\"", "7", "\"\\ud83d\"", "\"\\udc08\\ud83d\""})
  void a_source_that_is_no_text_is_refused(String source) throws Exception {
    Answer answer =
        api.post("/v1/events", "{\"event_type\": \"a\", \"data\": 1, \"source\": " + source + "}");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.wrongFields()).containsExactly("source");
  }

  @Test
  void a_source_has_at_most_255_characters() throws Exception {
    String event = "{\"event_type\": \"a\", \"data\": 1, \"source\": \"%s\"}";

    assertThat(api.post("/v1/events", event.formatted("x".repeat(255))).status()).isEqualTo(202);
    assertThat(api.post("/v1/events", event.formatted("x".repeat(256))).wrongFields())
        .containsExactly("source");
  }

  @Test
  void an_operator_may_publish_for_any_tenant_and_a_wrong_one_is_an_error() throws Exception {
    String event = "{\"event_type\": \"a\", \"data\": 1, \"tenant_id\": \"%s\"}";

    assertThat(api.post("/v1/events", event.formatted("acme")).status()).isEqualTo(202);
    assertThat(api.post("/v1/events", event.formatted("no tenant!")).wrongFields())
        .containsExactly("tenant_id");
  }
}
