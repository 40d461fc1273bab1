package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.application.health.Health;
import posthorn.application.health.Health.Kind;
import posthorn.application.health.Health.Trouble;
import posthorn.application.health.Health.Warning;
import posthorn.http.TestApi.Answer;
import tools.jackson.databind.JsonNode;

class HttpServerTest {
  @RegisterExtension final TestApi api = new TestApi();

  @Test
  void the_process_is_live_without_a_key() throws Exception {
    assertThat(api.send(api.request("/healthz")).status()).isEqualTo(200);
  }

  @Test
  void readiness_says_whether_work_is_taken() throws Exception {
    assertThat(api.send(api.request("/readyz")).status()).isEqualTo(200);
    api.health = Health.STOPPING;
    Answer stopping = api.send(api.request("/readyz"));
    assertThat(stopping.status()).isEqualTo(503);
    assertThat(stopping.body().path("status").asString()).isEqualTo("stopping");
  }

  @Test
  void readiness_names_the_threads_that_do_not_do_their_work() throws Exception {
    Instant since = Instant.parse("2026-11-19T12:00:00Z");
    api.health = new Health(true, List.of(new Trouble("dispatch", Kind.STUCK, since)), List.of());

    Answer answer = api.send(api.request("/readyz"));

    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.body().path("status").asString()).isEqualTo("not_ready");
    JsonNode reason = answer.body().path("reasons").path(0);
    assertThat(reason.path("thread").asString()).isEqualTo("dispatch");
    assertThat(reason.path("reason").asString()).isEqualTo("stuck");
    assertThat(reason.path("since").asString()).isEqualTo("2026-11-19T12:00:00Z");
    assertThat(api.send(api.request("/healthz")).status()).isEqualTo(200);
  }

  @Test
  void a_warning_does_not_take_the_server_out_of_rotation() throws Exception {
    api.health =
        new Health(true, List.of(), List.of(new Warning("a_code", "a detail", Instant.EPOCH)));

    Answer answer = api.send(api.request("/readyz"));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body().path("status").asString()).isEqualTo("ready");
    assertThat(answer.body().path("warnings").path(0).path("code").asString()).isEqualTo("a_code");
  }

  /** There it is decided whether the process can go on. */
  @Test
  void an_error_that_a_request_meets_is_handed_to_where_uncaught_errors_go() throws Exception {
    var error = new StackOverflowError("told so");
    var handed = new AtomicReference<Throwable>();
    api.beforeCommit =
        () -> {
          throw error;
        };
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((_, cause) -> handed.set(cause));
    try {
      Answer answer = api.post("/v1/events", "{\"event_type\":\"a\",\"data\":{}}");

      assertThat(answer.status()).isEqualTo(500);
      assertThat(answer.code()).isEqualTo("internal_error");
      assertThat(handed).hasValue(error);
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  @Test
  void nobody_gets_in_without_a_key() throws Exception {
    for (var request :
        List.of(
            api.request("/v1/deliveries"),
            api.request("/v1/deliveries").header("Authorization", "Bearer wrong"),
            api.request("/v1/deliveries").header("Authorization", "Basic " + TestApi.KEY))) {
      Answer answer = api.send(request);
      assertThat(answer.status()).isEqualTo(401);
      assertThat(answer.code()).isEqualTo("unauthorized");
      assertThat(answer.response().headers().firstValue("WWW-Authenticate")).contains("Bearer");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "7", "{\"a\":1} x", "{\"a\":1,\"a\":2}", "{\"a\":tru}"})
  void what_is_not_a_json_object_is_refused(String body) throws Exception {
    Answer answer = api.post("/v1/events", body);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.code()).isEqualTo("malformed_json");
  }

  @Test
  void what_is_not_utf_8_is_refused() throws Exception {
    byte[] latin1 = {'{', '"', 'a', '"', ':', '"', (byte) 0xFC, '"', '}'};
    Answer answer = api.send(api.authorized("/v1/events").POST(BodyPublishers.ofByteArray(latin1)));

    assertThat(answer.status()).isEqualTo(400);
  }

  @Test
  void what_is_nested_too_deeply_is_refused() throws Exception {
    Answer answer =
        api.post(
            "/v1/events",
            "{\"event_type\":\"a\",\"data\":" + "[".repeat(10_000) + "]".repeat(10_000) + "}");

    assertThat(answer.status()).isEqualTo(400);
  }

  @Test
  void a_number_that_nobody_could_read_is_refused() throws Exception {
    String huge = "9".repeat(5_000);
    assertThat(api.post("/v1/events", "{\"event_type\":\"a\",\"data\":" + huge + "}").code())
        .isEqualTo("malformed_json");

    Answer inside =
        api.post("/v1/webhooks", "{\"url\":\"https://a.example\",\"events\":[" + huge + "]}");
    assertThat(inside.code()).isEqualTo("malformed_json");
  }

  @Test
  void what_is_not_there_is_not_found() throws Exception {
    for (String path :
        new String[] {
          "/v1/deliveries/dlv_00000000000000000000000000",
          "/v1/deliveries/nonsense",
          "/v1/nonsense",
          "/nonsense"
        }) {
      Answer answer = api.get(path);
      assertThat(answer.status()).isEqualTo(404);
      assertThat(answer.code()).isEqualTo("not_found");
    }
  }

  @Test
  void a_method_that_a_route_does_not_have_is_refused_with_those_it_has() throws Exception {
    Answer answer = api.send(api.authorized("/v1/events").DELETE());

    assertThat(answer.status()).isEqualTo(405);
    assertThat(answer.code()).isEqualTo("method_not_allowed");
    assertThat(answer.response().headers().firstValue("Allow").orElseThrow()).contains("POST");
  }

  @Test
  void a_body_of_another_type_is_refused() throws Exception {
    for (String type :
        List.of("text/plain", "application/xml", "multipart/form-data; boundary=x", "a;b")) {
      Answer answer =
          api.send(
              api.authorized("/v1/events")
                  .setHeader("Content-Type", type)
                  .POST(BodyPublishers.ofString(TestApi.EVENT)));
      assertThat(answer.status()).isEqualTo(415);
      assertThat(answer.code()).isEqualTo("unsupported_media_type");
    }
    for (String type :
        List.of(
            "application/json; charset=utf-8",
            "Application/JSON",
            "application/x-www-form-urlencoded")) {
      Answer answer =
          api.send(
              api.authorized("/v1/events")
                  .setHeader("Content-Type", type)
                  .POST(BodyPublishers.ofString(TestApi.EVENT)));
      assertThat(answer.status()).isEqualTo(202);
    }
  }

  @Test
  void every_answer_has_a_request_id_the_caller_s_own_where_it_is_harmless() throws Exception {
    var own = api.send(api.request("/healthz").header("X-Request-Id", "abc-123"));
    var none = api.send(api.authorized("/v1/nothing"));
    var harmful = api.send(api.request("/healthz").header("X-Request-Id", "a b"));

    assertThat(own.response().headers().firstValue("X-Request-Id")).contains("abc-123");
    assertThat(none.response().headers().firstValue("X-Request-Id").orElseThrow())
        .startsWith("req_");
    assertThat(harmful.response().headers().firstValue("X-Request-Id").orElseThrow())
        .startsWith("req_");
  }

  @Test
  void an_unknown_parameter_is_refused_on_every_route() throws Exception {
    for (String path : List.of("/healthz?a=1", "/v1/deliveries?stauts=dead&b=2")) {
      Answer answer = api.get(path);
      assertThat(answer.status()).isEqualTo(422);
    }
    assertThat(api.get("/v1/deliveries?stauts=dead&b=2").wrongFields())
        .containsExactlyInAnyOrder("stauts", "b");
  }

  @Test
  void head_is_get_without_the_body() throws Exception {
    Answer head = api.send(api.authorized("/v1/webhooks").method("HEAD", BodyPublishers.noBody()));

    assertThat(head.status()).isEqualTo(200);
    assertThat(head.response().body()).isEmpty();
    assertThat(
            api.send(api.request("/v1/webhooks").method("HEAD", BodyPublishers.noBody())).status())
        .isEqualTo(401);
  }

  @Test
  void options_tells_what_a_path_can_do() throws Exception {
    Answer options =
        api.send(api.request("/v1/webhooks").method("OPTIONS", BodyPublishers.noBody()));

    assertThat(options.status()).isEqualTo(204);
    assertThat(
            List.of(options.response().headers().firstValue("Allow").orElseThrow().split(", ", -1)))
        .containsExactlyInAnyOrder("GET", "HEAD", "POST", "OPTIONS");
  }

  @Test
  void only_pages_of_named_origins_may_use_the_api() throws Exception {
    var allowed = preflight("https://app.example").response().headers();
    var refused = preflight("https://evil.example").response().headers();

    assertThat(allowed.firstValue("Access-Control-Allow-Origin")).contains("https://app.example");
    assertThat(allowed.firstValue("Access-Control-Allow-Headers").orElseThrow())
        .contains("Authorization");
    assertThat(refused.firstValue("Access-Control-Allow-Origin")).isEmpty();
  }

  private Answer preflight(String origin) throws Exception {
    return api.send(
        api.request("/v1/webhooks")
            .header("Origin", origin)
            .header("Access-Control-Request-Method", "POST")
            .method("OPTIONS", BodyPublishers.noBody()));
  }

  @Test
  void an_operator_may_name_a_tenant() throws Exception {
    assertThat(api.get("/v1/deliveries?tenant_id=acme").status()).isEqualTo(200);
    assertThat(api.get("/v1/deliveries?tenant_id=A+B").wrongFields()).containsExactly("tenant_id");
  }

  @Test
  void requests_run_on_virtual_threads() throws Exception {
    var virtual = new AtomicBoolean();
    api.beforeCommit = () -> virtual.set(Thread.currentThread().isVirtual());
    api.post("/v1/events", TestApi.EVENT);

    assertThat(virtual).isTrue();
  }

  @Test
  void a_request_that_is_being_answered_when_the_server_closes_is_answered() throws Exception {
    var reached = new CountDownLatch(1);
    var closing = new AtomicBoolean();
    api.beforeCommit =
        () -> {
          reached.countDown();
          await().untilTrue(closing);
        };
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Answer> answer = threads.submit(() -> api.post("/v1/events", TestApi.EVENT));
      assertThat(reached.await(10, TimeUnit.SECONDS)).isTrue();
      Future<?> closed = threads.submit(api::close);
      // From now on nobody is let in, and whoever is in is waited for.
      await().until(api::refusesConnections);
      closing.set(true);

      assertThat(answer.get(10, TimeUnit.SECONDS).status()).isEqualTo(202);
      closed.get(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void small_answers_are_sent_as_they_are_and_large_ones_compressed() throws Exception {
    String events = ("," + TestApi.EVENT).repeat(100).substring(1);
    HttpRequest.Builder small =
        api.authorized("/v1/events").POST(BodyPublishers.ofString(TestApi.EVENT));
    HttpRequest.Builder large =
        api.authorized("/v1/events/batch")
            .POST(BodyPublishers.ofString("{\"events\": [" + events + "]}"));

    assertThat(encodingOf(small)).isEmpty();
    assertThat(encodingOf(large)).contains("gzip");
  }

  private Optional<String> encodingOf(HttpRequest.Builder request) throws Exception {
    return api.send(request.header("Accept-Encoding", "gzip"))
        .response()
        .headers()
        .firstValue("Content-Encoding");
  }
}
