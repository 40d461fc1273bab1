package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.domain.access.Role;
import posthorn.domain.tenant.TenantId;
import posthorn.http.TestApi.Answer;

class TenantRoutesTest {
  @RegisterExtension final TestApi api = new TestApi();

  @Test
  void a_tenant_is_made_with_the_id_that_was_asked_for() throws Exception {
    Answer made =
        api.post(
            "/v1/tenants",
            "{\"id\": \"globex\", \"name\": \"Globex\", \"quotas\": {\"max_webhooks\": 3}}");

    assertThat(made.status()).isEqualTo(201);
    assertThat(made.response().headers().firstValue("Location")).contains("/v1/tenants/globex");
    assertThat(made.body().path("name").asString()).isEqualTo("Globex");
    assertThat(made.body().at("/quotas/max_webhooks").asInt()).isEqualTo(3);
    assertThat(made.body().at("/quotas/requests_per_minute").isNull()).isTrue();
    assertThat(api.get("/v1/tenants/globex").body()).isEqualTo(made.body());
    assertThat(api.get("/v1/webhooks?tenant_id=globex").status()).isEqualTo(200);
  }

  @Test
  void without_an_id_it_gets_one() throws Exception {
    Answer made = api.post("/v1/tenants", "{\"name\": \"Globex\"}");

    assertThat(made.body().path("id").asString()).matches("ten_[0-9a-z]{26}");
  }

  @Test
  void an_id_is_given_but_once() throws Exception {
    Answer again = api.post("/v1/tenants", "{\"id\": \"acme\", \"name\": \"Acme\"}");

    assertThat(again.status()).isEqualTo(409);
    assertThat(again.code()).isEqualTo("tenant_exists");
  }

  @Test
  void all_mistakes_are_named() throws Exception {
    Answer wrong =
        api.post(
            "/v1/tenants",
            "{\"id\": \"A B\", \"quotas\": {\"max_webhooks\": -1, \"events_per_minute\": 0,"
                + " \"max_api_keys\": \"x\", \"max\": 1}}");

    assertThat(wrong.status()).isEqualTo(422);
    assertThat(wrong.wrongFields())
        .containsExactlyInAnyOrder(
            "id",
            "name",
            "quotas.max_webhooks",
            "quotas.events_per_minute",
            "quotas.max_api_keys",
            "quotas.max");
  }

  @Test
  void a_list_comes_in_pages() throws Exception {
    api.post("/v1/tenants", "{\"id\": \"globex\", \"name\": \"Globex\"}");
    Answer first = api.get("/v1/tenants?limit=2");
    Answer second = api.get("/v1/tenants?limit=2&cursor=default");

    assertThat(ids(first)).containsExactly("acme", "default");
    assertThat(first.body().path("next_cursor").asString()).isEqualTo("default");
    assertThat(ids(second)).containsExactly("globex");
    assertThat(second.body().path("next_cursor").isNull()).isTrue();
  }

  @Test
  void a_change_leaves_what_it_does_not_name() throws Exception {
    patch("{\"quotas\": {\"max_webhooks\": 3, \"max_api_keys\": 4}}");
    Answer changed = patch("{\"name\": \"Other\", \"quotas\": {\"max_api_keys\": null}}");

    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.body().path("name").asString()).isEqualTo("Other");
    assertThat(changed.body().at("/quotas/max_webhooks").asInt()).isEqualTo(3);
    assertThat(changed.body().at("/quotas/max_api_keys").isNull()).isTrue();
    assertThat(patch("{\"quotas\": null}").body().at("/quotas/max_webhooks").isNull()).isTrue();
    assertThat(patch("{\"quotas\": 7, \"nmae\": 1}").wrongFields())
        .containsExactlyInAnyOrder("quotas", "nmae");
  }

  @Test
  void a_tenant_that_has_something_stays() throws Exception {
    String webhook = TestApi.WEBHOOK.replace("{", "{\"tenant_id\": \"acme\", ");
    String id = api.post("/v1/webhooks", webhook).body().path("id").asString();
    Answer inUse = api.send(api.authorized("/v1/tenants/acme").DELETE());
    assertThat(inUse.status()).isEqualTo(409);
    assertThat(inUse.code()).isEqualTo("tenant_in_use");

    api.send(api.authorized("/v1/webhooks/" + id + "?tenant_id=acme").DELETE());
    assertThat(api.send(api.authorized("/v1/tenants/acme").DELETE()).status()).isEqualTo(204);
    assertThat(api.get("/v1/tenants/acme").status()).isEqualTo(404);
    assertThat(api.send(api.authorized("/v1/tenants/acme").DELETE()).status()).isEqualTo(404);
  }

  @Test
  void a_tenant_with_an_event_type_stays_too() throws Exception {
    String type = "/v1/event-types/order.paid?tenant_id=acme";
    api.put(type, "{}");
    assertThat(api.delete("/v1/tenants/acme").code()).isEqualTo("tenant_in_use");

    api.delete(type);
    assertThat(api.delete("/v1/tenants/acme").status()).isEqualTo(204);
  }

  @Test
  void nobody_gets_the_id_of_one_that_is_gone_and_so_nobody_sees_its_events() throws Exception {
    api.post("/v1/events", TestApi.EVENT.replace("{\"event", "{\"tenant_id\": \"acme\", \"event"));
    assertThat(api.delete("/v1/tenants/acme").status()).isEqualTo(204);

    Answer again = api.post("/v1/tenants", "{\"id\": \"acme\", \"name\": \"Successor\"}");

    assertThat(again.status()).isEqualTo(409);
    assertThat(again.code()).isEqualTo("tenant_exists");
    assertThat(api.get("/v1/events?tenant_id=acme").status()).isEqualTo(404);
  }

  @Test
  void the_default_tenant_stays() throws Exception {
    Answer answer = api.send(api.authorized("/v1/tenants/default").DELETE());

    assertThat(answer.status()).isEqualTo(409);
    assertThat(answer.code()).isEqualTo("tenant_in_use");
  }

  @Test
  void a_tenant_may_look_at_itself_alone() throws Exception {
    String key = api.keyOf(TestApi.ACME, Role.VIEWER);

    assertThat(api.send(api.authorized("/v1/tenants/acme", key)).status()).isEqualTo(200);
    assertThat(api.send(api.authorized("/v1/tenants/default", key)).status()).isEqualTo(404);
    assertThat(api.send(api.authorized("/v1/tenants", key)).status()).isEqualTo(403);
  }

  @Test
  void a_tenant_that_is_not_there_cannot_be_named() throws Exception {
    Answer asParameter = api.get("/v1/webhooks?tenant_id=nobody");
    Answer asField =
        api.post("/v1/webhooks", TestApi.WEBHOOK.replace("{", "{\"tenant_id\": \"nobody\", "));

    assertThat(asParameter.status()).isEqualTo(404);
    assertThat(asField.status()).isEqualTo(422);
    assertThat(asField.wrongFields()).containsExactly("tenant_id");
    assertThat(api.engine.stores.webhooks().of(new TenantId("nobody"))).isEmpty();
  }

  private Answer patch(String body) throws Exception {
    return api.patch("/v1/tenants/acme", body);
  }

  private static List<String> ids(Answer page) {
    return page.body().path("items").valueStream().map(item -> item.path("id").asString()).toList();
  }
}
