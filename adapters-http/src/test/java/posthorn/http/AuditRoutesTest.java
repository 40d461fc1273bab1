package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.domain.access.Role;
import posthorn.domain.tenant.TenantId;
import posthorn.http.TestApi.Answer;
import tools.jackson.databind.JsonNode;

class AuditRoutesTest {
  @RegisterExtension final TestApi api = new TestApi();

  @Test
  void a_change_is_written_down_with_who_made_it() throws Exception {
    Answer made = api.post("/v1/webhooks", TestApi.WEBHOOK);
    String id = made.body().path("id").asString();

    JsonNode entry = only(api.get("/v1/audit"));
    assertThat(entry.path("id").asString()).startsWith("aud_");
    assertThat(entry.path("time").asString()).isEqualTo("2026-01-01T00:00:00Z");
    assertThat(entry.path("tenant_id").asString()).isEqualTo("default");
    assertThat(entry.path("key_id").asString()).startsWith("key_");
    assertThat(entry.path("role").asString()).isEqualTo("operator");
    assertThat(entry.path("action").asString()).isEqualTo("POST /v1/webhooks");
    assertThat(entry.path("method").asString()).isEqualTo("POST");
    assertThat(entry.path("path").asString()).isEqualTo("/v1/webhooks");
    assertThat(entry.path("object_id").asString()).isEqualTo(id);
    assertThat(entry.path("remote_address").asString()).isEqualTo("127.0.0.1");
    assertThat(made.response().headers().firstValue("X-Request-Id"))
        .contains(entry.path("request_id").asString());
  }

  @Test
  void the_object_is_what_the_path_names() throws Exception {
    String id = api.post("/v1/webhooks", TestApi.WEBHOOK).body().path("id").asString();
    api.post("/v1/webhooks/" + id + "/pause", "");
    api.send(api.authorized("/v1/webhooks/" + id).DELETE());

    Answer all = api.get("/v1/audit");
    assertThat(actions(all))
        .containsExactly(
            "DELETE /v1/webhooks/{id}", "POST /v1/webhooks/{id}/pause", "POST /v1/webhooks");
    assertThat(all.body().path("items").valueStream().map(it -> it.path("object_id").asString()))
        .containsOnly(id);
  }

  @Test
  void what_changed_nothing_is_not_written_down() throws Exception {
    api.get("/v1/webhooks");
    api.post("/v1/webhooks", "{}");
    api.post("/v1/events", TestApi.EVENT);
    api.send(api.authorized("/v1/tenants/default").DELETE());
    String viewer = api.keyOf(TestApi.ACME, Role.VIEWER);
    api.send(api.authorized("/v1/tenants/acme", viewer).DELETE());

    assertThat(actions(api.get("/v1/audit"))).isEmpty();
  }

  @Test
  void a_change_of_another_tenants_thing_is_in_that_tenants_log() throws Exception {
    api.post("/v1/webhooks", TestApi.WEBHOOK.replace("{", "{\"tenant_id\": \"acme\", "));
    String viewer = api.keyOf(TestApi.ACME, Role.VIEWER);

    assertThat(actions(api.get("/v1/audit"))).isEmpty();
    assertThat(actions(api.get("/v1/audit?tenant_id=acme"))).hasSize(1);
    assertThat(actions(api.send(api.authorized("/v1/audit", viewer)))).hasSize(1);
  }

  @Test
  void entries_are_found_by_time_key_and_action_and_come_in_pages() throws Exception {
    api.post("/v1/tenants", "{\"id\": \"one\", \"name\": \"One\"}");
    api.engine.time.advance(Duration.ofMinutes(1));
    api.send(api.authorized("/v1/tenants/one").DELETE());
    String key = api.get("/v1/audit").body().at("/items/0/key_id").asString();
    String delete = URLEncoder.encode("DELETE /v1/tenants/{id}", StandardCharsets.UTF_8);

    assertThat(actions(api.get("/v1/audit?from=2026-01-01T00:01:00Z")))
        .containsExactly("DELETE /v1/tenants/{id}");
    assertThat(actions(api.get("/v1/audit?to=2026-01-01T00:01:00Z")))
        .containsExactly("POST /v1/tenants");
    assertThat(actions(api.get("/v1/audit?action=" + delete))).hasSize(1);
    assertThat(actions(api.get("/v1/audit?key_id=" + key))).hasSize(2);
    assertThat(actions(api.get("/v1/audit?object_id=one&action=" + delete))).hasSize(1);
    assertThat(actions(api.get("/v1/audit?object_id=two"))).isEmpty();
    String cursor = api.get("/v1/audit?limit=1").body().path("next_cursor").asString();
    assertThat(actions(api.get("/v1/audit?limit=1&cursor=" + cursor)))
        .containsExactly("POST /v1/tenants");
    assertThat(
            api.get("/v1/audit?from=x&to=y&key_id=z&action=w&object_id=&cursor=v&limit=u")
                .wrongFields())
        .containsExactlyInAnyOrder(
            "from", "to", "key_id", "action", "object_id", "cursor", "limit");
  }

  @Test
  void a_change_that_cannot_be_written_down_is_made_all_the_same() throws Exception {
    api.auditFails = true;

    assertThat(api.post("/v1/webhooks", TestApi.WEBHOOK).status()).isEqualTo(201);
    assertThat(actions(api.get("/v1/audit"))).isEmpty();
  }

