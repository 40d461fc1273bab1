package posthorn.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.port.WebhookRequest;
import posthorn.domain.access.Role;
import posthorn.http.TestApi.Answer;
import tools.jackson.databind.JsonNode;

/** What holds for a tenant's webhooks where they say nothing. */
class TenantDefaultsTest {
  private static final String EVERYTHING =
      """
      {"retry_policy": "standard",
       "retry_config": {"max_attempts": 4, "base_delay_ms": 100, "max_delay_ms": 200,
         "backoff_multiplier": 1.5, "timeout_ms": 900, "timeout_growth_factor": 1.0},
       "retry_delays": null, "max_attempts": 3, "max_age": "36h", "retry_on": "classified", "disable_on_gone": false, "timeout_ms": 700,
       "payload_format": "raw", "signature_schemes": [{"scheme": "sha256", "header": "X-Hub"}],
       "max_in_flight": 9}
      """;

  @RegisterExtension final TestApi api = new TestApi();

  private Answer setDefaults(String defaults) throws Exception {
    return api.patch("/v1/tenants/default", "{\"defaults\": " + defaults + "}");
  }

  private String webhook() throws Exception {
    Answer answer = api.post("/v1/webhooks", TestApi.WEBHOOK);
    assertThat(answer.status()).isEqualTo(201);
    return answer.response().headers().firstValue("Location").orElseThrow();
  }

  private JsonNode effective(String webhook) throws Exception {
    return api.get(webhook).body().path("effective_config");
  }

  private static JsonNode json(String text) {
    return Json.MAPPER.readTree(text);
  }

  @Test
  void a_tenant_shows_the_defaults_that_it_was_given() throws Exception {
    Answer made =
        api.post("/v1/tenants", "{\"name\": \"Globex\", \"defaults\": " + EVERYTHING + "}");

    assertThat(made.status()).isEqualTo(201);
    assertThat(made.body().path("defaults")).isEqualTo(json(EVERYTHING));
    String path = made.response().headers().firstValue("Location").orElseThrow();
    assertThat(api.get(path).body()).isEqualTo(made.body());
  }

  @Test
  void a_change_leaves_what_it_does_not_name_and_null_takes_away() throws Exception {
    setDefaults(EVERYTHING);
    JsonNode changed =
        setDefaults("{\"retry_config\": null, \"max_in_flight\": null, \"max_attempts\": 7}")
            .body()
            .path("defaults");

    assertThat(changed.path("retry_config").isNull()).isTrue();
    assertThat(changed.path("max_in_flight").isNull()).isTrue();
    assertThat(changed.path("max_attempts").asInt()).isEqualTo(7);
    assertThat(changed.path("retry_policy").asString()).isEqualTo("standard");
    assertThat(changed.path("payload_format").asString()).isEqualTo("raw");
    JsonNode renamed = api.patch("/v1/tenants/default", "{\"name\": \"Other\"}").body();
    assertThat(renamed.path("defaults")).isEqualTo(changed);
    JsonNode none = setDefaults("null").body().path("defaults");
    assertThat(none.valueStream()).hasSize(11).allMatch(JsonNode::isNull);
  }

