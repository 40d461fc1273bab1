package posthorn.bootstrap.jar;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Tries how much a tenant can have and store, and how much is written at once. */
final class VolumeTrials implements LimitTrials {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Override
  public Map<String, Trial> trials() {
    return Map.of(
        "deliveries-per-commit", VolumeTrials::aBatchOfMoreIsAcceptedInParts,
        "event-data", VolumeTrials::anEventHasAsMuchDataAsItsTenantMay,
        "event-parts", VolumeTrials::largeDataHasNoMoreValuesThanSmallData,
        "event-counters", VolumeTrials::eachTypeThatIsPublishedCountsAsStored,
        "stored-bytes", VolumeTrials::oneTenantStoresNoMoreAndAnotherDoes,
        "deliver-at", VolumeTrials::anEventIsPutOffForAYearAtMost,
        "free-space", VolumeTrials::nothingNewIsTakenOnALowDiskAndDeliveriesGoOn);
  }

  /** One that nobody is sent while the trials last. */
  private static String event() {
    return eventIn(Duration.ofHours(1));
  }

  private static String eventIn(Duration wait) {
    return "{\"event_type\":\"user.created\",\"data\":{},\"deliver_at\":\"%s\"}"
        .formatted(Instant.now().plus(wait));
  }

  private static void aBatchOfMoreIsAcceptedInParts() throws Exception {
    try (var posthorn = start(Map.of())) {
      int webhooks = 21;
      for (int i = 0; i < webhooks; i++) {
        posthorn.createWebhook(1);
      }
      int events = 500;
      HttpResponse<String> answer =
          posthorn.post(
              "/v1/events/batch",
              "{\"events\":[" + String.join(",", Collections.nCopies(events, event())) + "]}");
      assertThat(answer.statusCode()).isEqualTo(202);
      JsonNode results = JSON.readTree(answer.body()).path("results");
      assertThat(results).hasSize(events);
      assertThat(results)
          .allMatch(result -> result.path("deliveries").asInt() == webhooks, "has all deliveries");
    }
  }

  private static void anEventHasAsMuchDataAsItsTenantMay() throws Exception {
    try (var posthorn = start(Map.of("POSTHORN_PUBLISH_MAX_DATA", "2KiB"))) {
      assertThat(posthorn.post("/v1/events", eventOf(2_048)).statusCode()).isEqualTo(202);
      HttpResponse<String> refused = posthorn.post("/v1/events", eventOf(2_049));
      assertThat(refused.statusCode()).isEqualTo(413);
      assertThat(refused.body()).contains("payload_too_large", "2048");

      int most = 5 * 1024 * 1024;
      posthorn.post(
          "/v1/tenants",
          "{\"id\":\"other\",\"name\":\"Other\",\"quotas\":{\"max_data_bytes\":%d}}"
              .formatted(most));
      String path = "/v1/events?tenant_id=other";
      assertThat(posthorn.post(path, eventOf(most)).statusCode()).isEqualTo(202);
      HttpResponse<String> tooLarge = posthorn.post(path, eventOf(most + 1));
      assertThat(tooLarge.statusCode()).isEqualTo(413);
      assertThat(tooLarge.body()).contains("5242880");
    }
  }

  /** One whose data is a text of so many bytes. */
  private static String eventOf(int bytes) {
    return "{\"event_type\":\"user.created\",\"data\":\"%s\"}".formatted("x".repeat(bytes - 2));
  }

  private static void largeDataHasNoMoreValuesThanSmallData() throws Exception {
    try (var posthorn = start(Map.of("POSTHORN_PUBLISH_MAX_DATA", "5MiB"))) {
      assertThat(posthorn.post("/v1/events", arrayOf(199_999)).statusCode()).isEqualTo(202);
      HttpResponse<String> refused = posthorn.post("/v1/events", arrayOf(200_000));
      assertThat(refused.statusCode()).isEqualTo(422);
      assertThat(refused.body()).contains("validation_failed", "200000");
    }
  }

