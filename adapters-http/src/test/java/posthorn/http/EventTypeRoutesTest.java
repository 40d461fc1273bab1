package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.domain.event.RegisteredType;
import posthorn.http.TestApi.Answer;
import tools.jackson.databind.JsonNode;

class EventTypeRoutesTest {
  private static final String PATH = "/v1/event-types/order.paid";
  private static final String SCHEMA =
      """
      { "type": "object", "required": ["id", "total"],
        "properties": {"id": {"type": "string"}, "total": {"minimum": 1.0}} }
      """
          .strip();

  @RegisterExtension final TestApi api = new TestApi();

  @Test
  void a_change_of_what_was_seen_only_is_refused_when_it_has_changed() throws Exception {
    String path = "/v1/event-types/order.paid";
    assertThat(putIfMatch(path, "*", "{}").status()).isEqualTo(412);
    String first = etag(api.put(path, "{\"description\": \"first\"}"));
    assertThat(etag(api.get(path))).isEqualTo(first);

    String second = etag(putIfMatch(path, first, "{\"description\": \"second\"}"));

    assertThat(second).isNotEqualTo(first);
    Answer late = putIfMatch(path, first, "{\"description\": \"third\"}");
    assertThat(late.status()).isEqualTo(412);
    assertThat(late.code()).isEqualTo("precondition_failed");
    assertThat(api.get(path).body().path("description").asString()).isEqualTo("second");
    assertThat(api.send(api.authorized(path).DELETE().header("If-Match", first)).status())
        .isEqualTo(412);
    assertThat(api.send(api.authorized(path).DELETE().header("If-Match", second)).status())
        .isEqualTo(204);
  }

  private Answer putIfMatch(String path, String tag, String body) throws Exception {
    return api.send(
        api.authorized(path).PUT(BodyPublishers.ofString(body)).header("If-Match", tag));
  }

  private static String etag(Answer answer) {
    return answer.response().headers().firstValue("ETag").orElseThrow();
  }

  @Test
  void a_type_is_created_then_replaced_then_removed() throws Exception {
    Answer created =
        api.put(
            PATH,
            "{\"name\": \"order.paid\", \"description\": \"Paid\", \"schema\": " + SCHEMA + "}");
    assertThat(created.status()).isEqualTo(201);
    assertThat(created.response().body()).contains("\"schema\":" + SCHEMA);
    assertThat(created.body().propertyNames())
        .containsExactlyInAnyOrder(
            "name", "tenant_id", "description", "schema", "created_at", "updated_at");
    assertThat(api.get(PATH).body()).isEqualTo(created.body());

    Answer replaced = api.put(PATH, "{}");
    assertThat(replaced.status()).isEqualTo(200);
    assertThat(replaced.body().path("schema").isNull()).isTrue();
    assertThat(replaced.body().path("description").isNull()).isTrue();

    assertThat(api.delete(PATH).status()).isEqualTo(204);
    assertThat(api.delete(PATH).status()).isEqualTo(404);
    assertThat(api.get(PATH).status()).isEqualTo(404);
  }

  @Test
  void types_are_listed_by_name_and_in_pages() throws Exception {
    for (String name : List.of("b", "a", "c")) {
      api.put("/v1/event-types/" + name, "{}");
    }
    JsonNode first = api.get("/v1/event-types?limit=2").body();
    assertThat(namesOf(first)).containsExactly("a", "b");

    JsonNode rest =
        api.get("/v1/event-types?limit=2&cursor=" + first.path("next_cursor").asString()).body();
    assertThat(namesOf(rest)).containsExactly("c");
    assertThat(rest.path("next_cursor").isNull()).isTrue();
  }

  @Test
  void tenants_have_types_of_their_own() throws Exception {
    assertThat(api.put(PATH, "{\"tenant_id\": \"acme\"}").status()).isEqualTo(201);

    assertThat(api.get(PATH).status()).isEqualTo(404);
    assertThat(namesOf(api.get("/v1/event-types").body())).isEmpty();
    assertThat(api.get(PATH + "?tenant_id=acme").status()).isEqualTo(200);
    assertThat(api.delete(PATH).status()).isEqualTo(404);
    assertThat(api.delete(PATH + "?tenant_id=acme").status()).isEqualTo(204);
  }

