package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.domain.access.Role;
import posthorn.domain.circuit.CircuitEvent;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;
import tools.jackson.databind.JsonNode;

class AlertRoutesTest {
  private static final String PATIENT =
      "{\"circuit_breaker_config\": {\"enabled\": false}, \"owner_email\": \"o@example.com\", ";

  @RegisterExtension final TestApi api = new TestApi();

  /** The alert query of the seed: webhooks with more than ten dead deliveries in an hour. */
  @Test
  void more_than_ten_dead_deliveries_in_an_hour_are_an_alert_and_ten_are_not() throws Exception {
    String webhook = idOf(api.post("/v1/webhooks", TestApi.WEBHOOK.replace("{", PATIENT)));
    die(10);
    api.lookForAlerts();
    assertThat(items("/v1/alerts?rule=dead_deliveries")).isEmpty();

    die(1);
    api.lookForAlerts();
    api.lookForAlerts();

    JsonNode items = items("/v1/alerts?rule=dead_deliveries&webhook_id=" + webhook);
    assertThat(items).hasSize(1);
    JsonNode alert = items.get(0);
    assertThat(alert.path("state").asString()).isEqualTo("active");
    assertThat(alert.path("severity").asString()).isEqualTo("warning");
    assertThat(alert.path("webhook_id").asString()).isEqualTo(webhook);
    assertThat(alert.path("value").asDouble()).isEqualTo(11);
    assertThat(alert.path("threshold").asDouble()).isEqualTo(10);
    assertThat(alert.path("message").asString()).contains("11 deliveries");
    assertThat(alert.path("resolved_at").isNull()).isTrue();

    api.engine.time.advance(Duration.ofMinutes(62));
    api.lookForAlerts();
    api.engine.time.advance(Duration.ofMinutes(6));
    api.lookForAlerts();
    assertThat(items("/v1/alerts?state=active&rule=dead_deliveries")).isEmpty();
    assertThat(items("/v1/alerts?state=resolved&rule=dead_deliveries")).hasSize(1);
  }

  @Test
  void a_list_goes_on_and_is_bounded_by_times() throws Exception {
    for (int i = 0; i < 3; i++) {
      open(idOf(api.post("/v1/webhooks", TestApi.WEBHOOK)));
      api.lookForAlerts();
      api.engine.time.advance(Duration.ofSeconds(1));
    }
    JsonNode first = api.get("/v1/alerts?limit=2").body();
    assertThat(first.path("items")).hasSize(2);
    JsonNode second =
        api.get("/v1/alerts?limit=2&cursor=" + first.path("next_cursor").asString()).body();
    assertThat(second.path("items")).hasSize(1);
    assertThat(second.path("next_cursor").isNull()).isTrue();

    assertThat(items("/v1/alerts?from=" + api.engine.time.now())).isEmpty();
    assertThat(items("/v1/alerts?to=" + api.engine.time.now())).hasSize(3);
    assertThat(api.get("/v1/alerts?state=pending&rule=no").wrongFields())
        .containsExactly("state", "rule");
  }

  @Test
  void tenants_see_their_own_and_not_what_all_share() throws Exception {
    open(idOf(api.post("/v1/webhooks", TestApi.WEBHOOK)));
    api.put("/v1/alert-rules/queue_depth", "{\"threshold\": 0, \"hold_seconds\": 0}");
    api.post("/v1/events", TestApi.EVENT);
    api.lookForAlerts();

    assertThat(items("/v1/alerts")).hasSize(2);
    assertThat(itemsOf(TenantId.DEFAULT)).hasSize(1);
    assertThat(itemsOf(TestApi.ACME)).isEmpty();
  }