  @Test
  void a_default_holds_for_webhooks_that_were_there_before_it() throws Exception {
    String webhook = webhook();
    setDefaults(EVERYTHING);

    JsonNode shown = api.get(webhook).body();
    for (String own :
        new String[] {"retry_policy", "payload_format", "signature_schemes", "max_in_flight"}) {
      assertThat(shown.path(own).isNull()).as(own).isTrue();
    }
    JsonNode holds = shown.path("effective_config");
    assertThat(holds.path("retry_policy").asString()).isEqualTo("custom");
    assertThat(holds.path("max_attempts").asInt()).isEqualTo(3);
    assertThat(holds.path("retry_on").asString()).isEqualTo("classified");
    assertThat(holds.path("disable_on_gone").asBoolean()).isFalse();
    assertThat(holds.path("timeout_ms").asInt()).isEqualTo(700);
    assertThat(holds.path("payload_format").asString()).isEqualTo("raw");
    assertThat(holds.path("signature_schemes"))
        .isEqualTo(json("[{\"scheme\": \"sha256\", \"header\": \"X-Hub\"}]"));
    assertThat(holds.path("max_in_flight").asInt()).isEqualTo(9);

    WebhookRequest sent = sendOne();
    assertThat(new String(sent.body().bytes(), UTF_8)).isEqualTo("{\"a\": 1}");
    assertThat(sent.headers()).containsKey("X-Hub").doesNotContainKey("webhook-signature");
    assertThat(sent.timeout()).isEqualTo(Duration.ofMillis(700));
    String delivery = "/v1/deliveries/" + api.onlyDelivery().id();
    assertThat(api.get(delivery).body().path("max_attempts").asInt()).isEqualTo(3);
    assertThat(api.get(delivery + "/request").body().path("body").asString())
        .isEqualTo("{\"a\": 1}");

    setDefaults("null");
    assertThat(effective(webhook).path("retry_policy").asString()).isEqualTo("test");
    assertThat(effective(webhook).path("payload_format").asString()).isEqualTo("standard");
    assertThat(effective(webhook).path("signature_schemes").valueStream()).hasSize(2);
  }

  private WebhookRequest sendOne() throws Exception {
    assertThat(api.post("/v1/events", TestApi.EVENT).status()).isEqualTo(202);
    api.engine.runDue();
    return api.engine.sender.sent().getLast();
  }

  @Test
  void what_a_webhook_says_itself_comes_first_until_it_takes_it_back() throws Exception {
    setDefaults(EVERYTHING);
    String webhook = webhook();
    Answer changed =
        api.patch(
            webhook,
            """
            {"retry_policy": "tenant", "payload_format": "event", "max_in_flight": 2,
             "signature_schemes": ["standard"], "timeout_ms": 1200, "disable_on_gone": true}
            """);

    assertThat(changed.status()).isEqualTo(200);
    JsonNode holds = effective(webhook);
    assertThat(holds.path("retry_policy").asString()).isEqualTo("tenant");
    assertThat(holds.path("max_attempts").asInt()).isEqualTo(5);
    assertThat(holds.path("retry_on").asString()).isEqualTo("all");
    assertThat(holds.path("disable_on_gone").asBoolean()).isTrue();
    assertThat(holds.path("timeout_ms").asInt()).isEqualTo(1200);
    assertThat(holds.path("payload_format").asString()).isEqualTo("event");
    assertThat(holds.path("signature_schemes").size()).isEqualTo(1);
    assertThat(holds.path("max_in_flight").asInt()).isEqualTo(2);

    api.patch(
        webhook,
        """
        {"retry_policy": null, "payload_format": null, "max_in_flight": null,
         "signature_schemes": null, "timeout_ms": null, "disable_on_gone": null}
        """);
    assertThat(effective(webhook).path("retry_policy").asString()).isEqualTo("custom");
    assertThat(effective(webhook).path("payload_format").asString()).isEqualTo("raw");
    assertThat(effective(webhook).path("signature_schemes").path(0).path("header").asString())
        .isEqualTo("X-Hub");
  }

  @Test
  void the_older_api_and_a_test_keep_to_the_defaults_too() throws Exception {
    String webhook = webhook();
    setDefaults("{\"timeout_ms\": 700, \"max_attempts\": 3, \"payload_format\": \"raw\"}");
    JsonNode older = api.get(webhook.replace("/v1/", "/api/")).body();

    assertThat(older.path("max_attempts").asInt()).isEqualTo(3);
    assertThat(older.path("timeout_ms").asInt()).isEqualTo(700);
    assertThat(api.post(webhook + "/test", "").status()).isEqualTo(200);
    WebhookRequest sent = api.engine.sender.sent().getLast();
    assertThat(sent.timeout()).isEqualTo(Duration.ofMillis(700));
    assertThat(new String(sent.body().bytes(), UTF_8)).startsWith("{\"message\"");
  }

