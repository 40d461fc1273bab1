package posthorn.bootstrap.jar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Tries how much a request may have computed, searched and taken apart. */
final class ComputeTrials implements LimitTrials {
  private static final String SECRET = "0123456789abcdef0123";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Some tenths of a second for 6 000 characters. */
  private static final String SLOW_SCHEMA = "{\"pattern\":\"(.{0,1000}){4}b\"}";

  private static final String SLOW_EVENT =
      "{\"event_type\":\"slow\",\"data\":\"" + "a".repeat(6_000) + "\"}";

  private final HttpClient client = HttpClient.newHttpClient();

  @Override
  public Map<String, Trial> trials() {
    return Map.of(
        "schema-time", this::theEventsOfARequestShareOneSecond,
        "schema-threads", this::manySlowEventsStopNeitherTheServerNorOtherTenants,
        "schema-patterns", this::aPatternBeyondLinearTimeIsRefused,
        "compiled-schemas", this::schemasThatAreNotKeptAreCompiledAgain,
        "json-parts", this::aMessageWithTooManyElementsIsRefused,
        "form-parts", this::aMessageWithTooManyFieldsIsRefused,
        "read-time", this::aReadBeyondItsTimeIsGivenUp,
        "search-bytes", this::aSearchGoesOnAtItsNextPage);
  }

  private void theEventsOfARequestShareOneSecond() throws Exception {
    try (var posthorn = start(Map.of())) {
      register(posthorn, "slow", SLOW_SCHEMA);
      String batch = String.join(",", Collections.nCopies(30, SLOW_EVENT));

      JsonNode results = json(posthorn.post("/v1/events/batch", "{\"events\":[" + batch + "]}"));

      JsonNode last = results.path("results").path(29).path("error");
      assertThat(last.path("code").asString()).isEqualTo("schema_violation");
      assertThat(last.path("errors").path(0).path("message").asString()).contains("1000 ms");
      assertThat(posthorn.get("/healthz").isMissingNode()).isFalse();
    }
  }

