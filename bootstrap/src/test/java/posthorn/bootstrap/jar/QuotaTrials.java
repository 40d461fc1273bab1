package posthorn.bootstrap.jar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import tools.jackson.databind.ObjectMapper;

/** Tries how many of each thing a tenant can have. */
final class QuotaTrials implements LimitTrials {
  private static final String WEBHOOK =
      "{\"url\":\"http://127.0.0.1:1/hook\",\"events\":[\"*\"],\"filter\":%s}";
  private static final String KEY = "{\"role\":\"viewer\"}";
  private static final String SOURCE =
      "{\"name\":\"s\",\"kind\":\"sha256\",\"secret\":\"0123456789abcdef0123\"}";
  private static final String EVENT = "{\"event_type\":\"user.created\",\"data\":{}}";
  private static final String DEFAULT_TENANT = "/v1/tenants/default";

  @Override
  public Map<String, Trial> trials() {
    return Map.of(
        "webhooks", QuotaTrials::webhooks,
        "filter-size", QuotaTrials::filterSize,
        "api-keys", QuotaTrials::apiKeys,
        "event-types", QuotaTrials::eventTypes,
        "sources", QuotaTrials::sources,
        "routes", QuotaTrials::routes,
        "channels", QuotaTrials::channels,
        "events-per-minute", QuotaTrials::eventsPerMinute,
        "requests-per-minute", QuotaTrials::requestsPerMinute);
  }

  private static void webhooks() throws Exception {
    try (var server = Server.with(Map.of("POSTHORN_QUOTAS_MAX_WEBHOOKS", "2"))) {
      server.takes(2, i -> server.post("/v1/webhooks", WEBHOOK.formatted("null")));
      refused(server.post("/v1/webhooks", WEBHOOK.formatted("null")), 403, "quota_exceeded");
      server.send("PATCH", DEFAULT_TENANT, "{\"quotas\":{\"max_webhooks\":3}}");
      server.takes(1, i -> server.post("/v1/webhooks", WEBHOOK.formatted("null")));
      refused(server.post("/v1/webhooks", WEBHOOK.formatted("null")), 403, "quota_exceeded");
    }
  }

  private static void filterSize() throws Exception {
    try (var server = Server.with(Map.of())) {
      String filter = "{\"/data/a\":\"%s\"}";
      int room = 16 * 1024 - filter.length() + 2;
      String most = filter.formatted("x".repeat(room));
      server.takes(1, i -> server.post("/v1/webhooks", WEBHOOK.formatted(most)));
      String more = filter.formatted("x".repeat(room + 1));
      refused(server.post("/v1/webhooks", WEBHOOK.formatted(more)), 422, "validation_failed");
    }
  }

  private static void apiKeys() throws Exception {
    try (var server = Server.with(Map.of("POSTHORN_QUOTAS_MAX_API_KEYS", "2"))) {
      server.takes(2, i -> server.post("/v1/api-keys", KEY));
      refused(server.post("/v1/api-keys", KEY), 403, "quota_exceeded");
    }
  }

  private static void eventTypes() throws Exception {
    try (var server = Server.with(Map.of())) {
      server.takes(1_000, i -> server.send("PUT", "/v1/event-types/type." + i, "{}"));
      refused(server.send("PUT", "/v1/event-types/one.more", "{}"), 422, "too_many_event_types");
    }
  }

  private static void sources() throws Exception {
    try (var server = Server.with(Map.of())) {
      server.takes(1_000, i -> server.post("/v1/sources", SOURCE));
      refused(server.post("/v1/sources", SOURCE), 422, "too_many_sources");
    }
  }

  private static void routes() throws Exception {
    try (var server = Server.with(Map.of())) {
      String made = server.post("/v1/sources", SOURCE).body();
      String route =
          "{\"source_id\":\"%s\",\"event_type\":\"*\",\"intent\":\"a\",\"target\":\"b\"}"
              .formatted(new ObjectMapper().readTree(made).path("id").asString());
      server.takes(10_000, i -> server.post("/v1/routes", route));
      refused(server.post("/v1/routes", route), 422, "too_many_routes");
    }
  }

  private static void channels() throws Exception {
    try (var server = Server.with(Map.of())) {
      String channel = "{\"type\":\"log\"}";
      server.takes(50, i -> server.post("/v1/notification-channels", channel));
      refused(server.post("/v1/notification-channels", channel), 422, "too_many_channels");
    }
  }

  private static void eventsPerMinute() throws Exception {
    try (var server = Server.with(Map.of())) {
      server.send("PATCH", DEFAULT_TENANT, "{\"quotas\":{\"events_per_minute\":2}}");
      server.takes(2, i -> server.post("/v1/events", EVENT));
      refused(server.post("/v1/events", EVENT), 429, "rate_limited");
    }
  }

  private static void requestsPerMinute() throws Exception {
    try (var server = Server.with(Map.of("POSTHORN_HTTP_REQUESTS_PER_MINUTE", "2"))) {
      String made = server.post("/v1/api-keys", "{\"role\":\"publisher\"}").body();
      String key = new ObjectMapper().readTree(made).path("key").asString();
      server.takes(2, i -> server.send(key, "POST", "/v1/events", EVENT));
      refused(server.send(key, "POST", "/v1/events", EVENT), 429, "rate_limited");
    }
  }

  private static void refused(HttpResponse<String> answer, int status, String code) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.body()).contains("\"code\":\"" + code + "\"");
  }

  /** The server, asked for many things at once. */
  private record Server(Posthorn posthorn, HttpClient client) implements AutoCloseable {
    private static final int AT_ONCE = 32;

    @FunctionalInterface
    interface Request {
      HttpResponse<String> send(int number) throws Exception;
    }

    static Server with(Map<String, String> settings) throws IOException {
      Path data = Files.createTempDirectory("posthorn-limits");
      return new Server(
          Posthorn.start(data, settings, data.resolve("log")), HttpClient.newHttpClient());
    }

    HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
      return send("POST", path, body);
    }

    HttpResponse<String> send(String method, String path, String body)
        throws IOException, InterruptedException {
      return send(Posthorn.KEY, method, path, body);
    }

    HttpResponse<String> send(String key, String method, String path, String body)
        throws IOException, InterruptedException {
      return client.send(
          HttpRequest.newBuilder(posthorn.address.resolve(path))
              .header("Authorization", "Bearer " + key)
              .method(method, BodyPublishers.ofString(body))
              .build(),
          BodyHandlers.ofString());
    }

    void takes(int count, Request request) throws Exception {
      var answers = new ArrayList<Future<HttpResponse<String>>>(count);
      try (var threads = Executors.newFixedThreadPool(AT_ONCE)) {
        for (int i = 0; i < count; i++) {
          int number = i;
          answers.add(threads.submit(() -> request.send(number)));
        }
      }
      for (Future<HttpResponse<String>> answer : List.copyOf(answers)) {
        assertThat(answer.get().statusCode()).as(answer.get().body()).isBetween(200, 299);
      }
    }

    @Override
    public void close() {
      client.close();
      posthorn.close();
    }
  }
}