  @Test
  void rules_are_listed_as_they_hold_for_the_server_and_for_a_tenant() throws Exception {
    assertThat(items("/v1/alert-rules")).hasSize(14);
    JsonNode rule = rule("/v1/alert-rules", "success_rate");
    assertThat(rule.path("threshold").asDouble()).isEqualTo(90);
    assertThat(rule.path("set_by").asString()).isEqualTo("default");

    JsonNode changed =
        api.put("/v1/alert-rules/success_rate", "{\"threshold\": 80, \"hold_seconds\": 60}").body();
    assertThat(changed.path("threshold").asDouble()).isEqualTo(80);
    assertThat(changed.path("hold_seconds").asLong()).isEqualTo(60);
    assertThat(changed.path("set_by").asString()).isEqualTo("server");

    var patch =
        api.patch("/v1/alert-rules/success_rate?tenant_id=acme", "{\"enabled\": false}").body();
    assertThat(patch.path("tenant_id").asString()).isEqualTo("acme");
    JsonNode ofAcme = rule("/v1/alert-rules?tenant_id=acme", "success_rate");
    assertThat(ofAcme.path("enabled").asBoolean()).isFalse();
    assertThat(ofAcme.path("threshold").asDouble()).isEqualTo(80);
    assertThat(rule("/v1/alert-rules", "success_rate").path("enabled").asBoolean()).isTrue();

    assertThat(api.delete("/v1/alert-rules/success_rate").status()).isEqualTo(204);
    assertThat(api.delete("/v1/alert-rules/success_rate?tenant_id=acme").status()).isEqualTo(204);
    assertThat(rule("/v1/alert-rules?tenant_id=acme", "success_rate").path("set_by").asString())
        .isEqualTo("default");
  }

  @Test
  void a_tenants_admin_changes_its_own_rules_and_none_of_what_all_share() throws Exception {
    String key = api.keyOf(TestApi.ACME, Role.TENANT_ADMIN);
    assertThat(
            put(key, "/v1/alert-rules/success_rate", "{\"threshold\": 50}")
                .body()
                .path("tenant_id")
                .asString())
        .isEqualTo("acme");
    TestApi.Answer shared = put(key, "/v1/alert-rules/queue_depth", "{\"threshold\": 50}");
    assertThat(shared.status()).isEqualTo(422);
    assertThat(shared.wrongFields()).containsExactly("name");
    assertThat(rule("/v1/alert-rules", "success_rate").path("threshold").asDouble()).isEqualTo(90);
  }

  @Test
  void all_that_is_wrong_with_a_rule_is_named() throws Exception {
    assertThat(api.put("/v1/alert-rules/nothing", "{}").status()).isEqualTo(404);
    assertThat(api.delete("/v1/alert-rules/nothing").status()).isEqualTo(404);
    assertThat(
            api.put(
                    "/v1/alert-rules/success_rate",
                    "{\"enabled\": 1, \"severity\": \"high\", \"hold_seconds\": -1, \"no\": 1}")
                .wrongFields())
        .containsExactlyInAnyOrder("enabled", "severity", "hold_seconds", "no");
    assertThat(
            api.put(
                    "/v1/alert-rules/gone",
                    "{\"threshold\": 5, \"minimum_calls\": 7, \"clear_seconds\": 1}")
                .wrongFields())
        .containsExactly("threshold", "minimum_calls");
    assertThat(api.put("/v1/alert-rules/success_rate", "{\"threshold\": 101}").wrongFields())
        .containsExactly("threshold");
  }

  private void die(int count) throws Exception {
    api.engine.sender.everyReceiver(_ ->
        new Answered(500, Map.of("webhook-delivery", "abort-message"), "", null, Duration.ZERO));
    for (int i = 0; i < count; i++) {
      api.post("/v1/events", TestApi.EVENT);
    }
    api.engine.runDue();
  }

  private void open(String id) {
    Webhook webhook = api.engine.stores.webhooks().find(new WebhookId(id)).orElseThrow();
    api.engine.gates.report(webhook, new CircuitEvent.ForcedOpen(api.engine.time.now(), null));
  }

  private JsonNode items(String path) throws Exception {
    TestApi.Answer answer = api.get(path);
    assertThat(answer.status()).isEqualTo(200);
    return answer.body().path("items");
  }

  private JsonNode itemsOf(TenantId tenant) throws Exception {
    return api.send(api.authorized("/v1/alerts", api.keyOf(tenant, Role.VIEWER)))
        .body()
        .path("items");
  }

  private JsonNode rule(String path, String name) throws Exception {
    return items(path)
        .valueStream()
        .filter(rule -> rule.path("name").asString().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private TestApi.Answer put(String key, String path, String body) throws Exception {
    return api.send(api.authorized(path, key).PUT(BodyPublishers.ofString(body)));
  }

  private static String idOf(TestApi.Answer answer) {
    assertThat(answer.status()).isEqualTo(201);
    return answer.body().path("id").asString();
  }
}