  @Test
  void all_that_is_wrong_with_a_type_is_said_at_once() throws Exception {
    Answer answer =
        api.put(
            "/v1/event-types/a..b",
            "{\"name\": 7, \"description\": \"\", \"tenant_id\": \"!\", \"nonsense\": 1}");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.wrongFields()).contains("name", "description", "tenant_id", "nonsense");
    assertThat(api.put(PATH, "{\"name\": \"order.lost\"}").wrongFields()).containsExactly("name");
    assertThat(api.get("/v1/event-types/a..b").status()).isEqualTo(404);
  }

  @Test
  void a_schema_that_is_none_is_refused_with_where_it_is_wrong() throws Exception {
    Answer answer = api.put(PATH, "{\"schema\": {\"properties\": {\"a\": {\"type\": \"text\"}}}}");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.code()).isEqualTo("validation_failed");
    assertThat(answer.wrongFields()).contains("schema/properties/a/type");
    assertThat(api.get(PATH).status()).isEqualTo(404);
  }

  @Test
  void a_schema_has_at_most_64_kib() throws Exception {
    String most = "x".repeat(RegisteredType.MAX_SCHEMA_BYTES - "{\"title\":\"\"}".length());

    assertThat(api.put(PATH, "{\"schema\":{\"title\":\"" + most + "\"}}").status()).isEqualTo(201);
    Answer more = api.put(PATH, "{\"schema\":{\"title\":\"" + most + "x\"}}");
    assertThat(more.status()).isEqualTo(422);
    assertThat(more.wrongFields()).containsExactly("schema");
  }

  @Test
  void data_that_violates_its_types_schema_is_refused_with_all_violations() throws Exception {
    api.put(PATH, "{\"schema\": " + SCHEMA + "}");

    Answer answer = publish("order.paid", "{\"id\": 7, \"total\": 0}");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.code()).isEqualTo("schema_violation");
    assertThat(answer.wrongFields()).containsExactlyInAnyOrder("data/id", "data/total");
    assertThat(publish("order.paid", "{}").wrongFields()).containsExactly("data", "data");
    assertThat(api.get("/v1/events").body().path("items").isEmpty()).isTrue();
  }

  @Test
  void data_that_keeps_to_it_and_other_types_are_accepted() throws Exception {
    api.put(PATH, "{\"schema\": " + SCHEMA + "}");
    api.put("/v1/event-types/order.lost", "{\"description\": \"No schema\"}");

    assertThat(publish("order.paid", "{\"id\": \"7\", \"total\": 1}").status()).isEqualTo(202);
    assertThat(publish("order.lost", "7").status()).isEqualTo(202);
    assertThat(publish("order.unknown", "7").status()).isEqualTo(202);
  }

  @Test
  void a_changed_or_removed_schema_counts_at_once() throws Exception {
    api.put(PATH, "{\"schema\": false}");
    assertThat(publish("order.paid", "1").status()).isEqualTo(422);

    api.put(PATH, "{\"schema\": {\"type\": \"integer\"}}");
    assertThat(publish("order.paid", "1").status()).isEqualTo(202);
    assertThat(publish("order.paid", "\"1\"").status()).isEqualTo(422);

    api.delete(PATH);
    assertThat(publish("order.paid", "\"1\"").status()).isEqualTo(202);
  }

  @Test
  void another_tenants_schema_is_not_mine() throws Exception {
    api.put(PATH, "{\"schema\": false, \"tenant_id\": \"acme\"}");

    assertThat(publish("order.paid", "1").status()).isEqualTo(202);
    assertThat(
            api.post(
                    "/v1/events",
                    "{\"event_type\": \"order.paid\", \"data\": 1, \"tenant_id\": \"acme\"}")
                .code())
        .isEqualTo("schema_violation");
  }

  @Test
  void in_a_batch_it_is_that_events_error() throws Exception {
    api.put(PATH, "{\"schema\": {\"type\": \"integer\"}}");
    String event = "{\"event_type\": \"order.paid\", \"data\": %s}";
    JsonNode results =
        api.post(
                "/v1/events/batch",
                "{\"events\": ["
                    + event.formatted("1")
                    + ","
                    + event.formatted("{}")
                    + ","
                    + event.formatted("2")
                    + "]}")
            .body()
            .path("results");

    assertThat(results.get(0).has("event_id")).isTrue();
    assertThat(results.get(1).path("error").path("code").asString()).isEqualTo("schema_violation");
    assertThat(results.get(2).has("event_id")).isTrue();
  }

  @Test
  void no_more_than_twenty_violations_are_named() throws Exception {
    api.put(PATH, "{\"schema\": {\"items\": {\"type\": \"string\"}}}");

    assertThat(publish("order.paid", "[0" + ",0".repeat(99) + "]").wrongFields()).hasSize(20);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "PUT", "DELETE"})
  void nobody_does_anything_without_a_key(String method) throws Exception {
    Answer answer = api.send(api.request(PATH).method(method, BodyPublishers.ofString("{}")));

    assertThat(answer.status()).isEqualTo(401);
  }

  private Answer publish(String type, String data) throws Exception {
    return api.post("/v1/events", "{\"event_type\": \"" + type + "\", \"data\": " + data + "}");
  }

  private static List<String> namesOf(JsonNode page) {
    return page.path("items").valueStream().map(type -> type.path("name").asString()).toList();
  }
}
