package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.port.OperatorEvent.AccessRefused;
import posthorn.application.port.OperatorEvent.AccessRefused.Reason;
import posthorn.domain.access.Role;
import posthorn.domain.tenant.TenantId;
import posthorn.http.TestApi.Answer;

class QuotaTest {
  @RegisterExtension final TestApi api = new TestApi();

  @Test
  void a_tenant_has_no_more_webhooks_than_it_may() throws Exception {
    quota("max_webhooks", 1);
    String admin = api.keyOf(TestApi.ACME, Role.TENANT_ADMIN);
    assertThat(post("/v1/webhooks", admin, TestApi.WEBHOOK).status()).isEqualTo(201);

    Answer refused = post("/v1/webhooks", admin, TestApi.WEBHOOK);
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.code()).isEqualTo("quota_exceeded");
    assertThat(refused.body().path("detail").asString()).contains("max_webhooks");
    assertThat(api.post("/v1/webhooks", TestApi.WEBHOOK).status()).isEqualTo(201);
  }

  @Test
  void a_tenant_has_no_more_keys_than_it_may() throws Exception {
    String admin = api.keyOf(TestApi.ACME, Role.TENANT_ADMIN);
    quota("max_api_keys", 2);
    assertThat(post("/v1/api-keys", admin, "{\"role\": \"viewer\"}").status()).isEqualTo(201);

    Answer refused = post("/v1/api-keys", admin, "{\"role\": \"viewer\"}");
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.code()).isEqualTo("quota_exceeded");
    assertThat(refused.body().path("detail").asString()).contains("max_api_keys");
    assertThat(
            api.post("/v1/api-keys", "{\"role\": \"operator\", \"tenant_id\": \"acme\"}").status())
        .isEqualTo(201);
  }

  @Test
  void a_tenant_stores_no_more_bytes_than_it_may() throws Exception {
    quota("max_stored_bytes", 5_000);
    String publisher = api.keyOf(TestApi.ACME, Role.PUBLISHER);
    assertThat(post("/v1/events", publisher, TestApi.EVENT).status()).isEqualTo(202);
    api.engine.stored.put(TestApi.ACME, 5_000L);

    Answer refused = post("/v1/events", publisher, TestApi.EVENT);
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.code()).isEqualTo("quota_exceeded");
    assertThat(refused.body().path("detail").asString()).contains("max_stored_bytes", "5000");
    assertThat(api.post("/v1/events", TestApi.EVENT).status()).isEqualTo(202);
  }

  @Test
  void a_tenant_has_a_limit_of_its_own_for_the_data_of_an_event() throws Exception {
    String publisher = api.keyOf(TestApi.ACME, Role.PUBLISHER);
    Answer refused = post("/v1/events", publisher, eventOf(300_000));
    assertThat(refused.status()).isEqualTo(413);
    assertThat(refused.code()).isEqualTo("payload_too_large");
    assertThat(refused.body().path("detail").asString())
        .isEqualTo(
            "the data has 300000 bytes; an event of this tenant may have at most 262144 bytes"
                + " (256 KiB)");
    // What is around the data has room too; a body beyond that is refused unread.
    Answer unread =
        api.send(
            api.authorized("/v1/events", publisher)
                .POST(BodyPublishers.ofString(eventOf(2_000_000)))
                .expectContinue(true));
    assertThat(unread.status()).isEqualTo(413);
    assertThat(unread.body().path("detail").asString())
        .isEqualTo(
            "the body may have at most 1048576 bytes (1 MiB), and the data of an event at most"
                + " 262144 bytes (256 KiB)");

    quota("max_data_bytes", 5 * 1024 * 1024);
    assertThat(post("/v1/events", publisher, eventOf(5 * 1024 * 1024)).status()).isEqualTo(202);
    assertThat(post("/v1/events", publisher, eventOf(5 * 1024 * 1024 + 1)).status()).isEqualTo(413);
    String batch = "{\"events\": [%s, %s]}".formatted(eventOf(4_000_000), eventOf(5_300_000));
    Answer both = post("/v1/events/batch", publisher, batch);
    assertThat(both.body().at("/results/0/event_id").asString()).startsWith("evt_");
    assertThat(both.body().at("/results/1/error/code").asString()).isEqualTo("payload_too_large");
    assertThat(both.body().at("/results/1/error/detail").asString())
        .isEqualTo(
            "the data has 5300000 bytes; an event of this tenant may have at most 5242880 bytes"
                + " (5 MiB)");

    quota("max_data_bytes", 1_024);
    Answer less = post("/v1/events", publisher, eventOf(1_025));
    assertThat(less.status()).isEqualTo(413);
    assertThat(less.body().path("detail").asString())
        .isEqualTo(
            "the data has 1025 bytes; an event of this tenant may have at most 1024 bytes (1 KiB)");
    assertThat(api.post("/v1/events", eventOf(1_025)).status()).isEqualTo(202);
    assertThat(api.post("/v1/events?tenant_id=acme", eventOf(1_025)).status()).isEqualTo(413);
  }

  @Test
  void a_limit_for_data_is_between_a_kibibyte_and_five_mebibytes() throws Exception {
    Answer refused = api.patch("/v1/tenants/acme", "{\"quotas\": {\"max_data_bytes\": 5242881}}");
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.response().body())
        .contains("quotas.max_data_bytes", "must be between 1024 and 5242880");
  }

  @Test
  void large_data_has_no_more_values_than_small_data_can_have() throws Exception {
    quota("max_data_bytes", 5 * 1024 * 1024);
    String publisher = api.keyOf(TestApi.ACME, Role.PUBLISHER);
    String many = "[" + "1,".repeat(199_999) + "1]";
    Answer refused =
        post("/v1/events", publisher, "{\"event_type\": \"a\", \"data\": " + many + "}");
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.body().path("detail").asString()).contains("200000 fields and elements");
  }

  /** One whose data has that many bytes. */
  private static String eventOf(int bytes) {
    return "{\"event_type\": \"a\", \"data\": \"%s\"}".formatted("x".repeat(bytes - 2));
  }

  @Test
  void nothing_new_is_taken_while_the_disk_is_low() throws Exception {
    api.engine.diskFree.set(0);

    Answer refused = api.post("/v1/events", TestApi.EVENT);
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.code()).isEqualTo("storage_full");
    assertThat(refused.response().headers().firstValue("Retry-After")).contains("60");
    assertThat(api.post("/v1/events/batch", "{\"events\": [" + TestApi.EVENT + "]}").code())
        .isEqualTo("storage_full");
    assertThat(api.post("/v1/webhooks", TestApi.WEBHOOK).status()).isEqualTo(201);
  }

  @Test
  void a_tenant_publishes_no_more_events_a_minute_than_it_may() throws Exception {
    quota("events_per_minute", 2);
    String publisher = api.keyOf(TestApi.ACME, Role.PUBLISHER);
    assertThat(post("/v1/events", publisher, TestApi.EVENT).status()).isEqualTo(202);
    assertThat(post("/v1/events", publisher, TestApi.EVENT).status()).isEqualTo(202);

    Answer refused = post("/v1/events", publisher, TestApi.EVENT);
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.code()).isEqualTo("rate_limited");
    assertThat(refused.response().headers().firstValue("Retry-After")).contains("30");
    api.engine.time.advance(Duration.ofSeconds(30));
    assertThat(post("/v1/events", publisher, TestApi.EVENT).status()).isEqualTo(202);
  }

  @Test
  void each_event_of_a_batch_counts() throws Exception {
    quota("events_per_minute", 2);
    String publisher = api.keyOf(TestApi.ACME, Role.PUBLISHER);
    String wrong = "{\"event_type\": \"\"}";
    String events = String.join(",", TestApi.EVENT, wrong, TestApi.EVENT, TestApi.EVENT);
    Answer answer = post("/v1/events/batch", publisher, "{\"events\": [" + events + "]}");

    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.body().at("/results/0/event_id").asString()).startsWith("evt_");
    assertThat(answer.body().at("/results/1/error/code").asString()).isEqualTo("validation_failed");
    assertThat(answer.body().at("/results/2/event_id").asString()).startsWith("evt_");
    assertThat(answer.body().at("/results/3/error/code").asString()).isEqualTo("rate_limited");
    assertThat(answer.body().at("/results/3/error/retry_after").asInt()).isEqualTo(30);
  }

  @Test
  void every_answer_says_how_many_requests_are_left() throws Exception {
    quota("requests_per_minute", 3);
    String viewer = api.keyOf(TestApi.ACME, Role.VIEWER);

    Answer first = api.send(api.authorized("/v1/webhooks", viewer));
    assertThat(header(first, "RateLimit-Policy")).isEqualTo("\"requests\";q=3;w=60");
    assertThat(header(first, "RateLimit")).isEqualTo("\"requests\";r=2;t=20");
    Answer forbidden = post("/v1/events", viewer, TestApi.EVENT);
    assertThat(forbidden.status()).isEqualTo(403);
    assertThat(header(forbidden, "RateLimit")).isEqualTo("\"requests\";r=1;t=20");
    api.engine.time.advance(Duration.ofMillis(500));
    Answer third = api.send(api.authorized("/v1/webhooks", viewer));
    assertThat(header(third, "RateLimit")).isEqualTo("\"requests\";r=0;t=20");

    Answer refused = api.send(api.authorized("/v1/webhooks", viewer));
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.code()).isEqualTo("rate_limited");
    assertThat(header(refused, "Retry-After")).isEqualTo("20");
    assertThat(header(refused, "RateLimit")).isEqualTo("\"requests\";r=0;t=20");
    assertThat(api.get("/v1/webhooks").response().headers().firstValue("RateLimit")).isEmpty();
  }

  @Test
  void after_ten_wrong_keys_from_an_address_it_has_to_wait() throws Exception {
    for (int i = 0; i < 10; i++) {
      Answer wrong = api.send(api.authorized("/v1/webhooks", "wrong" + i));
      assertThat(wrong.status()).isEqualTo(401);
    }

    Answer refused = api.send(api.authorized("/v1/webhooks", "wrong"));
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.code()).isEqualTo("too_many_failures");
    assertThat(header(refused, "Retry-After")).isEqualTo("6");
    // A right key is let in all the same, also one that was never seen before.
    assertThat(api.get("/v1/webhooks").status()).isEqualTo(200);
    api.engine.time.advance(Duration.ofSeconds(6));
    assertThat(api.send(api.authorized("/v1/webhooks", "wrong")).status()).isEqualTo(401);
  }

  @Test
  void what_is_refused_is_announced_to_operators() throws Exception {
    api.send(api.request("/v1/webhooks"));
    String viewer = api.keyOf(TestApi.ACME, Role.VIEWER);
    post("/v1/events", viewer, TestApi.EVENT);

    assertThat(api.engine.announced)
        .extracting(event -> ((AccessRefused) event).reason())
        .containsExactly(Reason.UNAUTHORIZED, Reason.FORBIDDEN);
    assertThat(api.engine.announced)
        .allSatisfy(event -> assertThat(event.tenant()).isEqualTo(TenantId.SYSTEM));
  }

  @Test
  void an_operators_requests_count_for_no_tenant() throws Exception {
    Answer limited = api.patch("/v1/tenants/default", "{\"quotas\": {\"requests_per_minute\": 1}}");
    assertThat(limited.status()).isEqualTo(200);
    String viewer = api.keyOf(TenantId.DEFAULT, Role.VIEWER);
    assertThat(api.send(api.authorized("/v1/webhooks", viewer)).status()).isEqualTo(200);
    assertThat(api.send(api.authorized("/v1/webhooks", viewer)).status()).isEqualTo(429);

    Answer raised = api.patch("/v1/tenants/default", "{\"quotas\": {\"requests_per_minute\": 9}}");
    assertThat(raised.status()).isEqualTo(200);
    assertThat(raised.response().headers().firstValue("RateLimit")).isEmpty();
  }

  private void quota(String name, int limit) throws Exception {
    String body = "{\"quotas\": {\"" + name + "\": " + limit + "}}";
    Answer answer = api.patch("/v1/tenants/acme", body);
    assertThat(answer.status()).isEqualTo(200);
  }

  private Answer post(String path, String key, String body) throws Exception {
    return api.send(api.authorized(path, key).POST(BodyPublishers.ofString(body)));
  }

  private static String header(Answer answer, String name) {
    return answer.response().headers().firstValue(name).orElseThrow();
  }
}
