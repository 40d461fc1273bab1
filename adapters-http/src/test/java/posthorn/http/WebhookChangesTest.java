package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.port.WebhookRequest;
import posthorn.application.testing.ScriptedSender;
import posthorn.http.TestApi.Answer;
import tools.jackson.databind.JsonNode;

class WebhookChangesTest {
  @RegisterExtension final TestApi api = new TestApi();

  @Test
  void a_webhook_is_shown_without_its_secret() throws Exception {
    String path = create(TestApi.WEBHOOK);
    Answer answer = api.get(path);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body().path("url").asString()).isEqualTo("http://127.0.0.1:9999/hook");
    assertThat(answer.body().has("secret")).isFalse();
    assertThat(etag(answer)).isEqualTo("\"1\"");
  }

  @Test
  void webhooks_are_listed_page_by_page_and_by_what_they_want() throws Exception {
    for (String events : List.of("user.*", "order.created", "*")) {
      create("{\"url\": \"http://127.0.0.1:9999/\", \"events\": [\"" + events + "\"]}");
    }
    String inactive =
        create("{\"url\": \"http://127.0.0.1:9998/\", \"events\": [\"*\"], \"active\": false}");

    JsonNode first = api.get("/v1/webhooks?limit=3").body();
    JsonNode rest =
        api.get("/v1/webhooks?limit=3&cursor=" + first.path("next_cursor").asString()).body();
    assertThat(first.path("items")).hasSize(3);
    assertThat(rest.path("items")).hasSize(1);
    assertThat(rest.path("next_cursor").isNull()).isTrue();
    assertThat(api.get("/v1/webhooks?event_type=order.created").body().path("items")).hasSize(3);
    JsonNode off = api.get("/v1/webhooks?active=false").body().path("items");
    assertThat(off.path(0).path("id").asString()).isEqualTo(idOf(inactive));
    assertThat(api.get("/v1/webhooks?active=perhaps&event_type=a+b").wrongFields())
        .containsExactly("active", "event_type");
  }

  @Test
  void what_a_change_does_not_mention_stays_and_null_is_the_default() throws Exception {
    String path =
        create(
            """
            {"url": "http://127.0.0.1:9999/hook", "events": ["user.*"], "name": "first",
             "timeout_ms": 1500, "max_in_flight": 7, "retry_policy": "standard",
             "rate_limit": {"requests_per_minute": 60, "burst": 3},
             "metadata": {"team": "a"}, "headers": {"X-Own": "1"}, "owner_id": "o"}
            """);

    JsonNode changed =
        api.patch(path, "{\"name\": \"second\", \"timeout_ms\": null, \"rate_limit\": null}")
            .body();

    assertThat(changed.path("name").asString()).isEqualTo("second");
    assertThat(changed.path("timeout_ms").isNull()).isTrue();
    assertThat(changed.path("rate_limit").isNull()).isTrue();
    assertThat(changed.path("max_in_flight").asInt()).isEqualTo(7);
    assertThat(changed.path("retry_policy").asString()).isEqualTo("standard");
    assertThat(changed.path("metadata").toString()).isEqualTo("{\"team\":\"a\"}");
    assertThat(changed.path("headers").path("X-Own").asString()).isEqualTo("1");
    assertThat(changed.path("owner_id").asString()).isEqualTo("o");
    assertThat(changed.path("effective_config").path("max_attempts").asInt()).isEqualTo(10);
    assertThat(changed.path("version").asInt()).isEqualTo(2);
    assertThat(api.get(path).body()).isEqualTo(changed);
  }

  @Test
  void a_change_meant_for_another_version_changes_nothing() throws Exception {
    String path = create(TestApi.WEBHOOK);
    Answer first =
        api.send(
            api.authorized(path)
                .header("If-Match", "\"1\"")
                .method("PATCH", BodyPublishers.ofString("{\"name\": \"mine\"}")));
    Answer late =
        api.send(
            api.authorized(path)
                .header("If-Match", "\"1\"")
                .PUT(BodyPublishers.ofString("{\"name\": \"late\"}")));

    assertThat(etag(first)).isEqualTo("\"2\"");
    assertThat(late.status()).isEqualTo(412);
    assertThat(late.code()).isEqualTo("precondition_failed");
    assertThat(api.get(path).body().path("name").asString()).isEqualTo("mine");
  }

  @Test
  void all_that_is_wrong_with_a_change_is_said_at_once() throws Exception {
    String path = create(TestApi.WEBHOOK);
    Answer answer =
        api.patch(
            path,
            """
            {"url": null, "events": [], "timeout_ms": 55001, "retry_policy": "often",
             "retry_config": {"timeout_ms": 30000, "timeout_growth_factor": 2},
             "headers": {"Host": "a", "X-Ok": "b", "X-Bad": "a\\u0007"},
             "filter": {"/data/a": {"above": 1}}, "owner_email": "nobody",
             "payload_format": "xml", "metadata": [], "secret": "not-here-but-by-rotating"}
            """);

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.wrongFields())
        .contains(
            "url",
            "events",
            "timeout_ms",
            "retry_policy",
            "retry_config.timeout_ms",
            "headers.Host",
            "headers.X-Bad",
            "owner_email",
            "payload_format",
            "metadata",
            "secret")
        .doesNotContain("headers.X-Ok")
        .anyMatch(field -> field.startsWith("filter"));
    assertThat(api.get(path).body().path("version").asInt()).isEqualTo(1);
  }

  @Test
  void none_of_its_own_headers_is_there_twice_in_other_letters() throws Exception {
    String twice =
        "{\"url\": \"http://127.0.0.1:9999/\", \"events\": [\"*\"], \"headers\":"
            + " {\"X-Own\": \"1\", \"x-own\": \"2\", \"X-Other\": \"3\"}}";

    Answer refused = api.post("/v1/webhooks", twice);
    assertThat(refused.wrongFields()).containsExactly("headers.x-own");
    assertThat(refused.response().body())
        .contains("is given twice; upper and lower case do not matter");
    assertThat(api.put(create(TestApi.WEBHOOK), twice).wrongFields())
        .containsExactly("headers.x-own");
  }

  @Test
  void none_of_its_own_headers_can_pass_for_a_signature() throws Exception {
    String signed =
        "{\"url\": \"http://127.0.0.1:9999/\", \"events\": [\"*\"], \"headers\":"
            + " {\"x-hub\": \"forged\"}, \"signature_schemes\":"
            + " [{\"scheme\": \"sha256\", \"header\": \"X-Hub\"}]}";

    assertThat(api.post("/v1/webhooks", signed).wrongFields()).containsExactly("headers.x-hub");
  }

  @Test
  void a_deleted_webhook_is_gone_with_its_deliveries() throws Exception {
    String path = create(TestApi.WEBHOOK);
    api.post("/v1/events", TestApi.EVENT);
    String delivery = "/v1/deliveries/" + api.onlyDelivery().id();

    assertThat(api.send(api.authorized(path).DELETE()).status()).isEqualTo(204);
    assertThat(api.get(path).status()).isEqualTo(404);
    assertThat(api.get(delivery).status()).isEqualTo(404);
    assertThat(api.send(api.authorized(path).DELETE()).status()).isEqualTo(404);
    assertThat(api.post("/v1/events", TestApi.EVENT).body().path("deliveries").asInt()).isZero();
  }

  @Test
  void a_filter_has_at_most_16_kib_of_text() throws Exception {
    String frame = "{\"/data/a\": \"%s\"}";
    int room = 16 * 1024 - frame.length() + "%s".length();
    String webhook = "{\"url\": \"http://127.0.0.1:9999/\", \"events\": [\"*\"], \"filter\": %s}";
    String most = webhook.formatted(frame.formatted("x".repeat(room)));
    assertThat(api.post("/v1/webhooks", most).status()).isEqualTo(201);
    String more = webhook.formatted(frame.formatted("x".repeat(room + 1)));
    Answer refused = api.post("/v1/webhooks", more);

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.wrongFields()).containsExactly("filter");
  }

  @Test
  void its_own_headers_filter_and_timeout_are_used() throws Exception {
    create(
        """
        {"url": "http://127.0.0.1:9999/hook", "events": ["*"], "timeout_ms": 1500,
         "headers": {"Authorization": "Basic abc"}, "filter": {"/data/amount": {"gte": 100}}}
        """);
    api.post("/v1/events", "{\"event_type\": \"paid\", \"data\": {\"amount\": 99}}");
    api.post("/v1/events", "{\"event_type\": \"paid\", \"data\": {\"amount\": 100}}");
    api.engine.runDue();

    assertThat(api.engine.sender.sent()).hasSize(1);
    WebhookRequest request = api.engine.sender.sent().getFirst();
    assertThat(request.headers()).containsEntry("Authorization", "Basic abc");
    assertThat(request.timeout()).hasMillis(1500);
  }

  @Test
  void a_header_of_its_own_may_have_an_empty_value() throws Exception {
    String path =
        create(
            """
            {"url": "http://127.0.0.1:9999/hook", "events": ["*"], "headers": {"X-Empty": ""}}
            """);
    api.post("/v1/events", TestApi.EVENT);
    api.engine.runDue();

    assertThat(api.get(path).body().path("headers").path("X-Empty").stringValue()).isEmpty();
    assertThat(api.engine.sender.sent().getFirst().headers()).containsEntry("X-Empty", "");
  }

  @Test
  void the_value_of_a_header_of_its_own_has_at_most_8192_characters() throws Exception {
    String webhook =
        "{\"url\": \"http://127.0.0.1:9999/\", \"events\": [\"*\"], \"headers\": {\"X-A\":"
            + " \"%s\"}}";
    assertThat(api.post("/v1/webhooks", webhook.formatted("v".repeat(8192))).status())
        .isEqualTo(201);
    assertThat(api.post("/v1/webhooks", webhook.formatted("v".repeat(8193))).wrongFields())
        .containsExactly("headers.X-A");
  }

  @Test
  void its_own_retry_policy_is_kept_to() throws Exception {
    create(
        """
        {"url": "http://127.0.0.1:9999/hook", "events": ["*"],
         "retry_config": {"max_attempts": 2, "base_delay_ms": 1000, "backoff_multiplier": 2}}
        """);
    api.engine.sender.everyReceiverAnswers(500);
    api.post("/v1/events", TestApi.EVENT);
    api.engine.runDue();
    api.engine.time.advance(Duration.ofSeconds(3));
    api.engine.runDue();

    assertThat(api.onlyDelivery().state().wireName()).isEqualTo("dead");
    assertThat(api.onlyDelivery().progress().attemptCount()).isEqualTo(2);
  }

  @Test
  void a_url_is_verified_where_asked_for() throws Exception {
    String body =
        "{\"url\": \"http://127.0.0.1:9999/hook\", \"events\": [\"*\"], \"verify_url\": true}";
    Answer refused = api.post("/v1/webhooks", body);
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.wrongFields()).containsExactly("url");

    api.engine.sender.everyReceiver(ScriptedSender::echo);
    assertThat(api.post("/v1/webhooks", body).status()).isEqualTo(201);
  }

  private String create(String body) throws Exception {
    Answer answer = api.post("/v1/webhooks", body);
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(201);
    return answer.response().headers().firstValue("Location").orElseThrow();
  }

  private static String etag(Answer answer) {
    return answer.response().headers().firstValue("ETag").orElseThrow();
  }

  private static String idOf(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
