package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.domain.access.Role;
import posthorn.domain.tenant.TenantId;
import posthorn.http.TestApi.Answer;

class ApiKeyRoutesTest {
  private static final String PATH = "/v1/api-keys";

  @RegisterExtension final TestApi api = new TestApi();

  @Test
  void a_key_is_shown_once_and_opens() throws Exception {
    Answer made =
        api.post(PATH, "{\"role\": \"tenant_admin\", \"tenant_id\": \"acme\", \"name\": \"ci\"}");
    assertThat(made.status()).isEqualTo(201);
    String id = made.body().path("id").asString();
    String text = made.body().path("key").asString();
    assertThat(id).startsWith("key_");
    assertThat(text).startsWith("ph_");
    assertThat(made.body().path("tenant_id").asString()).isEqualTo("acme");
    assertThat(made.response().headers().firstValue("Location")).contains(PATH + "/" + id);

    Answer shown = api.send(api.authorized(PATH + "/" + id, text));
    assertThat(shown.status()).isEqualTo(200);
    assertThat(shown.body().has("key")).isFalse();
    assertThat(shown.body().path("name").asString()).isEqualTo("ci");
    assertThat(shown.body().path("expires_at").isNull()).isTrue();
    assertThat(api.send(api.authorized("/v1/webhooks", text)).status()).isEqualTo(200);
  }

  @Test
  void a_key_expires() throws Exception {
    String text =
        api.post(PATH, "{\"role\": \"viewer\", \"expires_at\": \"2026-01-01T00:01:00Z\"}")
            .body()
            .path("key")
            .asString();
    assertThat(api.send(api.authorized("/v1/webhooks", text)).status()).isEqualTo(200);

    api.engine.time.advance(Duration.ofMinutes(1));
    Answer refused = api.send(api.authorized("/v1/webhooks", text));
    assertThat(refused.status()).isEqualTo(401);
    assertThat(refused.body().path("detail").asString()).contains("expired");
  }

  @Test
  void all_mistakes_are_named() throws Exception {
    Answer wrong =
        api.post(
            PATH,
            "{\"role\": \"king\", \"name\": 7, \"tenant_id\": \"nobody\","
                + " \"expires_at\": \"2025-12-31T23:59:59Z\"}");

    assertThat(wrong.status()).isEqualTo(422);
    assertThat(wrong.wrongFields())
        .containsExactlyInAnyOrder("role", "name", "tenant_id", "expires_at");
    assertThat(api.post(PATH, "{}").wrongFields()).containsExactly("role");
  }

  @Test
  void a_tenants_admin_makes_keys_for_its_own_tenant_and_none_for_operators() throws Exception {
    String admin = api.keyOf(TestApi.ACME, Role.TENANT_ADMIN);

    for (String role : List.of("tenant_admin", "publisher", "viewer")) {
      Answer made = post(admin, "{\"role\": \"" + role + "\"}");
      assertThat(made.status()).isEqualTo(201);
      assertThat(made.body().path("tenant_id").asString()).isEqualTo("acme");
    }
    Answer operator = post(admin, "{\"role\": \"operator\"}");
    assertThat(operator.status()).isEqualTo(403);
    assertThat(operator.code()).isEqualTo("forbidden");
    assertThat(post(admin, "{\"role\": \"viewer\", \"tenant_id\": \"default\"}").wrongFields())
        .containsExactly("tenant_id");
  }

  @Test
  void operators_keys_are_for_operators_to_see_and_remove() throws Exception {
    String admin = api.keyOf(TenantId.DEFAULT, Role.TENANT_ADMIN);
    String operators = ids(api.get(PATH)).getFirst();

    assertThat(ids(api.send(api.authorized(PATH, admin)))).doesNotContain(operators).hasSize(1);
    assertThat(api.send(api.authorized(PATH + "/" + operators, admin)).status()).isEqualTo(404);
    assertThat(api.send(api.authorized(PATH + "/" + operators, admin).DELETE()).status())
        .isEqualTo(404);
  }

  @Test
  void a_removed_key_opens_nothing() throws Exception {
    String viewer = api.keyOf(TenantId.DEFAULT, Role.VIEWER);
    String id = ids(api.get(PATH)).getLast();

    assertThat(api.send(api.authorized(PATH + "/" + id).DELETE()).status()).isEqualTo(204);
    assertThat(api.send(api.authorized("/v1/webhooks", viewer)).status()).isEqualTo(401);
    assertThat(api.send(api.authorized(PATH + "/" + id).DELETE()).status()).isEqualTo(404);
  }

  @Test
  void the_last_operator_key_stays() throws Exception {
    String id = ids(api.get(PATH)).getFirst();
    Answer last = api.send(api.authorized(PATH + "/" + id).DELETE());
    assertThat(last.status()).isEqualTo(409);
    assertThat(last.code()).isEqualTo("last_operator_key");

    api.post(PATH, "{\"role\": \"operator\"}");
    assertThat(api.send(api.authorized(PATH + "/" + id).DELETE()).status()).isEqualTo(204);
  }

  @Test
  void a_list_comes_in_pages() throws Exception {
    api.keyOf(TenantId.DEFAULT, Role.VIEWER);
    List<String> all = ids(api.get(PATH));
    Answer first = api.get(PATH + "?limit=1");

    assertThat(all).hasSize(2);
    assertThat(ids(first)).containsExactly(all.get(0));
    String cursor = first.body().path("next_cursor").asString();
    assertThat(ids(api.get(PATH + "?limit=1&cursor=" + cursor))).containsExactly(all.get(1));
  }

  private Answer post(String key, String body) throws Exception {
    return api.send(api.authorized(PATH, key).POST(BodyPublishers.ofString(body)));
  }

  private static List<String> ids(Answer page) {
    return page.body().path("items").valueStream().map(item -> item.path("id").asString()).toList();
  }
}