  private static String arrayOf(int elements) {
    return "{\"event_type\":\"user.created\",\"data\":[%s]}"
        .formatted(String.join(",", Collections.nCopies(elements, "10")));
  }

  private static void eachTypeThatIsPublishedCountsAsStored() throws Exception {
    try (var posthorn = start(Map.of("POSTHORN_QUOTAS_MAX_STORED_BYTES", "2000"))) {
      posthorn.post("/v1/tenants", "{\"id\":\"other\",\"name\":\"Other\"}");
      // 502 bytes for each, and 200 once or for each of them.
      for (int i = 0; i < 3; i++) {
        assertThat(posthorn.post("/v1/events", event()).statusCode()).isEqualTo(202);
        assertThat(posthorn.post("/v1/events?tenant_id=other", eventOfType(i)).statusCode())
            .isEqualTo(202);
      }
      assertThat(posthorn.post("/v1/events", event()).statusCode()).isEqualTo(202);
      assertThat(posthorn.post("/v1/events?tenant_id=other", eventOfType(3)).statusCode())
          .isEqualTo(403);
    }
  }

  private static String eventOfType(int number) {
    return event().replace("user.created", "user.created-" + number);
  }

  private static void oneTenantStoresNoMoreAndAnotherDoes() throws Exception {
    try (var posthorn = start(Map.of("POSTHORN_QUOTAS_MAX_STORED_BYTES", "4KiB"))) {
      String large =
          "{\"event_type\":\"user.created\",\"data\":\"%s\"}".formatted("x".repeat(4_096));
      assertThat(posthorn.post("/v1/events", large).statusCode()).isEqualTo(202);
      HttpResponse<String> refused = posthorn.post("/v1/events", event());
      assertThat(refused.statusCode()).isEqualTo(403);
      assertThat(refused.body()).contains("quota_exceeded", "max_stored_bytes");

      posthorn.post("/v1/tenants", "{\"id\":\"other\",\"name\":\"Other\"}");
      assertThat(posthorn.post("/v1/events?tenant_id=other", event()).statusCode()).isEqualTo(202);
    }
  }

  private static void anEventIsPutOffForAYearAtMost() throws Exception {
    try (var posthorn = start(Map.of())) {
      assertThat(posthorn.post("/v1/events", eventIn(Duration.ofDays(365))).statusCode())
          .isEqualTo(202);
      HttpResponse<String> refused = posthorn.post("/v1/events", eventIn(Duration.ofDays(367)));
      assertThat(refused.statusCode()).isEqualTo(422);
      assertThat(refused.body()).contains("deliver_at", "366 days");
    }
  }

  /** No disk has all of its bytes free. */
  private static void nothingNewIsTakenOnALowDiskAndDeliveriesGoOn() throws Exception {
    var delivered = new CountDownLatch(1);
    HttpServer receiver =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
          delivered.countDown();
        });
    receiver.start();
    Path data = Files.createTempDirectory("posthorn-limits");
    try (var posthorn = Posthorn.start(data, Map.of(), data.resolve("log"))) {
      posthorn.createWebhook(receiver.getAddress().getPort());
      assertThat(posthorn.post("/v1/events", eventIn(Duration.ofSeconds(10))).statusCode())
          .isEqualTo(202);
    }
    Map<String, String> low = Map.of("POSTHORN_STORAGE_MIN_FREE", "100%");
    try (var posthorn = Posthorn.start(data, low, data.resolve("log"))) {
      HttpResponse<String> refused = posthorn.post("/v1/events", event());
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.body()).contains("storage_full");
      assertThat(posthorn.get("/readyz").path("warnings").toString()).contains("storage_full");
      assertThat(delivered.await(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      receiver.stop(0);
    }
  }

  private static Posthorn start(Map<String, String> settings) throws Exception {
    Path data = Files.createTempDirectory("posthorn-limits");
    return Posthorn.start(data, settings, data.resolve("log"));
  }
}
