package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.application.port.Events.Publication;
import posthorn.application.testing.Samples;
import posthorn.domain.event.Event;
import posthorn.domain.webhook.Webhook;
import posthorn.http.TestApi.Answer;
import tools.jackson.databind.JsonNode;

class EventHistoryRoutesTest {
  @RegisterExtension final TestApi api = new TestApi();

  @Test
  void an_event_is_shown_as_it_was_published_with_its_deliveries() throws Exception {
    api.post("/v1/webhooks", TestApi.WEBHOOK);
    String data = "{ \"n\" : 1.50, \"ü\":\"\\u00fc\" , \"big\": 12345678901234567890.10}";
    String id =
        publish(
            "{\"event_type\": \"user.created\", \"data\": "
                + data
                + """
                , "timestamp": "2025-12-31T23:59:59.5Z", "idempotency_key": "k", "source": "shop",
                  "session_id": "s", "priority": "low", "ordering_key": "o",
                  "deliver_at": "2026-06-01T00:00:00Z"}
                """);

    Answer answer = api.get("/v1/events/" + id);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.response().body()).contains("\"data\":" + data);
    JsonNode event = answer.body();
    assertThat(event.propertyNames())
        .containsExactlyInAnyOrder(
            "id",
            "tenant_id",
            "event_type",
            "data",
            "timestamp",
            "accepted_at",
            "idempotency_key",
            "source",
            "session_id",
            "priority",
            "sequence_number",
            "ordering_key",
            "deliver_at",
            "deliveries");
    assertThat(event.path("id").asString()).isEqualTo(id);
    assertThat(event.path("tenant_id").asString()).isEqualTo("default");
    assertThat(event.path("event_type").asString()).isEqualTo("user.created");
    assertThat(event.path("timestamp").asString()).isEqualTo("2025-12-31T23:59:59.500Z");
    assertThat(event.path("accepted_at").asString()).startsWith("20");
    assertThat(event.path("idempotency_key").asString()).isEqualTo("k");
    assertThat(event.path("source").asString()).isEqualTo("shop");
    assertThat(event.path("session_id").asString()).isEqualTo("s");
    assertThat(event.path("priority").asString()).isEqualTo("low");
    assertThat(event.path("sequence_number").asLong()).isEqualTo(1);
    assertThat(event.path("ordering_key").asString()).isEqualTo("o");
    assertThat(event.path("deliver_at").asString()).isEqualTo("2026-06-01T00:00:00Z");
    assertThat(event.path("deliveries")).hasSize(1);
    assertThat(event.path("deliveries").get(0))
        .isEqualTo(api.get("/v1/deliveries").body().path("items").get(0));
  }

  @Test
  void an_event_that_says_little_has_nulls() throws Exception {
    String id = publish("{\"event_type\": \"a\", \"data\": null}");

    JsonNode event = api.get("/v1/events/" + id).body();

    assertThat(event.has("data")).isTrue();
    assertThat(event.path("data").isNull()).isTrue();
    assertThat(event.path("source").isNull()).isTrue();
    assertThat(event.path("priority").asString()).isEqualTo("normal");
    assertThat(event.path("deliveries").isEmpty()).isTrue();
  }

  @Test
  void of_many_deliveries_the_rest_is_fetched_with_a_cursor() throws Exception {
    var samples = new Samples();
    Webhook webhook = samples.webhook(DEFAULT, "*");
    api.engine.stores.webhooks().add(webhook);
    Event event = samples.event(DEFAULT, null, api.engine.time.now());
    var deliveries =
        IntStream.range(0, 501).mapToObj(_ -> samples.delivery(event, webhook)).toList();
    api.engine
        .stores
        .events()
        .accept(List.of(new Publication(event, deliveries)), event.acceptedAt());

    JsonNode first = api.get("/v1/events/" + event.id()).body();
    assertThat(first.path("deliveries")).hasSize(500);
    String cursor = first.path("deliveries_next_cursor").asString();

    JsonNode rest = api.get("/v1/events/" + event.id() + "?cursor=" + cursor).body();
    assertThat(rest.path("deliveries")).hasSize(1);
    assertThat(rest.has("deliveries_next_cursor")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"evt_00000000000000000000000000", "nonsense", "batch", "wh_0", "evt_%2F"})
  void what_is_not_there_is_404(String id) throws Exception {
    Answer answer = api.get("/v1/events/" + id);

    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.code()).isEqualTo("not_found");
  }

  @Test
  void another_tenants_event_is_not_there() throws Exception {
    String id = publish("{\"event_type\": \"a\", \"data\": 1, \"tenant_id\": \"acme\"}");

    assertThat(api.get("/v1/events/" + id).status()).isEqualTo(404);
    assertThat(items("")).isEmpty();

    JsonNode event = api.get("/v1/events/" + id + "?tenant_id=acme").body();
    assertThat(event.path("tenant_id").asString()).isEqualTo("acme");
    assertThat(items("?tenant_id=acme")).hasSize(1);
  }

  @Test
  void a_list_is_newest_first_and_leaves_out_data_unless_asked() throws Exception {
    String first = publish(TestApi.EVENT);
    String second = publish(TestApi.EVENT);

    assertThat(items(""))
        .allSatisfy(event -> assertThat(event.has("data")).isFalse())
        .allSatisfy(event -> assertThat(event.has("deliveries")).isFalse())
        .extracting(event -> event.path("id").asString())
        .containsExactly(second, first);
    assertThat(items("?include=data"))
        .extracting(event -> event.path("data").toString())
        .containsExactly("{\"a\":1}", "{\"a\":1}");
  }

  @Test
  void pages_follow_one_another_while_events_arrive() throws Exception {
    var published = new ArrayList<String>();
    for (int i = 0; i < 5; i++) {
      published.add(publish(TestApi.EVENT));
    }
    var seen = new ArrayList<String>();
    String cursor = "";
    for (JsonNode page = api.get("/v1/events?limit=2").body();
        ;
        page = api.get("/v1/events?limit=2&cursor=" + cursor).body()) {
      page.path("items").valueStream().forEach(event -> seen.add(event.path("id").asString()));
      publish(TestApi.EVENT);
      if (page.path("next_cursor").isNull()) {
        break;
      }
      cursor = page.path("next_cursor").asString();
    }

    assertThat(seen).containsExactlyElementsOf(published.reversed());
  }

  @Test
  void an_offset_is_taken_too() throws Exception {
    String first = publish(TestApi.EVENT);
    publish(TestApi.EVENT);

    assertThat(items("?offset=1"))
        .extracting(event -> event.path("id").asString())
        .containsExactly(first);
    assertThat(items("?offset=10000")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "event_type=user.created, 1",
    "event_type=user.*, 2",
    "event_type=*, 3",
    "event_type=other, 0",
    "source=shop, 1",
    "session_id=s-1, 2",
    "session_id=s-1&source=shop, 1",
    "idempotency_key=k-2, 1",
    "from=2000-01-01T00:00:00Z, 3",
    "to=2000-01-01T00:00:00Z, 0",
    "from=2000-01-01T00:00:00Z&to=2100-01-01T00:00:00Z, 3",
    "from=0000-01-01T00:00:00Z&to=9999-12-31T23:59:59Z, 3",
  })
  void a_list_is_filtered(String parameters, int expected) throws Exception {
    publish(
        "{\"event_type\": \"user.created\", \"data\": 1, \"source\": \"shop\", \"session_id\":"
            + " \"s-1\"}");
    publish("{\"event_type\": \"user.gone\", \"data\": 1, \"session_id\": \"s-1\"}");
    publish("{\"event_type\": \"order.paid\", \"data\": 1, \"idempotency_key\": \"k-2\"}");

    assertThat(items("?" + parameters)).hasSize(expected);
  }

  @Test
  void all_that_is_wrong_with_a_list_is_said_at_once() throws Exception {
    Answer answer =
        api.get(
            "/v1/events?limit=501&cursor=x&offset=10001&include=all&event_type=a..b&session_id="
                + "&from=yesterday&to=1&status=dead&source="
                + "x".repeat(256));

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.wrongFields())
        .containsExactlyInAnyOrder(
            "limit",
            "cursor",
            "offset",
            "include",
            "event_type",
            "session_id",
            "from",
            "to",
            "status",
            "source");
  }

  @Test
  void nobody_looks_without_a_key() throws Exception {
    assertThat(api.send(api.request("/v1/events")).status()).isEqualTo(401);
  }

  private String publish(String event) throws Exception {
    Answer answer = api.post("/v1/events", event);
    assertThat(answer.status()).isEqualTo(202);
    return answer.body().path("event_id").asString();
  }

  private List<JsonNode> items(String query) throws Exception {
    return api.get("/v1/events" + query).body().path("items").valueStream().toList();
  }
}
