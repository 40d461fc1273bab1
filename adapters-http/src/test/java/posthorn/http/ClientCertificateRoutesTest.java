package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.port.WebhookRequest;
import posthorn.application.testing.ClientCertificates;
import posthorn.application.testing.ScriptedSender;
import posthorn.domain.webhook.ClientCertificate;
import posthorn.http.TestApi.Answer;
import tools.jackson.databind.JsonNode;

class ClientCertificateRoutesTest {
  private static final ClientCertificate ONE = ClientCertificates.ONE;

  @RegisterExtension final TestApi api = new TestApi();

  @Test
  void a_certificate_is_shown_without_its_key_and_stays_until_it_is_taken_away() throws Exception {
    Answer created = api.post("/v1/webhooks", webhookWith(ONE.chain(), ONE.privateKey()));
    assertThat(created.status()).isEqualTo(201);
    String path = "/v1/webhooks/" + created.body().path("id").asString();

    JsonNode shown = patch(path, "{\"name\": \"another\"}").body().path("client_certificate");
    assertThat(shown.path("subject").asString()).isEqualTo("CN=client-one,O=Posthorn tests");
    assertThat(shown.path("issuer").asString()).isEqualTo("CN=client-one,O=Posthorn tests");
    assertThat(shown.path("expires_at").asString()).isEqualTo("2129-07-08T00:00:00Z");
    assertThat(shown.path("fingerprint_sha256").asString()).isEqualTo(ONE.fingerprint());
    assertThat(created.body().toString())
        .doesNotContain("PRIVATE")
        .doesNotContain(ONE.privateKey().lines().toList().get(1));

    assertThat(
            patch(path, "{\"client_certificate\": null}").body().get("client_certificate").isNull())
        .isTrue();
  }

  @Test
  void deliveries_tests_and_challenges_are_all_sent_with_it() throws Exception {
    api.engine.sender.everyReceiver(ScriptedSender::echo);
    String verified =
        webhookWith(ONE.chain(), ONE.privateKey()).replaceFirst("\\{", "{\"verify_url\": true, ");
    Answer created = api.post("/v1/webhooks", verified);
    assertThat(created.status()).isEqualTo(201);
    api.post("/v1/webhooks/" + created.body().path("id").asString() + "/test", "{}");
    api.post("/v1/events", "{\"event_type\": \"paid\", \"data\": {}}");
    api.engine.runDue();

    assertThat(api.engine.sender.sent())
        .hasSize(3)
        .extracting(WebhookRequest::certificate)
        .containsOnly(ONE);
  }

  @Test
  void the_older_api_keeps_it_too() throws Exception {
    Answer created = api.post("/v1/webhooks", webhookWith(ONE.chain(), ONE.privateKey()));
    String id = created.body().path("id").asString();

    Answer changed = api.put("/api/webhooks/" + id, "{\"max_attempts\": 2}");

    assertThat(changed.status()).isEqualTo(200);
    assertThat(
            api.get("/v1/webhooks/" + id)
                .body()
                .path("client_certificate")
                .path("subject")
                .asString())
        .contains("client-one");
  }

  @Test
  void what_is_wrong_is_named_and_not_repeated() throws Exception {
    Answer other =
        api.post("/v1/webhooks", webhookWith(ONE.chain(), ClientCertificates.TWO.privateKey()));
    assertThat(other.status()).isEqualTo(422);
    assertThat(other.wrongFields()).containsExactly("client_certificate.private_key");
    assertThat(other.body().toString())
        .doesNotContain(ClientCertificates.TWO.privateKey().lines().toList().get(1));

    assertThat(
            api.post("/v1/webhooks", webhookWith(ONE.privateKey(), ONE.privateKey())).wrongFields())
        .containsExactly("client_certificate.certificate");
    assertThat(
            api.post(
                    "/v1/webhooks",
                    "{\"url\": \"http://127.0.0.1:9999/hook\", \"events\": [\"*\"],"
                        + " \"client_certificate\": {\"certificate\": 1, \"more\": 2}}")
                .wrongFields())
        .containsExactlyInAnyOrder(
            "client_certificate.certificate",
            "client_certificate.private_key",
            "client_certificate.more");
  }

  private static String webhookWith(String certificate, String key) {
    return "{\"url\": \"http://127.0.0.1:9999/hook\", \"events\": [\"*\"],"
        + " \"client_certificate\": {\"certificate\": \""
        + certificate.replace("\n", "\\n")
        + "\", \"private_key\": \""
        + key.replace("\n", "\\n")
        + "\"}}";
  }

  private Answer patch(String path, String body) throws Exception {
    return api.send(api.authorized(path).method("PATCH", BodyPublishers.ofString(body)));
  }
}
