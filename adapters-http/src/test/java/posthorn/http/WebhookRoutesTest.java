package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.http.TestApi.Answer;
import tools.jackson.databind.JsonNode;

class WebhookRoutesTest {
  @RegisterExtension final TestApi api = new TestApi();

  @Test
  void a_webhook_is_created_and_its_secret_shown() throws Exception {
    Answer answer = api.post("/v1/webhooks", TestApi.WEBHOOK);

    assertThat(answer.status()).isEqualTo(201);
    JsonNode webhook = answer.body();
    assertThat(webhook.path("id").asString()).startsWith("wh_");
    assertThat(webhook.path("secret").asString()).startsWith("whsec_");
    assertThat(webhook.path("tenant_id").asString()).isEqualTo("default");
    assertThat(answer.response().headers().firstValue("Location"))
        .contains("/v1/webhooks/" + webhook.path("id").asString());
  }

  @Test
  void a_webhook_may_choose_its_secret_and_schemes() throws Exception {
    Answer answer =
        api.post(
            "/v1/webhooks",
            """
            {"url": "http://127.0.0.1:9999/hook", "events": ["*"], "name": "mine",
             "secret": "a-secret-of-my-own",
             "signature_schemes":
               ["standard", {"scheme": "sha256", "header": "X-Observatory-Signature"}]}
            """);

    assertThat(answer.status()).isEqualTo(201);
    assertThat(answer.body().path("secret").asString()).isEqualTo("a-secret-of-my-own");
    assertThat(answer.body().path("signature_schemes").toString())
        .isEqualTo(
            "[{\"scheme\":\"standard\",\"header\":\"webhook-signature\"},"
                + "{\"scheme\":\"sha256\",\"header\":\"X-Observatory-Signature\"}]");
  }

