package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.application.inbound.AddRoute;
import posthorn.application.testing.SequentialIds;
import posthorn.domain.event.EventType;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.inbound.Route;
import posthorn.domain.inbound.RouteId;
import posthorn.domain.inbound.SourceId;
import posthorn.domain.tenant.TenantId;
import posthorn.http.TestApi.Answer;
import tools.jackson.databind.JsonNode;

class InboundRouteRoutesTest {
  private static final String PATH = "/v1/routes";
  private static final String REST =
      "\"event_type\": \"pull_request.opened\", \"intent\": \"code_review\","
          + " \"target\": \"reviewer-cluster\"}";

  @RegisterExtension final TestApi api = new TestApi();

  private String github = "";

  @BeforeEach
  void setUp() throws Exception {
    github = source("github", "default");
  }

  @Test
  void a_route_leads_from_a_source_and_an_event_type_to_an_intent_and_a_target() throws Exception {
    Answer made = api.post(PATH, "{\"source_id\": \"" + github + "\", " + REST);

    assertThat(made.status()).isEqualTo(201);
    String id = made.body().path("id").asString();
    assertThat(id).startsWith("rt_");
    assertThat(made.body().path("source_id").asString()).isEqualTo(github);
    assertThat(made.body().path("event_type").asString()).isEqualTo("pull_request.opened");
    assertThat(made.body().path("intent").asString()).isEqualTo("code_review");
    assertThat(made.body().path("target").asString()).isEqualTo("reviewer-cluster");
    assertThat(made.response().headers().firstValue("Location")).contains(PATH + "/" + id);
    assertThat(api.get(PATH + "/" + id).body()).isEqualTo(made.body());
    assertThat(
            api.engine
                .stores
                .inboundRoutes()
                .of(new SourceId(github))
                .match(new SourceId(github), new EventType("pull_request.opened")))
        .hasValueSatisfying(route -> assertThat(route.target()).isEqualTo("reviewer-cluster"));
  }

  @Test
  void a_source_may_be_named_as_adr_020_does_it() throws Exception {
    Answer made = api.post(PATH, "{\"source\": \"github\", " + REST);

    assertThat(made.status()).isEqualTo(201);
    assertThat(made.body().path("source_id").asString()).isEqualTo(github);
  }

  @Test
  void a_name_has_to_tell_which_source_is_meant() throws Exception {
    source("theirs", "acme");
    assertThat(api.post(PATH, "{\"source\": \"theirs\", " + REST).wrongFields())
        .containsExactly("source");
    source("github", "default");
    Answer ambiguous = api.post(PATH, "{\"source\": \"github\", " + REST);
    assertThat(ambiguous.status()).isEqualTo(422);
    assertThat(ambiguous.response().body()).contains("several sources");
    assertThat(
            api.post(PATH, "{\"source\": \"github\", \"source_id\": \"" + github + "\", " + REST)
                .wrongFields())
        .containsExactly("source");
  }

  @Test
  void another_tenants_source_is_no_source() throws Exception {
    String theirs = source("theirs", "acme");
    assertThat(api.post(PATH, "{\"source_id\": \"" + theirs + "\", " + REST).wrongFields())
        .containsExactly("source_id");
    Answer made =
        api.post(PATH, "{\"tenant_id\": \"acme\", \"source_id\": \"" + theirs + "\", " + REST);
    assertThat(made.status()).isEqualTo(201);
    String path = PATH + "/" + made.body().path("id").asString();
    assertThat(api.get(path).status()).isEqualTo(404);
    assertThat(
            api.patch(path + "?tenant_id=acme", "{\"source_id\": \"" + github + "\"}")
                .wrongFields())
        .containsExactly("source_id");
  }

