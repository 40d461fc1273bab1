package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.domain.access.Role;
import tools.jackson.databind.JsonNode;

class InboundHistoryRoutesTest {
  @RegisterExtension final TestApi api = new TestApi();

  private Github github;

  @BeforeEach
  void makeSource() throws Exception {
    github = new Github(api);
  }

  @Test
  void a_message_is_shown_with_its_data_and_without_its_signature() throws Exception {
    String route = github.route("pull_request.*", "code_review", "reviewer-cluster");
    String id = github.opened("72d3162e").body().path("inbound_id").asString();
    github.opened("72d3162e");

    JsonNode message = api.get("/v1/inbound/" + id).body();

    assertThat(message.path("source_id").asString()).isEqualTo(github.sourceId);
    assertThat(message.path("message_id").asString()).isEqualTo("72d3162e");
    assertThat(message.path("event_type").asString()).isEqualTo("pull_request.opened");
    assertThat(message.path("status").asString()).isEqualTo("routed");
    assertThat(message.path("reason").isNull()).isTrue();
    assertThat(message.path("route_id").asString()).isEqualTo(route);
    assertThat(message.path("event_id").asString()).startsWith("evt_");
    assertThat(message.path("duplicates").asInt()).isEqualTo(1);
    assertThat(message.path("data")).isEqualTo(Json.MAPPER.readTree(Github.OPENED));
    assertThat(message.path("headers").path("x-github-event").asString()).isEqualTo("pull_request");
    assertThat(message.path("headers").path("x-hub-signature-256").asString())
        .isEqualTo("(hidden)");
  }

  @Test
  void messages_are_found_by_what_they_are() throws Exception {
    String first = github.opened("one").body().path("inbound_id").asString();
    github.route("*", "code_review", "reviewer-cluster");
    String second = github.opened("two").body().path("inbound_id").asString();

    assertThat(idsAt("")).containsExactly(second, first);
    assertThat(idsAt("?status=unrouted")).containsExactly(first);
    assertThat(idsAt("?status=routed")).containsExactly(second);
    assertThat(idsAt("?message_id=one")).containsExactly(first);
    assertThat(idsAt("?event_type=pull_request.*")).containsExactly(second, first);
    assertThat(idsAt("?text=opened&limit=1")).containsExactly(second);
    assertThat(idsAt("?source_id=" + github.sourceId + "&text=nothing")).isEmpty();
    assertThat(idsAt("?from=2000-01-01&to=2001-01-01")).isEmpty();
    JsonNode listed = api.get("/v1/inbound?include=data").body().path("items").path(0);
    assertThat(listed.path("data").path("number").asInt()).isEqualTo(7);
    assertThat(api.get("/v1/inbound").body().path("items").path(0).has("data")).isFalse();
  }

  @Test
  void what_is_wrong_with_a_question_is_said_at_once() throws Exception {
    TestApi.Answer answer = api.get("/v1/inbound?status=lost&source_id=7&event_type=..&limit=0");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.wrongFields())
        .containsExactlyInAnyOrder("status", "source_id", "event_type", "limit");
  }

  @Test
  void a_message_is_routed_anew() throws Exception {
    String id = github.opened("one").body().path("inbound_id").asString();
    TestApi.Answer nowhere = api.post("/v1/inbound/" + id + "/reroute", "");
    assertThat(nowhere.status()).isEqualTo(202);
    assertThat(nowhere.body().path("status").asString()).isEqualTo("unrouted");
    assertThat(nowhere.body().path("reason").asString()).isEqualTo("no_route");
    github.route("pull_request.opened", "code_review", "reviewer-cluster");

    JsonNode routed = api.post("/v1/inbound/" + id + "/reroute", "").body();

    assertThat(routed.path("status").asString()).isEqualTo("routed");
    String event = routed.path("event_id").asString();
    assertThat(api.get("/v1/events/" + event).body().path("session_id").asString())
        .isEqualTo("reviewer-cluster");
  }

  @Test
  void a_message_whose_source_is_gone_cannot_be_routed() throws Exception {
    String id = github.opened("one").body().path("inbound_id").asString();
    api.delete("/v1/sources/" + github.sourceId);

    TestApi.Answer answer = api.post("/v1/inbound/" + id + "/reroute", "");

    assertThat(answer.status()).isEqualTo(409);
    assertThat(answer.code()).isEqualTo("source_gone");
    assertThat(api.get("/v1/inbound/" + id).status()).isEqualTo(200);
  }

  @Test
  void all_that_led_nowhere_is_routed_page_by_page() throws Exception {
    for (int i = 0; i < 3; i++) {
      github.opened("m" + i);
    }
    github.route("*", "code_review", "reviewer-cluster");
    String body = "{\"source_id\": \"" + github.sourceId + "\", \"limit\": 2";

    JsonNode first = api.post("/v1/inbound/reroute", body + "}").body();
    JsonNode second =
        api.post(
                "/v1/inbound/reroute",
                body + ", \"cursor\": \"" + first.path("next_cursor").asString() + "\"}")
            .body();

    assertThat(first.path("routed").asInt()).isEqualTo(2);
    assertThat(second.path("routed").asInt()).isEqualTo(1);
    assertThat(second.path("next_cursor").isNull()).isTrue();
    assertThat(idsAt("?status=unrouted")).isEmpty();
  }

  @Test
  void what_is_wrong_with_an_order_is_said_at_once() throws Exception {
    TestApi.Answer answer =
        api.post(
            "/v1/inbound/reroute",
            "{\"source_id\": \"x\", \"cursor\": \"y\", \"status\": \"lost\", \"limit\": 501, \"z\":"
                + " 1}");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.wrongFields())
        .containsExactlyInAnyOrder("source_id", "cursor", "status", "limit", "z");
  }

  @Test
  void another_tenant_sees_nothing_of_it() throws Exception {
    String id = github.opened("one").body().path("inbound_id").asString();
    String key = api.keyOf(TestApi.ACME, Role.TENANT_ADMIN);

    assertThat(api.send(api.authorized("/v1/inbound/" + id, key)).status()).isEqualTo(404);
    assertThat(api.send(api.authorized("/v1/inbound", key)).body().path("items").size()).isZero();
  }

  private List<String> idsAt(String query) throws Exception {
    TestApi.Answer answer = api.get("/v1/inbound" + query);
    assertThat(answer.status()).isEqualTo(200);
    return answer.body().path("items").valueStream().map(m -> m.path("id").asString()).toList();
  }
}
