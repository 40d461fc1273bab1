package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.domain.access.Role;
import posthorn.http.TestApi.Answer;
import tools.jackson.databind.JsonNode;

/** For how long a tenant's history is kept. */
class TenantRetentionTest {
  private static final String ACME = "/v1/tenants/acme";

  @RegisterExtension final TestApi api = new TestApi();

  @Test
  void what_a_tenant_does_not_say_is_the_servers() throws Exception {
    JsonNode tenant = api.get(ACME).body();

    assertThat(tenant.path("retention").valueStream()).hasSize(3).allMatch(JsonNode::isNull);
    assertThat(tenant.path("effective_retention"))
        .isEqualTo(json("{\"delivered\": \"30d\", \"attempts\": \"36h\", \"dead\": \"90d\"}"));
  }

  @Test
  void a_tenant_is_made_with_times_of_its_own() throws Exception {
    Answer made =
        api.post(
            "/v1/tenants",
            "{\"name\": \"Globex\", \"retention\": {\"delivered\": \"24h\", \"dead\": null}}");

    assertThat(made.status()).isEqualTo(201);
    assertThat(made.body().path("retention"))
        .isEqualTo(json("{\"delivered\": \"1d\", \"attempts\": null, \"dead\": null}"));
    assertThat(made.body().path("effective_retention"))
        .isEqualTo(json("{\"delivered\": \"1d\", \"attempts\": \"36h\", \"dead\": \"90d\"}"));
  }

  @Test
  void a_change_leaves_what_it_does_not_name_and_null_takes_away() throws Exception {
    change("{\"delivered\": \"1h\", \"attempts\": \"3650d\", \"dead\": \"7d\"}");
    JsonNode changed = change("{\"attempts\": null, \"dead\": \"8d\"}").body().path("retention");

    assertThat(changed)
        .isEqualTo(json("{\"delivered\": \"1h\", \"attempts\": null, \"dead\": \"8d\"}"));
    JsonNode renamed = api.patch(ACME, "{\"name\": \"Other\"}").body();
    assertThat(renamed.path("retention")).isEqualTo(changed);
    assertThat(change("null").body().path("retention").valueStream()).allMatch(JsonNode::isNull);
  }

  @Test
  void all_mistakes_are_named_with_their_whole_paths() throws Exception {
    Answer refused =
        change("{\"delivered\": \"59m\", \"attempts\": \"3651d\", \"dead\": 7, \"all\": \"1d\"}");

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.wrongFields())
        .containsExactlyInAnyOrder(
            "retention.delivered", "retention.attempts", "retention.dead", "retention.all");
    assertThat(change("{\"dead\": \"a week\"}").wrongFields()).containsExactly("retention.dead");
    assertThat(change("7").wrongFields()).containsExactly("retention");
  }

  @Test
  void it_holds_for_what_is_there_already_and_for_that_tenant_alone() throws Exception {
    api.post("/v1/events", TestApi.EVENT);
    api.post("/v1/events?tenant_id=acme", TestApi.EVENT);
    change("{\"delivered\": \"1h\"}");
    api.engine.time.advance(Duration.ofHours(1).plusMillis(1));
    api.pruneHistory.prune(api.engine.time.now(), () -> true);

    assertThat(api.get("/v1/events?tenant_id=acme").body().path("items").size()).isZero();
    assertThat(api.get("/v1/events").body().path("items").size()).isEqualTo(1);
  }

  @Test
  void the_tenant_itself_sees_what_holds() throws Exception {
    String admin = api.keyOf(TestApi.ACME, Role.TENANT_ADMIN);

    JsonNode seen = api.send(api.authorized(ACME, admin)).body();
    assertThat(seen.path("effective_retention").path("dead").asString()).isEqualTo("90d");
  }

  private Answer change(String retention) throws Exception {
    return api.patch(ACME, "{\"retention\": " + retention + "}");
  }

  private static JsonNode json(String text) {
    return Json.MAPPER.readTree(text);
  }
}
