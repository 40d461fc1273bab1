package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.port.Mailer;
import posthorn.domain.access.Role;
import posthorn.domain.tenant.TenantId;
import tools.jackson.databind.JsonNode;

class ChannelRoutesTest {
  private static final String PATH = "/v1/notification-channels";
  private static final String EMAIL =
      "{\"type\": \"email\", \"to\": [\"a@example.com\"], \"rules\": [\"gone\"]}";
  private static final String WEBHOOK =
      "{\"type\": \"webhook\", \"url\": \"http://127.0.0.1:9999/alerts\"}";

  @RegisterExtension final TestApi api = new TestApi();

  @Test
  void a_channel_is_added_shown_changed_and_removed() throws Exception {
    TestApi.Answer added = api.post(PATH, EMAIL);
    assertThat(added.status()).isEqualTo(201);
    String path = PATH + "/" + added.body().path("id").asString();
    assertThat(added.response().headers().firstValue("Location")).contains(path);
    assertThat(added.body().path("tenant_id").isNull()).isTrue();

    JsonNode changed =
        api.patch(
                path,
                "{\"to\": [\"b@example.com\", \"c@example.com\"], \"rules\": null,"
                    + " \"severities\": [\"critical\"], \"enabled\": false}")
            .body();
    assertThat(changed.path("to").valueStream().map(JsonNode::asString))
        .containsExactly("b@example.com", "c@example.com");
    assertThat(changed.path("rules")).isEmpty();
    assertThat(changed.path("enabled").asBoolean()).isFalse();
    assertThat(api.get(path).body()).isEqualTo(changed);
    assertThat(api.patch(path, "{\"type\": \"log\"}").wrongFields()).containsExactly("type");

    assertThat(api.delete(path).status()).isEqualTo(204);
    assertThat(api.get(path).status()).isEqualTo(404);
  }

  @Test
  void mails_go_to_domains_that_the_operator_allows() throws Exception {
    String elsewhere = EMAIL.replace("a@example.com", "a@example.net");
    TestApi.Answer refused = api.post(PATH, elsewhere);
    assertThat(refused.wrongFields()).containsExactly("to");
    assertThat(refused.response().body()).contains("example.com, example.org");
    String path = PATH + "/" + api.post(PATH, EMAIL).body().path("id").asString();
    assertThat(api.patch(path, elsewhere).wrongFields()).containsExactly("to");

    String owned = TestApi.WEBHOOK.replace("{", "{\"owner_email\": \"o@example.net\", ");
    assertThat(api.post("/v1/webhooks", owned).wrongFields()).containsExactly("owner_email");
    assertThat(api.post("/v1/webhooks", owned.replace("example.net", "example.org")).status())
        .isEqualTo(201);
  }

  @Test
  void a_webhooks_secret_is_shown_once_and_its_webhook_in_no_list() throws Exception {
    TestApi.Answer added = api.post(PATH, WEBHOOK);
    assertThat(added.body().path("secret").asString()).startsWith("whsec_");
    String path = PATH + "/" + added.body().path("id").asString();

    assertThat(api.get(path).body().has("secret")).isFalse();
    assertThat(api.get(path).body().path("url").asString()).endsWith("/alerts");
    assertThat(api.get("/v1/webhooks").body().path("items")).isEmpty();
    assertThat(api.get("/v1/webhooks?tenant_id=" + TenantId.SYSTEM).status()).isEqualTo(404);
    assertThat(
            api.post("/v1/tenants", "{\"id\": \"" + TenantId.SYSTEM + "\", \"name\": \"x\"}")
                .code())
        .isEqualTo("tenant_exists");

    api.patch(path, "{\"url\": \"http://127.0.0.1:9998/other\"}");
    assertThat(api.get(path).body().path("url").asString()).endsWith("/other");
    assertThat(api.delete(path).status()).isEqualTo(204);
    assertThat(api.engine.stores.webhooks().of(TenantId.SYSTEM)).isEmpty();
  }

  @Test
  void a_test_tells_whether_it_worked_and_why_not() throws Exception {
    String mail = PATH + "/" + api.post(PATH, EMAIL).body().path("id").asString() + "/test";
    String hook = PATH + "/" + api.post(PATH, WEBHOOK).body().path("id").asString() + "/test";

    assertThat(api.post(mail, "").body().path("ok").asBoolean()).isTrue();
    assertThat(api.mailer.sent()).hasSize(1);
    assertThat(api.post(hook, "").body().path("ok").asBoolean()).isTrue();
    assertThat(api.engine.sender.sent().getLast().headers()).containsKey("webhook-signature");

    api.mailer.answers(new Mailer.Result.Refused("535 wrong password"));
    api.engine.sender.everyReceiverAnswers(500);
    assertThat(api.post(mail, "").body().path("error").asString()).isEqualTo("535 wrong password");
    JsonNode failed = api.post(hook, "").body();
    assertThat(failed.path("ok").asBoolean()).isFalse();
    assertThat(failed.path("error").asString()).contains("500");
  }

  @Test
  void tenants_have_their_own_and_see_no_others() throws Exception {
    String ofServer = api.post(PATH, EMAIL).body().path("id").asString();
    String key = api.keyOf(TestApi.ACME, Role.TENANT_ADMIN);
    JsonNode own = post(key, PATH, EMAIL).body();
    assertThat(own.path("tenant_id").asString()).isEqualTo("acme");

    assertThat(
            api.send(api.authorized(PATH, key))
                .body()
                .path("items")
                .valueStream()
                .map(item -> item.path("id").asString()))
        .containsExactly(own.path("id").asString());
    assertThat(api.send(api.authorized(PATH + "/" + ofServer, key)).status()).isEqualTo(404);
    assertThat(post(key, PATH + "/" + ofServer + "/test", "").status()).isEqualTo(404);
    assertThat(api.get(PATH).body().path("items")).hasSize(2);
    assertThat(api.get(PATH + "?tenant_id=acme").body().path("items")).hasSize(1);
    assertThat(
            post(
                    key,
                    PATH,
                    "{\"type\": \"email\", \"to\": [\"a@example.com\"], \"from\":"
                        + " \"b@example.com\"}")
                .wrongFields())
        .containsExactly("from");
  }

  @Test
  void all_that_is_wrong_is_named() throws Exception {
    assertThat(api.post(PATH, "{}").wrongFields()).containsExactly("type");
    assertThat(api.post(PATH, "{\"type\": \"pigeon\"}").wrongFields()).containsExactly("type");
    assertThat(
            api.post(
                    PATH,
                    "{\"type\": \"email\", \"to\": [\"a@example.com\\r\\nBcc: x@y\"], \"rules\":"
                        + " [\"no\"], \"severities\": [\"high\"], \"no\": 1}")
                .wrongFields())
        .containsExactlyInAnyOrder("to", "rules", "severities", "no");
    assertThat(api.post(PATH, "{\"type\": \"email\"}").wrongFields()).containsExactly("to");
    assertThat(api.post(PATH, "{\"type\": \"log\", \"url\": \"https://a.example\"}").wrongFields())
        .containsExactly("url");
    assertThat(
            api.post(PATH, "{\"type\": \"webhook\", \"url\": \"http://" + TestApi.INWARD + "/\"}")
                .wrongFields())
        .containsExactly("url");
    assertThat(api.post(PATH, "{\"type\": \"webhook\", \"secret\": \"short\"}").wrongFields())
        .containsExactlyInAnyOrder("url", "secret");
  }

  private TestApi.Answer post(String key, String path, String body) throws Exception {
    return api.send(api.authorized(path, key).POST(BodyPublishers.ofString(body)));
  }
}