  @Test
  void all_mistakes_are_named_with_their_whole_paths() throws Exception {
    String wrong =
        """
        {"retry_policy": "nonsense", "retry_config": {"base_delay_ms": 0, "other": 1},
         "retry_delays": ["1s", 2], "max_age": "366d", "max_attempts": 0, "retry_on": 7, "disable_on_gone": "no", "timeout_ms": 55001,
         "payload_format": "xml", "signature_schemes": [{"scheme": "sha256", "headers": "X"}],
         "max_in_flight": 51, "url": "https://example.com/"}
        """;
    Answer changed = setDefaults(wrong);
    Answer made = api.post("/v1/tenants", "{\"name\": \"Globex\", \"defaults\": " + wrong + "}");

    assertThat(changed.status()).isEqualTo(422);
    assertThat(changed.wrongFields())
        .containsExactlyInAnyOrder(
            "defaults.retry_policy",
            "defaults.retry_config.base_delay_ms",
            "defaults.retry_config.other",
            "defaults.retry_config",
            "defaults.retry_delays",
            "defaults.retry_delays[1]",
            "defaults.max_age",
            "defaults.max_attempts",
            "defaults.retry_on",
            "defaults.disable_on_gone",
            "defaults.timeout_ms",
            "defaults.payload_format",
            "defaults.signature_schemes[0].headers",
            "defaults.max_in_flight",
            "defaults.url");
    assertThat(made.wrongFields()).containsExactlyInAnyOrderElementsOf(changed.wrongFields());
    assertThat(setDefaults("7").wrongFields()).containsExactly("defaults");
  }

  @Test
  void a_timeout_that_grows_beyond_the_lease_is_refused() throws Exception {
    Answer answer =
        setDefaults("{\"retry_config\": {\"timeout_ms\": 30000, \"timeout_growth_factor\": 2}}");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.wrongFields()).containsExactly("defaults.retry_config.timeout_ms");
  }

  @Test
  void a_signature_is_put_where_no_webhook_has_a_header_of_its_own() throws Exception {
    String own = TestApi.WEBHOOK.replace("{", "{\"headers\": {\"x-hub\": \"mine\"}, ");
    assertThat(api.post("/v1/webhooks", own).status()).isEqualTo(201);
    Answer refused = setDefaults(EVERYTHING);
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.wrongFields()).containsExactly("defaults.signature_schemes");

    setDefaults("{\"signature_schemes\": [{\"scheme\": \"sha256\", \"header\": \"X-Other\"}]}");
    Answer taken = api.post("/v1/webhooks", own.replace("x-hub", "x-other"));
    assertThat(taken.status()).isEqualTo(422);
    assertThat(taken.wrongFields()).containsExactly("headers.x-other");
  }

  @Test
  void a_webhook_with_a_private_key_names_its_schemes_itself() throws Exception {
    setDefaults("{\"signature_schemes\": [\"standard\"]}");
    String keyed =
        TestApi.WEBHOOK.replace(
            "{", "{\"secret\": \"whsk_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\", ");
    Answer silent = api.post("/v1/webhooks", keyed);
    Answer named =
        api.post("/v1/webhooks", keyed.replace("{", "{\"signature_schemes\": [\"standard\"], "));

    assertThat(silent.status()).isEqualTo(422);
    assertThat(silent.wrongFields()).containsExactly("signature_schemes");
    assertThat(named.status()).isEqualTo(201);
  }

  @Test
  void only_operators_change_them_and_they_are_one_tenants_alone() throws Exception {
    String webhook = webhook();
    api.patch("/v1/tenants/acme", "{\"defaults\": " + EVERYTHING + "}");

    assertThat(effective(webhook).path("payload_format").asString()).isEqualTo("standard");
    String admin = api.keyOf(TestApi.ACME, Role.TENANT_ADMIN);
    assertThat(
            api.send(
                    api.authorized("/v1/tenants/acme", admin)
                        .method("PATCH", BodyPublishers.ofString("{\"defaults\": null}")))
                .status())
        .isEqualTo(403);
  }
}