  @Test
  void a_change_shows_what_differs_and_nothing_secret() throws Exception {
    String made =
        TestApi.WEBHOOK.replace(
            "{",
            "{\"name\": \"one\", \"secret\": \"hunter2-hunter2-hunter2\","
                + " \"headers\": {\"X-Token\": \"tok-1\"}, ");
    String path = "/v1/webhooks/" + api.post("/v1/webhooks", made).body().path("id").asString();
    api.patch(path, "{\"name\": \"two\", \"headers\": {\"X-Token\": \"tok-2\"}}");
    api.post(path + "/rotate-secret", "");
    api.delete(path);

    Answer log = api.get("/v1/audit");
    assertThat(log.response().body()).doesNotContain("hunter2", "whsec_", "tok-1", "tok-2");
    JsonNode removed = log.body().at("/items/0");
    assertThat(removed.at("/before/name").asString()).isEqualTo("two");
    assertThat(removed.path("after").isNull()).isTrue();
    JsonNode rotated = log.body().at("/items/1");
    assertThat(rotated.at("/before/secret").asString()).isEqualTo("(hidden)");
    assertThat(rotated.at("/after/secret").asString()).isEqualTo("(hidden)");
    assertThat(rotated.at("/after").has("name")).isFalse();
    JsonNode changed = log.body().at("/items/2");
    assertThat(changed.at("/before/name").asString()).isEqualTo("one");
    assertThat(changed.at("/after/name").asString()).isEqualTo("two");
    assertThat(changed.at("/after/headers/X-Token").asString()).isEqualTo("(hidden)");
    assertThat(changed.at("/after").has("url")).isFalse();
    assertThat(changed.at("/after").has("secret")).isFalse();
    JsonNode created = log.body().at("/items/3");
    assertThat(created.path("before").isNull()).isTrue();
    assertThat(created.at("/after/url").asString()).isEqualTo("http://127.0.0.1:9999/hook");
  }

  @Test
  void the_computed_schedule_of_a_webhooks_retries_is_not_kept() throws Exception {
    String made = TestApi.WEBHOOK.replace("{", "{\"max_attempts\": 100, ");
    String path = "/v1/webhooks/" + api.post("/v1/webhooks", made).body().path("id").asString();
    api.patch(path, "{\"retry_delays\": [\"7s\"]}");

    Answer log = api.get("/v1/audit");
    assertThat(log.body().at("/items/0/after/retry_delays/0").asString()).isEqualTo("7s");
    assertThat(log.body().at("/items/0/after/effective_config/sources").has("retry_delays"))
        .isTrue();
    assertThat(log.response().body()).doesNotContain("retry_schedule");
  }

  @Test
  void nobody_sees_more_here_than_by_looking_at_the_thing_itself() throws Exception {
    api.post("/v1/api-keys", "{\"role\": \"operator\", \"name\": \"root\"}");
    api.post("/v1/api-keys", "{\"role\": \"viewer\", \"name\": \"eyes\"}");
    api.post("/v1/tenants", "{\"id\": \"one\", \"name\": \"One\"}");

    assertThat(shown(TestApi.KEY)).containsExactly("One", "eyes", "root");
    assertThat(shown(api.keyOf(TenantId.DEFAULT, Role.TENANT_ADMIN))).containsExactly("eyes");
    assertThat(shown(api.keyOf(TenantId.DEFAULT, Role.VIEWER))).containsExactly("");
  }

  @Test
  void what_was_changed_of_the_server_is_for_operators_alone() throws Exception {
    api.post("/v1/tenants", "{\"id\": \"one\", \"name\": \"One\"}");
    api.put("/v1/alert-rules/queue_depth", "{\"threshold\": 5}");
    String channel =
        api.post("/v1/notification-channels", "{\"type\": \"log\"}").body().path("id").asString();
    api.delete("/v1/notification-channels/" + channel);
    String ofAcme =
        api.post("/v1/notification-channels?tenant_id=acme", "{\"type\": \"log\"}")
            .body()
            .path("id")
            .asString();
    // The operator names no tenant, and yet the channel is a tenant's.
    api.delete("/v1/notification-channels/" + ofAcme);

    assertThat(actions(api.get("/v1/audit"))).hasSize(4);
    assertThat(actions(api.get("/v1/audit?tenant_id=default"))).isEmpty();
    assertThat(shown(api.keyOf(TenantId.DEFAULT, Role.TENANT_ADMIN))).isEmpty();
    assertThat(shown(api.keyOf(TestApi.ACME, Role.TENANT_ADMIN))).hasSize(2);
    String page = api.get("/v1/audit?limit=3").body().path("next_cursor").asString();
    assertThat(actions(api.get("/v1/audit?limit=3&cursor=" + page)))
        .containsExactly("POST /v1/tenants");
  }

  private List<String> shown(String key) throws Exception {
    return api.send(api.authorized("/v1/audit", key))
        .body()
        .path("items")
        .valueStream()
        .map(entry -> entry.at("/after/name").asString(""))
        .toList();
  }

  private static JsonNode only(Answer page) {
    assertThat(page.body().path("items").size()).isEqualTo(1);
    return page.body().at("/items/0");
  }

  private static List<String> actions(Answer page) {
    return page.body()
        .path("items")
        .valueStream()
        .map(item -> item.path("action").asString())
        .toList();
  }
}
