package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.port.WebhookRequest;
import posthorn.http.TestApi.Answer;
import tools.jackson.databind.JsonNode;

class WebhookActionsTest {
  @RegisterExtension final TestApi api = new TestApi();

  private String path = "";
  private String secret = "";

  @BeforeEach
  void create() throws Exception {
    Answer answer = api.post("/v1/webhooks", TestApi.WEBHOOK);
    path = answer.response().headers().firstValue("Location").orElseThrow();
    secret = answer.body().path("secret").asString();
  }

  @Test
  void after_a_rotation_both_secrets_sign_until_the_overlap_is_over() throws Exception {
    Answer rotated = api.post(path + "/rotate-secret", "{\"overlap_seconds\": 3600}");

    assertThat(rotated.status()).isEqualTo(200);
    assertThat(rotated.body().path("secret").asString()).startsWith("whsec_").isNotEqualTo(secret);
    assertThat(signatures()).hasSize(2);
    api.engine.time.advance(Duration.ofHours(1));
    assertThat(signatures()).hasSize(1);
    assertThat(api.get(path).body().has("secret")).isFalse();
  }

  @Test
  void a_rotation_needs_no_body_and_refuses_the_present_secret() throws Exception {
    assertThat(api.post(path + "/rotate-secret", "").status()).isEqualTo(200);
    Answer same = api.post(path + "/rotate-secret", "{\"secret\": \"a-secret-of-my-own\"}");
    Answer again = api.post(path + "/rotate-secret", "{\"secret\": \"a-secret-of-my-own\"}");

    assertThat(same.status()).isEqualTo(200);
    assertThat(again.status()).isEqualTo(422);
    assertThat(again.wrongFields()).containsExactly("secret");
    assertThat(api.post(path + "/rotate-secret", "{\"overlap_seconds\": -1}").wrongFields())
        .containsExactly("overlap_seconds");
  }

  private List<String> signatures() throws Exception {
    api.post("/v1/events", TestApi.EVENT);
    api.engine.runDue();
    var headers = api.engine.sender.sent().getLast().headers();
    return List.of(headers.getOrDefault("webhook-signature", "").split(" ", -1));
  }

  @Test
  void a_test_sends_a_signed_example_and_leaves_nothing_behind() throws Exception {
    api.engine.sender.everyReceiverAnswers(418);
    Answer tested = api.post(path + "/test", "{\"event_type\": \"user.created\"}");

    assertThat(tested.status()).isEqualTo(200);
    assertThat(tested.body().path("http_status_code").asInt()).isEqualTo(418);
    assertThat(tested.body().path("status").asString()).isEqualTo("exhausted");
    WebhookRequest sent = api.engine.sender.sent().getFirst();
    assertThat(sent.headers())
        .containsKeys("webhook-signature", "X-Webhook-Signature")
        .containsEntry("X-Webhook-Event", "user.created");
    assertThat(api.get("/v1/deliveries").body().path("items")).isEmpty();
    assertThat(api.post(path + "/test", "").body().path("http_status_code").asInt()).isEqualTo(418);
  }

  @Test
  void while_it_is_paused_its_deliveries_wait() throws Exception {
    assertThat(api.post(path + "/pause", "").body().path("status").asString()).isEqualTo("paused");
    api.post("/v1/events", TestApi.EVENT);
    api.engine.runDue();
    assertThat(api.engine.sender.sent()).isEmpty();

    assertThat(api.post(path + "/resume", "").body().path("status").asString()).isEqualTo("active");
    api.engine.time.advance(Duration.ofSeconds(30));
    api.engine.runDue();
    assertThat(api.engine.sender.sent()).hasSize(1);
  }

  @Test
  void one_that_is_not_active_cannot_be_paused_but_resumed() throws Exception {
    api.patch(path, "{\"active\": false}");

    assertThat(api.post(path + "/pause", "").code()).isEqualTo("not_active");
    assertThat(api.post(path + "/resume", "").status()).isEqualTo(200);
  }

  @Test
  void a_circuit_is_forced_open_and_reset_by_a_person() throws Exception {
    JsonNode open = control("{\"action\": \"force_open\", \"duration_seconds\": 60}").body();
    assertThat(open.path("state").asString()).isEqualTo("open");
    assertThat(open.path("forced").asBoolean()).isTrue();
    assertThat(open.path("webhook_id").asString())
        .isEqualTo(path.substring("/v1/webhooks/".length()));
    api.post("/v1/events", TestApi.EVENT);
    api.engine.runDue();
    assertThat(api.engine.sender.sent()).isEmpty();

    assertThat(control("{\"action\": \"reset\"}").body().path("state").asString())
        .isEqualTo("closed");
    assertThat(api.get(path + "/circuit-breaker").body().path("state").asString())
        .isEqualTo("closed");
    api.engine.time.advance(Duration.ofSeconds(60));
    api.engine.runDue();
    assertThat(api.engine.sender.sent()).hasSize(1);
  }

  @Test
  void what_is_wrong_with_an_action_is_said() throws Exception {
    assertThat(control("{\"action\": \"explode\", \"duration_seconds\": 0}").wrongFields())
        .containsExactly("action", "duration_seconds");
    assertThat(control("{}").wrongFields()).containsExactly("action");
  }

  @Test
  void nothing_can_be_done_with_what_is_not_there() throws Exception {
    String nobody = "/v1/webhooks/wh_00000000000000000000000000";
    for (String action : List.of("rotate-secret", "test", "pause", "resume")) {
      assertThat(api.post(nobody + "/" + action, "").status()).isEqualTo(404);
    }
    assertThat(api.get(nobody + "/circuit-breaker").status()).isEqualTo(404);
  }

  private Answer control(String body) throws Exception {
    return api.patch(path + "/circuit-breaker", body);
  }
}