  @Test
  void all_that_is_wrong_with_a_webhook_is_said_at_once() throws Exception {
    Answer answer =
        api.post(
            "/v1/webhooks",
            """
            {"url": 7, "events": ["a b"], "secret": "short", "nonsense": 1,
             "signature_schemes": ["sha256", "timestamped", "unheard-of"]}
            """);

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.code()).isEqualTo("validation_failed");
    assertThat(answer.wrongFields())
        .contains("url", "events", "secret", "signature_schemes", "nonsense");
    assertThat(answer.response().headers().firstValue("Content-Type"))
        .contains("application/problem+json");
  }

  @Test
  void a_url_that_webhooks_may_not_have_is_refused() throws Exception {
    Answer answer =
        api.post("/v1/webhooks", "{\"url\": \"http://10.0.0.1/\", \"events\": [\"*\"]}");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.wrongFields()).containsExactly("url");
    assertThat(answer.body().toString()).contains("10.0.0.1");
  }

  @Test
  void a_url_whose_name_leads_where_webhooks_may_not_go_is_refused() throws Exception {
    String inward = "{\"url\": \"https://" + TestApi.INWARD + "/\", \"events\": [\"*\"]}";
    Answer created = api.post("/v1/webhooks", inward);
    assertThat(created.status()).isEqualTo(422);
    assertThat(created.wrongFields()).containsExactly("url");
    assertThat(created.body().toString()).contains("resolves to an address that is not allowed");

    String id = api.post("/v1/webhooks", TestApi.WEBHOOK).body().path("id").asString();
    Answer changed = api.patch("/v1/webhooks/" + id, inward);
    assertThat(changed.status()).isEqualTo(422);
    assertThat(changed.wrongFields()).containsExactly("url");
  }

  @Test
  void a_webhook_that_says_nothing_gets_the_defaults() throws Exception {
    JsonNode webhook = api.post("/v1/webhooks", TestApi.WEBHOOK).body();

    assertThat(webhook.path("active").asBoolean()).isTrue();
    assertThat(webhook.path("status").asString()).isEqualTo("active");
    assertThat(webhook.path("effective_config"))
        .isEqualTo(
            Json.MAPPER.readTree(
                """
                {"retry_policy": "test", "max_attempts": 5, "retry_on": "all", "disable_on_gone": true,
                 "timeout_ms": 30000, "timeout_growth_factor": 1.0, "max_age_ms": 604800000,
                 "max_age": "7d", "retry_jitter": 0.0, "category_minimums": {},
                 "retry_schedule": [
                   {"after_attempt": 1, "delay_seconds": 30,
                    "at_least_seconds": 30, "at_most_seconds": 30},
                   {"after_attempt": 2, "delay_seconds": 120,
                    "at_least_seconds": 120, "at_most_seconds": 120},
                   {"after_attempt": 3, "delay_seconds": 600,
                    "at_least_seconds": 600, "at_most_seconds": 600},
                   {"after_attempt": 4, "delay_seconds": 3600,
                    "at_least_seconds": 3600, "at_most_seconds": 3600}],
                 "given_up_after_seconds": {"at_least": 4350, "at_most": 4350},
                 "payload_format": "standard",
                 "signature_schemes": [{"scheme": "standard", "header": "webhook-signature"},
                   {"scheme": "timestamped", "header": "X-Webhook-Signature"}],
                 "max_in_flight": 5, "rate_limit": null,
                 "ordering_guarantee": "none", "on_head_failure": "block",
                 "circuit_breaker_config":
                   {"enabled": true, "error_threshold_percentage": 50, "minimum_throughput": 10,
                    "window_size_ms": 60000, "sleep_window_ms": 30000, "half_open_max_calls": 3,
                    "force_open_until": null},
                 "sources": %s}
                """
                    .formatted(sources("server"))));
  }

  /** Where its values come from, if that is so of what it says of its flow. */
  private static String sources(String flow) {
    return """
    {"retry_policy": "server", "retry_delays": "server", "max_attempts": "server",
     "max_age": "server", "retry_on": "server", "disable_on_gone": "server",
     "timeout_ms": "server", "timeout_growth_factor": "server", "max_in_flight": "%1$s",
     "rate_limit": "%1$s", "ordering_guarantee": "%1$s", "on_head_failure": "%1$s",
     "circuit_breaker_config": "%1$s", "payload_format": "server",
     "signature_schemes": "server"}
    """
        .formatted(flow);
  }

  @Test
  void a_webhook_may_say_how_its_deliveries_leave() throws Exception {
    String circuit =
        """
        {"enabled": false, "error_threshold_percentage": 20, "minimum_throughput": 4,
         "window_size_ms": 1000, "sleep_window_ms": 2000, "half_open_max_calls": 1,
         "force_open_until": "2026-02-01T00:00:00Z"}
        """;
    Answer answer =
        webhook(
            """
            "active": false, "max_in_flight": 50,
            "rate_limit": {"requests_per_minute": 60, "burst": 1},
            "ordering_guarantee": "strict", "on_head_failure": "skip",
            "circuit_breaker_config":
            """
                + circuit);

    assertThat(answer.status()).isEqualTo(201);
    assertThat(answer.body().path("active").asBoolean()).isFalse();
    assertThat(answer.body().path("status").asString()).isEqualTo("inactive");
    assertThat(answer.body().path("effective_config"))
        .isEqualTo(
            Json.MAPPER.readTree(
                """
                {"retry_policy": "test", "max_attempts": 5, "retry_on": "all", "disable_on_gone": true,
                 "timeout_ms": 30000, "timeout_growth_factor": 1.0, "max_age_ms": 604800000,
                 "max_age": "7d", "retry_jitter": 0.0, "category_minimums": {},
                 "retry_schedule": [
                   {"after_attempt": 1, "delay_seconds": 30,
                    "at_least_seconds": 30, "at_most_seconds": 30},
                   {"after_attempt": 2, "delay_seconds": 120,
                    "at_least_seconds": 120, "at_most_seconds": 120},
                   {"after_attempt": 3, "delay_seconds": 600,
                    "at_least_seconds": 600, "at_most_seconds": 600},
                   {"after_attempt": 4, "delay_seconds": 3600,
                    "at_least_seconds": 3600, "at_most_seconds": 3600}],
                 "given_up_after_seconds": {"at_least": 4350, "at_most": 4350},
                 "payload_format": "standard",
                 "signature_schemes": [{"scheme": "standard", "header": "webhook-signature"},
                   {"scheme": "timestamped", "header": "X-Webhook-Signature"}],
                 "max_in_flight": 50,
                 "rate_limit": {"requests_per_minute": 60, "burst": 1},
                 "ordering_guarantee": "strict", "on_head_failure": "skip",
                 "circuit_breaker_config": %s, "sources": %s}
                """
                    .formatted(circuit, sources("webhook"))));
  }

  @Test
  void what_a_nested_object_leaves_out_is_the_default_and_null_is_absent() throws Exception {
    Answer answer =
        webhook(
            """
            "rate_limit": {"burst": 7}, "circuit_breaker_config": {"enabled": null},
            "max_in_flight": null, "active": null
            """);

    JsonNode config = answer.body().path("effective_config");
    assertThat(config.path("rate_limit").path("requests_per_minute").asInt()).isEqualTo(100);
    assertThat(config.path("rate_limit").path("burst").asInt()).isEqualTo(7);
    assertThat(config.path("circuit_breaker_config").path("enabled").asBoolean()).isTrue();
    assertThat(config.path("max_in_flight").asInt()).isEqualTo(5);
  }

  @Test
  void all_that_is_wrong_in_nested_objects_is_said_at_once() throws Exception {
    Answer answer =
        webhook(
            """
            "active": "yes", "max_in_flight": 51, "ordering_guarantee": "most", "on_head_failure": 1,
            "rate_limit": {"requests_per_minute": 0, "burst": 1.5, "per_hour": 1},
            "circuit_breaker_config":
              {"enabled": 1, "minimum_throughput": 0, "force_open_until": "soon", "colour": "red"},
            "signature_schemes": [{"scheme": "sha256", "headers": "X-Mine"}]
            """);

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.wrongFields())
        .containsExactlyInAnyOrder(
            "active",
            "max_in_flight",
            "ordering_guarantee",
            "on_head_failure",
            "rate_limit.requests_per_minute",
            "rate_limit.burst",
            "rate_limit.per_hour",
            "circuit_breaker_config.enabled",
            "circuit_breaker_config.minimum_throughput",
            "circuit_breaker_config.force_open_until",
            "circuit_breaker_config.colour",
            "signature_schemes[0].headers");
  }

  @Test
  void more_at_once_than_the_operator_allows_is_refused_with_how_many_are() throws Exception {
    Answer answer = webhook("\"max_in_flight\": 51");

    assertThat(answer.wrongFields()).containsExactly("max_in_flight");
    assertThat(answer.body().toString()).contains("between 1 and 50");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"rate_limit\": 60",
        "\"rate_limit\": []",
        "\"max_in_flight\": \"5\"",
        "\"max_in_flight\": 0",
        "\"max_in_flight\": 99999999999999999999",
        "\"signature_schemes\": []",
        "\"signature_schemes\": \"sha256\"",
        "\"circuit_breaker_config\": {\"force_open_until\": \"+1000000000-12-31T00:00:00Z\"}"
      })
  void each_field_has_its_one_kind_of_value(String field) throws Exception {
    assertThat(webhook(field).wrongFields()).hasSize(1);
  }

  private Answer webhook(String moreFields) throws Exception {
    return api.post(
        "/v1/webhooks",
        "{\"url\": \"http://127.0.0.1:9999/hook\", \"events\": [\"*\"], " + moreFields + "}");
  }
}
