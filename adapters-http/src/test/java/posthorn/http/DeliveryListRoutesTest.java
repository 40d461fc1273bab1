package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.http.TestApi.Answer;
import tools.jackson.databind.JsonNode;

class DeliveryListRoutesTest {
  private static final String UNKNOWN = "wh_00000000000000000000000000";

  @RegisterExtension final TestApi api = new TestApi();

  @Test
  void a_list_is_filtered_by_whatever_is_asked_for() throws Exception {
    String webhook = api.post("/v1/webhooks", TestApi.WEBHOOK).body().path("id").asString();
    api.post("/v1/events", TestApi.EVENT);
    api.engine.sender.everyReceiverAnswers(503);
    api.engine.runDue();
    api.engine.time.advance(Duration.ofDays(1));
    String event =
        api.post(
                "/v1/events",
                "{\"event_type\": \"user.deleted\", \"data\": 1, \"session_id\": \"s-1\"}")
            .body()
            .path("event_id")
            .asString();

    assertThat(typesOf("event_type=user.*")).containsExactly("user.deleted", "user.created");
    assertThat(typesOf("event_type=user.created")).containsExactly("user.created");
    assertThat(typesOf("session_id=s-1")).containsExactly("user.deleted");
    assertThat(typesOf("event=" + event)).containsExactly("user.deleted");
    assertThat(typesOf("failure_category=server_error")).containsExactly("user.created");
    assertThat(typesOf("error=503&status=failed")).containsExactly("user.created");
    assertThat(typesOf("error=no+such+thing")).isEmpty();
    assertThat(typesOf("from=2026-01-02")).containsExactly("user.deleted");
    assertThat(typesOf("to=2026-01-02T00:00:00Z")).containsExactly("user.created");
    assertThat(typesOf("webhook=" + webhook + "&limit=1")).containsExactly("user.deleted");
    assertThat(typesOf("webhook=" + UNKNOWN)).isEmpty();
    assertThat(typesOf("offset=1")).containsExactly("user.created");
  }

  @Test
  void a_webhooks_deliveries_are_listed_page_by_page() throws Exception {
    String webhook = api.post("/v1/webhooks", TestApi.WEBHOOK).body().path("id").asString();
    for (int i = 0; i < 3; i++) {
      api.post("/v1/events", TestApi.EVENT);
    }
    String path = "/v1/webhooks/" + webhook + "/deliveries?event_type=user.*&limit=2";

    JsonNode first = api.get(path).body();
    assertThat(first.path("items").size()).isEqualTo(2);
    JsonNode second = api.get(path + "&cursor=" + first.path("next_cursor").asString()).body();
    assertThat(second.path("items").size()).isEqualTo(1);
    assertThat(second.path("next_cursor").isNull()).isTrue();
    assertThat(api.get("/v1/webhooks/" + UNKNOWN + "/deliveries").status()).isEqualTo(404);
    assertThat(api.get(path + "&webhook=" + webhook).wrongFields()).containsExactly("webhook");
  }

  @Test
  void all_that_is_wrong_is_said_at_once() throws Exception {
    Answer answer =
        api.get(
            "/v1/deliveries?cursor=dlv_1&offset=10001&event=x&event_type=.&session_id=&error="
                + "&failure_category=odd&from=yesterday&to=2026-02-30&webhook=x&status=lost");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.wrongFields())
        .containsExactlyInAnyOrder(
            "cursor",
            "offset",
            "event",
            "event_type",
            "session_id",
            "error",
            "failure_category",
            "from",
            "to",
            "webhook",
            "status");
    assertThat(api.get("/v1/deliveries?from=2026-01-02&to=2026-01-01").wrongFields())
        .containsExactly("from");
    assertThat(
            api.get("/v1/deliveries?offset=1&cursor=dlv_00000000000000000000000000~12")
                .wrongFields())
        .containsExactly("offset");
  }

  private List<String> typesOf(String query) throws Exception {
    Answer answer = api.get("/v1/deliveries?" + query);
    assertThat(answer.status()).isEqualTo(200);
    return answer
        .body()
        .path("items")
        .valueStream()
        .map(item -> item.path("event_type").asString())
        .toList();
  }
}
