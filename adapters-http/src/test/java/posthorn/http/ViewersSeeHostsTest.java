package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.domain.access.Role;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.tenant.TenantId;

/** Path and query of a webhook's or source's URL are for callers who may manage webhooks. */
class ViewersSeeHostsTest {
  private static final String SECRET = "s3cr3t-s3cr3t";
  private static final String URL = "http://127.0.0.1:9999/services/" + SECRET;

  @RegisterExtension final TestApi api = new TestApi();

  /** A webhook that died, a channel, and the audit entries of both. */
  private List<String> everything() throws Exception {
    String webhook = made("/v1/webhooks", "{\"url\": \"" + URL + "\", \"events\": [\"*\"]}");
    String channel =
        made(
            "/v1/notification-channels?tenant_id=default",
            "{\"type\": \"webhook\", \"url\": \"" + URL + "\"}");
    // Frameworks quote the path in their errors, and redirects in their headers.
    api.engine.sender.everyReceiver(_ ->
        new Answered(
            500,
            Map.of("location", URL + "/", "webhook-delivery", "abort-message"),
            "Cannot POST /services/" + SECRET,
            null,
            Duration.ZERO));
    String event = made("/v1/events", TestApi.EVENT, 202);
    api.engine.runDue();
    String delivery = api.onlyDelivery().id().value();
    return List.of(
        "/v1/webhooks",
        "/v1/webhooks/" + webhook,
        "/v1/webhooks/" + webhook + "/health",
        "/v1/webhooks/" + webhook + "/deliveries",
        "/api/webhooks",
        "/api/webhooks/" + webhook,
        "/api/webhooks/deliveries",
        "/api/webhooks/deliveries/" + delivery,
        "/v1/deliveries",
        "/v1/deliveries/" + delivery,
        "/v1/deliveries/" + delivery + "/attempts",
        "/v1/deliveries/" + delivery + "/request",
        "/v1/events/" + event,
        "/v1/dlq",
        "/v1/dlq/summary",
        "/v1/notification-channels",
        "/v1/notification-channels/" + channel,
        "/v1/audit",
        "/v1/alerts");
  }

  @Test
  void a_viewer_sees_the_host_and_nothing_else_of_a_url() throws Exception {
    List<String> paths = everything();
    String viewer = api.keyOf(TenantId.DEFAULT, Role.VIEWER);

    for (String path : paths) {
      TestApi.Answer answer = api.send(api.authorized(path, viewer));
      assertThat(answer.status()).as(path).isEqualTo(200);
      assertThat(answer.response().body()).as(path).doesNotContain(SECRET);
    }
    assertThat(api.send(api.authorized(paths.getFirst(), viewer)).response().body())
        .contains("http://127.0.0.1:9999/(hidden)");

    // Its entry in the audit log has the failure before and after it.
    api.post("/v1/deliveries/" + api.onlyDelivery().id() + "/retry-now", "");
    assertThat(api.get("/v1/audit").response().body()).contains("Cannot POST");
    assertThat(api.send(api.authorized("/v1/audit", viewer)).response().body())
        .contains("retry-now")
        .doesNotContain(SECRET);
  }

  @Test
  void an_admin_sees_it_all() throws Exception {
    List<String> paths = everything();
    String admin = api.keyOf(TenantId.DEFAULT, Role.TENANT_ADMIN);

    for (String path : List.of("/v1/webhooks", "/api/webhooks", "/v1/audit", "/v1/dlq")) {
      assertThat(paths).contains(path);
      assertThat(api.send(api.authorized(path, admin)).response().body()).as(path).contains(SECRET);
    }
  }

  @Test
  void a_viewer_sees_the_host_of_a_sources_address() throws Exception {
    String source = "/v1/sources/" + made("/v1/sources", sourceAt("{source_id}?key=" + SECRET));
    api.patch(source, "{\"public_url\": \"http://b.example:81/x/" + SECRET + "\"}");
    String viewer = api.keyOf(TenantId.DEFAULT, Role.VIEWER);

    for (String path : List.of("/v1/sources", source, "/v1/audit")) {
      assertThat(api.send(api.authorized(path, viewer)).response().body())
          .as(path)
          .contains("http://b.example:81/(hidden)")
          .doesNotContain(SECRET);
    }
    var shown = api.send(api.authorized(source, viewer)).body();
    assertThat(shown.path("public_url").asString()).isEqualTo("http://b.example:81/(hidden)");
    assertThat(shown.at("/effective_config/public_url").asString())
        .isEqualTo("http://b.example:81/(hidden)");
    // The id's place is no valid URL, and its host is seen all the same.
    assertThat(api.send(api.authorized("/v1/audit", viewer)).response().body())
        .contains("https://a.example/(hidden)");
  }

  @Test
  void an_admin_sees_a_sources_address_whole() throws Exception {
    String source = "/v1/sources/" + made("/v1/sources", sourceAt(SECRET));
    String admin = api.keyOf(TenantId.DEFAULT, Role.TENANT_ADMIN);

    for (String path : List.of("/v1/sources", source, "/v1/audit")) {
      assertThat(api.send(api.authorized(path, admin)).response().body())
          .as(path)
          .contains("https://a.example/hooks/" + SECRET);
    }
  }

  private static String sourceAt(String path) {
    return "{\"name\": \"a\", \"kind\": \"square\", \"public_url\": \"https://a.example/hooks/"
        + path
        + "\"}";
  }

  private String made(String path, String body) throws Exception {
    return made(path, body, 201);
  }

  private String made(String path, String body, int status) throws Exception {
    TestApi.Answer answer = api.post(path, body);
    assertThat(answer.status()).isEqualTo(status);
    return answer.body().path(status == 202 ? "event_id" : "id").asString();
  }
}
