package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.domain.access.Role;
import posthorn.http.TestApi.Answer;
import tools.jackson.databind.JsonNode;

/** The list of dead letters and their summary. */
class DeadLetterRoutesTest {
  @RegisterExtension final TestApi api = new TestApi();

  private final DeadLetterMaker maker = new DeadLetterMaker(api);
  private String webhook;

  @BeforeEach
  void aWebhook() throws Exception {
    webhook = maker.webhook("*");
  }

  @Test
  void the_dead_are_listed_newest_first_page_by_page() throws Exception {
    String first = maker.die("user.created");
    String second = maker.die("user.created");
    api.post("/v1/events", TestApi.EVENT);

    JsonNode page = get("/v1/dlq?limit=1");
    assertThat(ids(page)).containsExactly(second);
    page = get("/v1/dlq?limit=1&cursor=" + page.path("next_cursor").asString());
    assertThat(ids(page)).containsExactly(first);
    assertThat(page.path("next_cursor").isNull()).isTrue();
    assertThat(ids(get("/v1/dlq?limit=1&offset=1"))).containsExactly(first);

    JsonNode letter = page.path("items").path(0);
    assertThat(letter.path("status").asString()).isEqualTo("dead");
    assertThat(letter.path("dead_reason").asString()).isEqualTo("aborted_by_receiver");
    assertThat(letter.path("failure_category").asString()).isEqualTo("server_error");
    assertThat(letter.path("error_detail").path("message").asString()).contains("500");
    assertThat(letter.path("replayed_at").isNull()).isTrue();
  }

  @Test
  void each_filter_is_heeded() throws Exception {
    String user = maker.die("user.created");
    String order = maker.die("order.paid");

    assertThat(ids(get("/v1/dlq?event_type=order.*"))).containsExactly(order);
    assertThat(ids(get("/v1/dlq?webhook=" + webhook))).containsExactly(order, user);
    assertThat(ids(get("/v1/dlq?failure_category=timeout"))).isEmpty();
    assertThat(ids(get("/v1/dlq?dead_reason=aborted_by_receiver"))).hasSize(2);
    assertThat(ids(get("/v1/dlq?dead_reason=expired"))).isEmpty();
    assertThat(ids(get("/v1/dlq?error=answered%20500"))).hasSize(2);
    assertThat(ids(get("/v1/dlq?from=2099-01-01"))).isEmpty();
    assertThat(ids(get("/v1/dlq?session_id=nobody"))).isEmpty();
  }

  @Test
  void what_was_replayed_is_shown_so() throws Exception {
    String letter = maker.die("user.created");
    api.post("/v1/webhooks/" + webhook + "/deliveries/" + letter + "/retry", "");

    assertThat(get("/v1/dlq").path("items").path(0).path("replayed_at").isNull()).isFalse();
    assertThat(ids(get("/v1/dlq?replayed=false"))).isEmpty();
    assertThat(ids(get("/v1/dlq?replayed=true"))).containsExactly(letter);
    assertThat(get("/v1/dlq/summary").path("items").path(0).path("replayed").asInt()).isEqualTo(1);
  }

  @Test
  void wrong_parameters_are_named() throws Exception {
    Answer answer = api.get("/v1/dlq?dead_reason=bored&replayed=maybe&from=soon&status=dead");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.wrongFields())
        .containsExactlyInAnyOrder("dead_reason", "replayed", "from", "status");
    assertThat(api.get("/v1/dlq?from=2026-01-02&to=2026-01-01").wrongFields())
        .containsExactly("from");
  }

  @Test
  void they_are_grouped() throws Exception {
    maker.die("user.created");
    api.engine.time.advance(Duration.ofMinutes(1));
    String newest = maker.die("user.created");

    JsonNode summary = get("/v1/dlq/summary");
    assertThat(summary.path("total").asInt()).isEqualTo(2);
    assertThat(summary.path("truncated").asBoolean()).isFalse();
    assertThat(summary.path("items").size()).isEqualTo(1);
    JsonNode group = summary.path("items").path(0);
    assertThat(group.path("webhook_id").asString()).isEqualTo(webhook);
    assertThat(group.path("failure_category").asString()).isEqualTo("server_error");
    assertThat(group.path("dead_reason").asString()).isEqualTo("aborted_by_receiver");
    assertThat(group.path("count").asInt()).isEqualTo(2);
    assertThat(group.path("first_at").asString()).isLessThan(group.path("last_at").asString());
    assertThat(group.path("sample_error").asString()).contains("500");
    assertThat(group.path("sample_delivery_id").asString()).isEqualTo(newest);
    assertThat(get("/v1/dlq/summary?event_type=order.*").path("items").size()).isZero();
  }

  @Test
  void another_tenants_are_not_there() throws Exception {
    maker.die("user.created");
    String key = api.keyOf(TestApi.ACME, Role.VIEWER);

    assertThat(ids(api.send(api.authorized("/v1/dlq", key)).body())).isEmpty();
    assertThat(api.send(api.authorized("/v1/dlq/summary", key)).body().path("total").asInt())
        .isZero();
  }

  @Test
  void a_webhooks_health_counts_its_dead_letters_and_offers_their_replay() throws Exception {
    String health = "/v1/webhooks/" + webhook + "/health";
    assertThat(get(health).path("replay_offered").asBoolean()).isFalse();
    maker.die("user.created");

    assertThat(get(health).path("dead_letters").asInt()).isEqualTo(1);
    assertThat(get(health).path("replay_offered").asBoolean()).isTrue();

    api.patch("/v1/webhooks/" + webhook + "/circuit-breaker", "{\"action\": \"force_open\"}");
    assertThat(get(health).path("replay_offered").asBoolean()).isFalse();
    assertThat(get(health).path("dead_letters").asInt()).isEqualTo(1);
  }

  private JsonNode get(String path) throws Exception {
    Answer answer = api.get(path);
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
    return answer.body();
  }

  private static List<String> ids(JsonNode page) {
    return page.path("items").valueStream().map(each -> each.path("id").asString()).toList();
  }
}