  private void manySlowEventsStopNeitherTheServerNorOtherTenants() throws Exception {
    try (var posthorn = start(Map.of())) {
      posthorn.post("/v1/tenants", "{\"id\":\"acme\",\"name\":\"Acme\"}");
      register(posthorn, "slow", SLOW_SCHEMA);
      register(posthorn, "acme", "slow", SLOW_SCHEMA);
      String batch = "{\"events\":[" + String.join(",", Collections.nCopies(30, SLOW_EVENT)) + "]}";
      List<CompletableFuture<HttpResponse<String>>> slow = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        slow.add(
            client.sendAsync(
                request(posthorn, "/v1/events/batch").POST(BodyPublishers.ofString(batch)).build(),
                BodyHandlers.ofString()));
      }

      assertThat(posthorn.post("/v1/events", "{\"event_type\":\"a\",\"data\":1}").statusCode())
          .isEqualTo(202);
      String other = SLOW_EVENT.replaceFirst("\\{", "{\"tenant_id\":\"acme\",");
      assertThat(posthorn.post("/v1/events", other).statusCode()).isEqualTo(422);

      List<HttpResponse<String>> answers = slow.stream().map(CompletableFuture::join).toList();
      assertThat(answers).extracting(HttpResponse::statusCode).contains(503);
      assertThat(answers)
          .filteredOn(answer -> answer.statusCode() == 503)
          .allSatisfy(
              answer -> assertThat(json(answer).path("code").asString()).isEqualTo("overloaded"));
    }
  }

  private void aPatternBeyondLinearTimeIsRefused() throws Exception {
    try (var posthorn = start(Map.of())) {
      assertThat(register(posthorn, "a", "{\"pattern\":\"a{1000}\"}").statusCode()).isEqualTo(201);
      for (String pattern : List.of("a{1001}", "(a{1000}){1000}", "(?=){2147483647}(?!)")) {
        HttpResponse<String> refused =
            register(posthorn, "a", "{\"items\":{\"pattern\":\"" + pattern + "\"}}");
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(json(refused).path("errors").path(0).path("field").asString())
            .isEqualTo("schema/items/pattern");
      }
    }
  }

  /** Each is some megabytes, so together they are more than a tenant's share. */
  private void schemasThatAreNotKeptAreCompiledAgain() throws Exception {
    try (var posthorn = start(Map.of())) {
      String patterns = String.join(",", Collections.nCopies(40, "{\"pattern\":\"^a{1000}$\"}"));
      for (int i = 0; i < 20; i++) {
        register(posthorn, "type-" + i, "{\"anyOf\":[" + patterns + ",{\"type\":\"number\"}]}");
      }
      for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 20; i++) {
          assertThat(publish(posthorn, "type-" + i, "1")).isEqualTo(202);
          assertThat(publish(posthorn, "type-" + i, "\"b\"")).isEqualTo(422);
        }
      }
    }
  }

  private void aMessageWithTooManyElementsIsRefused() throws Exception {
    try (var posthorn = start(Map.of())) {
      String source = source(posthorn);
      String most = "[0" + ",0".repeat(49_998) + "]";
      assertThat(receive(posthorn, source, "application/json", most).statusCode()).isEqualTo(202);
      HttpResponse<String> refused =
          receive(posthorn, source, "application/json", most.replaceFirst("0", "0,0"));
      assertThat(refused.statusCode()).isEqualTo(400);
      assertThat(json(refused).path("code").asString()).isEqualTo("too_many_parts");
    }
  }

  private void aMessageWithTooManyFieldsIsRefused() throws Exception {
    try (var posthorn = start(Map.of())) {
      String source = source(posthorn);
      String form = "application/x-www-form-urlencoded";
      // As JSON, an object and all values of a field are parts too.
      assertThat(receive(posthorn, source, form, "a&".repeat(49_000)).statusCode()).isEqualTo(202);
      assertThat(receive(posthorn, source, form, "a&".repeat(50_001)).statusCode()).isEqualTo(400);
    }
  }

  private void aReadBeyondItsTimeIsGivenUp() throws Exception {
    try (var posthorn = start(Map.of("POSTHORN_STORE_QUERY_TIMEOUT", "1ms"))) {
      String source = source(posthorn);
      for (int i = 0; i < 20; i++) {
        receive(posthorn, source, "text/plain", i + "x".repeat(1_000_000));
      }
      HttpResponse<String> refused = get(posthorn, "/v1/inbound?text=nowhere");
      assertThat(refused.statusCode()).isEqualTo(503);
      // Where not even a thread was found in a millisecond, it is overloaded.
      assertThat(json(refused).path("code").asString()).isIn("query_too_slow", "overloaded");
      assertThat(publish(posthorn, "a", "1")).isEqualTo(202);
    }
  }

  private void aSearchGoesOnAtItsNextPage() throws Exception {
    try (var posthorn = start(Map.of("POSTHORN_INBOUND_MAX_BODY", "20000000"))) {
      String source = source(posthorn);
      receive(posthorn, source, "text/plain", "needle");
      for (int i = 0; i < 4; i++) {
        receive(posthorn, source, "text/plain", i + "x".repeat(18_000_000));
      }

      JsonNode first = json(get(posthorn, "/v1/inbound?text=needle"));
      assertThat(first.path("items").isEmpty()).isTrue();
      JsonNode second =
          json(
              get(
                  posthorn,
                  "/v1/inbound?text=needle&cursor=" + first.path("next_cursor").asString()));
      assertThat(second.path("items").size()).isEqualTo(1);
      assertThat(second.path("next_cursor").isNull()).isTrue();
    }
  }

  private static Posthorn start(Map<String, String> settings) throws IOException {
    return Posthorn.start(Files.createTempDirectory("posthorn-limits"), settings);
  }

  private HttpResponse<String> register(Posthorn posthorn, String type, String schema)
      throws Exception {
    return register(posthorn, "default", type, schema);
  }

  private HttpResponse<String> register(
      Posthorn posthorn, String tenant, String type, String schema) throws Exception {
    String body = "{\"tenant_id\":\"" + tenant + "\",\"schema\":" + schema + "}";
    return send(request(posthorn, "/v1/event-types/" + type).PUT(BodyPublishers.ofString(body)));
  }

  private static int publish(Posthorn posthorn, String type, String data) throws Exception {
    return posthorn
        .post("/v1/events", "{\"event_type\":\"" + type + "\",\"data\":" + data + "}")
        .statusCode();
  }

  /** The path that a new source receives at. */
  private static String source(Posthorn posthorn) throws Exception {
    return json(posthorn.post(
            "/v1/sources", "{\"name\":\"s\",\"kind\":\"github\",\"secret\":\"" + SECRET + "\"}"))
        .path("receive_url")
        .asString();
  }

  private HttpResponse<String> receive(Posthorn posthorn, String path, String type, String body)
      throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(SECRET.getBytes(UTF_8), "HmacSHA256"));
    return send(
        HttpRequest.newBuilder(posthorn.address.resolve(path))
            .header("Content-Type", type)
            .header(
                "X-Hub-Signature-256",
                "sha256=" + HexFormat.of().formatHex(mac.doFinal(body.getBytes(UTF_8))))
            .POST(BodyPublishers.ofString(body)));
  }

  private HttpResponse<String> get(Posthorn posthorn, String path) throws Exception {
    return send(request(posthorn, path).GET());
  }

  private static HttpRequest.Builder request(Posthorn posthorn, String path) {
    return HttpRequest.newBuilder(posthorn.address.resolve(path))
        .header("Authorization", "Bearer " + Posthorn.KEY)
        .header("Content-Type", "application/json");
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private static JsonNode json(HttpResponse<String> answer) {
    return JSON.readTree(answer.body());
  }
}
