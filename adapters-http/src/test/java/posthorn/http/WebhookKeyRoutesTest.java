package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.http.TestApi.Answer;
import tools.jackson.databind.JsonNode;

class WebhookKeyRoutesTest {
  /** The seed, public key and thumbprint of RFC 8037, appendix A. */
  private static final String SEED = standard("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A");

  private static final String X = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";
  private static final String THUMBPRINT = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k";

  private static final String OTHER_SEED = standard("A".repeat(43));

  @RegisterExtension final TestApi api = new TestApi();

  @Test
  void anybody_sees_the_public_key_of_a_webhook_that_signs_with_ed25519() throws Exception {
    Answer created = create("\"whsk_" + SEED + "\"");
    Answer answer = keys(idOf(created));

    assertThat(answer.status()).isEqualTo(200);
    JsonNode key = answer.body().path("keys").path(0);
    assertThat(key.path("kty").asString()).isEqualTo("OKP");
    assertThat(key.path("crv").asString()).isEqualTo("Ed25519");
    assertThat(key.path("x").asString()).isEqualTo(X);
    assertThat(key.path("kid").asString()).isEqualTo(THUMBPRINT);
    assertThat(key.path("public_key").asString())
        .isEqualTo("whpk_" + standard(X))
        .isEqualTo(created.body().path("public_key").asString());
    assertThat(answer.body().path("keys")).hasSize(1);
    assertThat(answer.response().body()).doesNotContain("whsk_", SEED, "\"d\"");
    assertThat(answer.response().headers().firstValue("Cache-Control"))
        .contains("public, max-age=300");
  }

  @Test
  void while_secrets_rotate_both_keys_are_there() throws Exception {
    String id = idOf(create("\"whsk_" + SEED + "\""));
    Answer rotated =
        api.post(
            "/v1/webhooks/" + id + "/rotate-secret",
            "{\"secret\": \"whsk_" + OTHER_SEED + "\", \"overlap_seconds\": 3600}");
    String next = rotated.body().path("public_key").asString();

    assertThat(texts(keys(id))).containsExactly(next, "whpk_" + standard(X));
    api.engine.time.advance(Duration.ofHours(1));
    assertThat(texts(keys(id))).containsExactly(next);
  }

  @Test
  void a_key_stays_until_the_shared_secret_that_came_after_it_signs_alone() throws Exception {
    String id = idOf(create("\"whsk_" + SEED + "\""));
    api.post(
        "/v1/webhooks/" + id + "/rotate-secret",
        "{\"secret\": \"a-secret-we-share\", \"overlap_seconds\": 60}");

    assertThat(texts(keys(id))).containsExactly("whpk_" + standard(X));
    api.engine.time.advance(Duration.ofMinutes(1));
    assertThat(keys(id).status()).isEqualTo(404);
  }

  @Test
  void who_rotates_without_a_secret_gets_another_private_key() throws Exception {
    String id = idOf(create("\"whsk_" + SEED + "\""));

    Answer rotated = api.post("/v1/webhooks/" + id + "/rotate-secret", "{\"overlap_seconds\": 60}");

    assertThat(rotated.status()).isEqualTo(200);
    String next = rotated.body().path("public_key").asString();
    assertThat(next).startsWith("whpk_");
    assertThat(texts(keys(id))).containsExactly(next, "whpk_" + standard(X));
    api.engine.time.advance(Duration.ofMinutes(1));
    assertThat(texts(keys(id))).containsExactly(next);
  }

  @Test
  void a_key_that_no_scheme_signs_with_any_more_is_gone() throws Exception {
    String id = idOf(create("\"whsk_" + SEED + "\""));
    api.post("/v1/webhooks/" + id + "/rotate-secret", "{\"secret\": \"a-secret-we-share\"}");
    Answer changed = api.patch("/v1/webhooks/" + id, "{\"signature_schemes\": [\"sha256\"]}");

    assertThat(changed.status()).isEqualTo(200);
    assertThat(keys(id).status()).isEqualTo(404);
  }

  @Test
  void of_all_else_nothing_is_told() throws Exception {
    String shared = idOf(create("\"a-secret-of-my-own\""));
    String removed = idOf(create("\"whsk_" + SEED + "\""));
    api.delete("/v1/webhooks/" + removed);
    Answer none = keys("wh_00000000000000000000000000");

    assertThat(none.status()).isEqualTo(404);
    assertThat(none.code()).isEqualTo("not_found");
    for (String id : List.of(shared, removed, "nonsense", "dlv_00000000000000000000000000")) {
      Answer answer = keys(id);
      assertThat(answer.status()).isEqualTo(404);
      assertThat(answer.body()).isEqualTo(none.body());
      assertThat(answer.response().headers().firstValue("Cache-Control")).contains("no-store");
    }
  }

  private Answer create(String secret) throws Exception {
    Answer created =
        api.post(
            "/v1/webhooks",
            """
            {"url": "http://127.0.0.1:9999/hook", "events": ["user.*"],
             "signature_schemes": ["standard"], "secret": %s}
            """
                .formatted(secret));
    assertThat(created.status()).as(created.response().body()).isEqualTo(201);
    return created;
  }

  private static String idOf(Answer created) {
    return created.body().path("id").asString();
  }

  /** Without a key of the API. */
  private Answer keys(String id) throws Exception {
    return api.send(api.request("/.well-known/webhook-keys/" + id));
  }

  private static List<String> texts(Answer answer) {
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
    return answer
        .body()
        .path("keys")
        .valueStream()
        .map(key -> key.path("public_key").asString())
        .toList();
  }

  private static String standard(String base64Url) {
    return Base64.getEncoder().encodeToString(Base64.getUrlDecoder().decode(base64Url));
  }
}