  @Test
  void all_that_is_wrong_with_a_route_is_said_at_once() throws Exception {
    Answer answer =
        api.post(
            PATH,
            "{\"source_id\": \"nobody\", \"event_type\": \"*.a\", \"intent\": \"a.*\","
                + " \"target\": \" \", \"x\": 1}");
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.wrongFields())
        .containsExactlyInAnyOrder("source_id", "event_type", "intent", "target", "x");
    assertThat(api.post(PATH, "{}").wrongFields())
        .containsExactlyInAnyOrder("source_id", "event_type", "intent", "target");
  }

  @ParameterizedTest
  @ValueSource(strings = {"push", "pull_request.*", "*"})
  void a_pattern_is_a_type_a_prefix_or_everything(String pattern) throws Exception {
    String path = made();
    Answer changed = api.patch(path, "{\"event_type\": \"" + pattern + "\"}");
    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.body().path("event_type").asString()).isEqualTo(pattern);
    assertThat(changed.body().path("intent").asString()).isEqualTo("code_review");
  }

  @Test
  void a_route_may_be_led_from_another_source() throws Exception {
    String path = made();
    String slack = source("slack", "default");
    assertThat(api.put(path, "{\"source\": \"slack\"}").body().path("source_id").asString())
        .isEqualTo(slack);
    assertThat(api.patch(path, "{\"target\": null, \"source_id\": null}").wrongFields())
        .containsExactlyInAnyOrder("target", "source_id");
  }

  @Test
  void what_has_changed_since_it_was_seen_is_not_touched() throws Exception {
    String path = made();
    String seen = api.get(path).response().headers().firstValue("ETag").orElseThrow();
    Answer changed = api.patch(path, "{\"target\": \"others\"}");
    String now = changed.response().headers().firstValue("ETag").orElseThrow();

    assertThat(now).isNotEqualTo(seen);
    assertThat(api.send(api.authorized(path).header("If-Match", seen).DELETE()).code())
        .isEqualTo("precondition_failed");
    assertThat(api.send(api.authorized(path).header("If-Match", now).DELETE()).status())
        .isEqualTo(204);
    assertThat(api.get(path).status()).isEqualTo(404);
  }

  @Test
  void routes_are_listed_by_page_and_by_source() throws Exception {
    String slack = source("slack", "default");
    made();
    api.post(PATH, "{\"source\": \"slack\", " + REST);
    made();

    JsonNode first = api.get(PATH + "?limit=2").body();
    assertThat(sourcesOf(first)).containsExactly(github, slack);
    JsonNode rest =
        api.get(PATH + "?limit=2&cursor=" + first.path("next_cursor").asString()).body();
    assertThat(sourcesOf(rest)).containsExactly(github);
    assertThat(sourcesOf(api.get(PATH + "?source_id=" + slack).body())).containsExactly(slack);
    assertThat(api.get(PATH + "?source_id=slack").wrongFields()).containsExactly("source_id");
  }

  @Test
  void a_sources_routes_go_with_it() throws Exception {
    String path = made();
    assertThat(api.delete("/v1/sources/" + github).status()).isEqualTo(204);
    assertThat(api.get(path).status()).isEqualTo(404);
    assertThat(api.get(PATH).body().path("items").isEmpty()).isTrue();
  }

  @Test
  void there_are_only_so_many() throws Exception {
    var ids = new SequentialIds();
    var rule =
        new Route.Rule(new SourceId(github), new EventTypePattern("*"), new EventType("a"), "b");
    for (int i = 0; i < AddRoute.MOST_ROUTES; i++) {
      var id = new RouteId(ids.next(RouteId.PREFIX, api.engine.time.now()));
      api.engine
          .stores
          .inboundRoutes()
          .addIfSourceRemains(Route.of(id, TenantId.DEFAULT, rule, api.engine.time.now()));
    }
    Answer answer = api.post(PATH, "{\"source\": \"github\", " + REST);
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.code()).isEqualTo("too_many_routes");
  }

  private String made() throws Exception {
    Answer answer = api.post(PATH, "{\"source_id\": \"" + github + "\", " + REST);
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(201);
    return PATH + "/" + answer.body().path("id").asString();
  }

  private String source(String name, String tenant) throws Exception {
    Answer answer =
        api.post(
            "/v1/sources",
            "{\"name\": \"%s\", \"kind\": \"github\", \"tenant_id\": \"%s\"}"
                .formatted(name, tenant));
    assertThat(answer.status()).isEqualTo(201);
    return answer.body().path("id").asString();
  }

  private static List<String> sourcesOf(JsonNode page) {
    return page.path("items")
        .valueStream()
        .map(route -> route.path("source_id").asString())
        .toList();
  }
}
