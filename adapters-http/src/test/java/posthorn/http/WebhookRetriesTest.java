package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.http.TestApi.Answer;
import tools.jackson.databind.JsonNode;

/** Delays, attempts and the longest age, of a webhook and of its tenant, and what they come to. */
class WebhookRetriesTest {
  private static final String DELAYS = "{\"retry_delays\": [\"30s\", \"2m\", \"1h\", \"1d\"]}";

  @RegisterExtension final TestApi api = new TestApi();

  private Answer post(String fields) throws Exception {
    return api.post("/v1/webhooks", TestApi.WEBHOOK.replaceFirst("\\{", "{" + fields + ", "));
  }

  private String webhook(String fields) throws Exception {
    Answer answer = post(fields);
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(201);
    return answer.response().headers().firstValue("Location").orElseThrow();
  }

  private Answer setDefaults(String defaults) throws Exception {
    return api.patch("/v1/tenants/default", "{\"defaults\": " + defaults + "}");
  }

  private JsonNode effective(String webhook) throws Exception {
    return api.get(webhook).body().path("effective_config");
  }

  private static JsonNode json(String text) {
    return Json.MAPPER.readTree(text);
  }

  private static List<Integer> delaysOf(JsonNode effective) {
    return effective
        .path("retry_schedule")
        .valueStream()
        .map(wait -> wait.path("delay_seconds").asInt())
        .toList();
  }

  @Test
  void a_webhook_has_delays_attempts_and_an_age_of_its_own() throws Exception {
    String webhook =
        webhook(
            """
            "retry_delays": ["90s", "1500ms", "1s"], "max_attempts": 5, "max_age": "36h"
            """);

    JsonNode shown = api.get(webhook).body();
    assertThat(shown.path("retry_delays")).isEqualTo(json("[\"90s\", \"1500ms\", \"1s\"]"));
    assertThat(shown.path("max_attempts").asInt()).isEqualTo(5);
    assertThat(shown.path("max_age").asString()).isEqualTo("36h");
    JsonNode holds = shown.path("effective_config");
    assertThat(holds.path("retry_schedule"))
        .isEqualTo(
            json(
                """
                [{"after_attempt": 1, "delay_seconds": 90,
                  "at_least_seconds": 90, "at_most_seconds": 90},
                 {"after_attempt": 2, "delay_seconds": 1.5,
                  "at_least_seconds": 1.5, "at_most_seconds": 1.5},
                 {"after_attempt": 3, "delay_seconds": 1,
                  "at_least_seconds": 1, "at_most_seconds": 1},
                 {"after_attempt": 4, "delay_seconds": 1,
                  "at_least_seconds": 1, "at_most_seconds": 1}]
                """));
    assertThat(holds.path("given_up_after_seconds"))
        .isEqualTo(json("{\"at_least\": 93.5, \"at_most\": 93.5}"));
    assertThat(holds.path("max_age").asString()).isEqualTo("36h");
    for (String own : List.of("retry_delays", "max_attempts", "max_age")) {
      assertThat(holds.path("sources").path(own).asString()).as(own).isEqualTo("webhook");
    }
    assertThat(holds.path("sources").path("retry_policy").asString()).isEqualTo("server");
  }

  @Test
  void a_list_of_delays_leaves_the_policys_attempts_and_repeats_its_last() throws Exception {
    String webhook = webhook("\"retry_policy\": \"standard\", \"retry_delays\": [\"1s\", \"2s\"]");

    JsonNode holds = effective(webhook);
    assertThat(holds.path("retry_policy").asString()).isEqualTo("standard");
    assertThat(holds.path("max_attempts").asInt()).isEqualTo(10);
    assertThat(delaysOf(holds)).containsExactly(1, 2, 2, 2, 2, 2, 2, 2, 2);
    assertThat(holds.path("retry_jitter").asDouble()).isZero();
  }

  @Test
  void a_change_leaves_what_it_does_not_name_and_null_takes_away() throws Exception {
    String webhook =
        webhook("\"retry_delays\": [\"1s\"], \"max_attempts\": 2, \"max_age\": \"1d\"");
    JsonNode changed = api.patch(webhook, "{\"max_attempts\": null}").body();

    assertThat(changed.path("retry_delays")).isEqualTo(json("[\"1s\"]"));
    assertThat(changed.path("max_attempts").isNull()).isTrue();
    assertThat(changed.path("max_age").asString()).isEqualTo("1d");
    JsonNode none = api.put(webhook, "{\"retry_delays\": null, \"max_age\": null}").body();
    assertThat(none.path("retry_delays").isNull()).isTrue();
    assertThat(none.path("effective_config").path("max_age").asString()).isEqualTo("7d");
    assertThat(delaysOf(none.path("effective_config"))).containsExactly(30, 120, 600, 3600);
  }

  @Test
  void a_tenants_delays_hold_until_the_webhook_has_its_own() throws Exception {
    String webhook = webhook("\"name\": \"mine\"");
    JsonNode defaults =
        setDefaults("{\"retry_delays\": [\"5s\"], \"max_attempts\": 3, \"max_age\": \"2h\"}")
            .body()
            .path("defaults");

    assertThat(defaults.path("retry_delays")).isEqualTo(json("[\"5s\"]"));
    assertThat(defaults.path("max_age").asString()).isEqualTo("2h");
    JsonNode holds = effective(webhook);
    assertThat(delaysOf(holds)).containsExactly(5, 5);
    assertThat(holds.path("max_age_ms").asLong()).isEqualTo(Duration.ofHours(2).toMillis());
    for (String said : List.of("retry_delays", "max_attempts", "max_age")) {
      assertThat(holds.path("sources").path(said).asString()).as(said).isEqualTo("tenant");
    }

    api.patch(webhook, "{\"retry_delays\": [\"7s\"]}");
    assertThat(delaysOf(effective(webhook))).containsExactly(7, 7);
    assertThat(effective(webhook).path("sources").path("retry_delays").asString())
        .isEqualTo("webhook");
    assertThat(effective(webhook).path("sources").path("max_attempts").asString())
        .isEqualTo("tenant");
  }

  @Test
  void a_webhooks_delays_may_replace_those_of_its_tenants_retry_config() throws Exception {
    setDefaults("{\"retry_config\": {\"max_attempts\": 3}}");
    String webhook = webhook("\"retry_delays\": [\"5s\"]");

    assertThat(delaysOf(effective(webhook))).containsExactly(5, 5);
    assertThat(effective(webhook).path("sources").path("retry_policy").asString())
        .isEqualTo("tenant");
  }

  @Test
  void jitter_minimums_and_when_a_delivery_is_given_up_are_told() throws Exception {
    JsonNode standard = effective(webhook("\"retry_policy\": \"standard\""));
    assertThat(standard.path("retry_jitter").asDouble()).isEqualTo(0.2);
    assertThat(standard.path("retry_schedule").path(0))
        .isEqualTo(
            json(
                """
                {"after_attempt": 1, "delay_seconds": 5,
                 "at_least_seconds": 4, "at_most_seconds": 6}
                """));
    assertThat(standard.path("category_minimums").isEmpty()).isTrue();

    JsonNode consensus = effective(webhook("\"retry_policy\": \"consensus\""));
    assertThat(consensus.path("category_minimums"))
        .isEqualTo(json("{\"timeout\": 2, \"dns\": 5, \"rate_limit\": 60}"));
    assertThat(consensus.path("given_up_after_seconds"))
        .isEqualTo(json("{\"at_least\": 22.5, \"at_most\": 37.5}"));
  }

  @Test
  void the_schedule_ends_where_the_next_wait_would_end_after_the_longest_age() throws Exception {
    JsonNode holds = effective(webhook("\"max_age\": \"15m\""));

    assertThat(delaysOf(holds)).containsExactly(30, 120, 600);
    assertThat(holds.path("given_up_after_seconds"))
        .isEqualTo(json("{\"at_least\": 750, \"at_most\": 750}"));
  }

  @Test
  void each_mistake_is_named_with_the_place_in_the_list() throws Exception {
    Answer answer =
        post(
            """
            "retry_delays": ["1s", 2, "soon", "31d", null, "-1s", ["1s"], "30d"],
            "max_attempts": 101, "max_age": "0s"
            """);

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.wrongFields())
        .containsExactlyInAnyOrder(
            "retry_delays[1]",
            "retry_delays[2]",
            "retry_delays[3]",
            "retry_delays[4]",
            "retry_delays[5]",
            "retry_delays[6]",
            "max_attempts",
            "max_age");
    assertThat(answer.response().body()).contains("must be a duration from 1s to 30d such as 30s");
    for (String wrong :
        List.of(
            "\"retry_delays\": []",
            "\"retry_delays\": \"30s\"",
            "\"retry_delays\": " + json(Collections.nCopies(101, "\"1s\"").toString()))) {
      assertThat(post(wrong).wrongFields()).containsExactly("retry_delays");
    }
    for (String wrong : List.of("7", "\"366d\"", "\"999ms\"", "\"\"")) {
      assertThat(post("\"max_age\": " + wrong).wrongFields()).containsExactly("max_age");
    }
  }

  @Test
  void a_delay_below_a_second_is_refused_for_webhooks_and_tenants() throws Exception {
    String tooShort = "\"retry_delays\": [\"1s\", \"0s\", \"999ms\", \"1000ms\"]";

    Answer webhooks = post(tooShort);
    assertThat(webhooks.status()).isEqualTo(422);
    assertThat(webhooks.wrongFields()).containsExactly("retry_delays[1]", "retry_delays[2]");
    assertThat(webhooks.response().body())
        .contains("must be a duration from 1s to 30d such as 30s");
    assertThat(setDefaults("{" + tooShort + "}").wrongFields())
        .containsExactly("defaults.retry_delays[1]", "defaults.retry_delays[2]");
  }

  @Test
  void an_unknown_field_of_a_retry_config_is_refused_with_those_it_has() throws Exception {
    Answer refused = post("\"retry_config\": {\"first_delay_ms\": 5}");
    assertThat(refused.wrongFields()).containsExactly("retry_config.first_delay_ms");
    assertThat(refused.body().at("/errors/0/message").asString())
        .isEqualTo(
            "is not a field of 'retry_config', which has backoff_multiplier, base_delay_ms,"
                + " max_attempts, max_delay_ms, timeout_growth_factor, timeout_ms");
    assertThat(post("\"retries\": 5").body().at("/errors/0/message").asString())
        .isEqualTo("is not a field of this request");
  }

  @Test
  void delays_beside_a_retry_config_contradict_each_other() throws Exception {
    Answer both = post("\"retry_delays\": [\"1s\"], \"retry_config\": {}");
    assertThat(both.status()).isEqualTo(422);
    assertThat(both.wrongFields()).containsExactlyInAnyOrder("retry_delays", "retry_config");

    Answer tenants = setDefaults("{\"retry_delays\": [\"1s\"], \"retry_config\": {}}");
    assertThat(tenants.wrongFields())
        .containsExactlyInAnyOrder("defaults.retry_delays", "defaults.retry_config");
  }

  @Test
  void delays_that_contradict_a_stored_retry_config_are_refused_with_how_to_remove_that()
      throws Exception {
    String webhook = webhook("\"retry_config\": {}");
    Answer refused = api.patch(webhook, DELAYS);

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.wrongFields()).containsExactly("retry_delays");
    assertThat(refused.response().body())
        .contains(
            "contradicts the stored retry_config: to remove that, send \\\"retry_config\\\": null"
                + " too");
    Answer replaced = api.patch(webhook, DELAYS.replaceFirst("\\{", "{\"retry_config\": null, "));
    assertThat(replaced.status()).isEqualTo(200);
    assertThat(delaysOf(replaced.body().path("effective_config")))
        .containsExactly(30, 120, 3600, 86400);

    Answer back = api.patch(webhook, "{\"retry_config\": {}}");
    assertThat(back.wrongFields()).containsExactly("retry_config");
    assertThat(back.response().body()).contains("the stored retry_delays");
  }

  @Test
  void a_tenants_stored_retry_config_is_contradicted_too_along_with_all_other_mistakes()
      throws Exception {
    setDefaults("{\"retry_config\": {}}");
    Answer refused =
        api.patch(
            "/v1/tenants/default",
            "{\"name\": 7, \"defaults\": " + DELAYS.replace("}", ", \"max_age\": 1}") + "}");

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.wrongFields())
        .containsExactlyInAnyOrder("name", "defaults.retry_delays", "defaults.max_age");
    assertThat(setDefaults(DELAYS.replaceFirst("\\{", "{\"retry_config\": null, ")).status())
        .isEqualTo(200);
  }

  @Test
  void the_alias_takes_them_too_and_keeps_those_it_does_not_name() throws Exception {
    String webhook = webhook("\"retry_delays\": [\"5s\"], \"max_age\": \"1d\"");
    String alias = webhook.replace("/v1/", "/api/");

    assertThat(api.put(alias, "{\"max_attempts\": 2}").body().path("max_attempts").asInt())
        .isEqualTo(2);
    assertThat(delaysOf(effective(webhook))).containsExactly(5);
    assertThat(api.get(webhook).body().path("max_age").asString()).isEqualTo("1d");
    assertThat(api.put(alias, "{\"retry_delays\": [\"6s\"]}").status()).isEqualTo(200);
    assertThat(delaysOf(effective(webhook))).containsExactly(6);
    assertThat(api.put(alias, "{\"max_attempts\": null}").body().path("max_attempts").asInt())
        .isEqualTo(5);
  }
}
